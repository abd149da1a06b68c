"""formats/webp/: small lossless and animated WebP pictures, each with its pixels in NAME.rgba (as in formats/png/).

Of an animation the first frame counts, drawn on a clear canvas.
"""

from PIL import Image, ImageDraw

from . import webp
from .catalogue import Catalogue, Picture
from .png_forms import HEIGHT, WIDTH, gradient

CANVAS = (48, 40)
OFFSET = (10, 6)
FRAME = (24, 20)
COLOURS = ((200, 30, 40, 255), (20, 180, 60, 255), (30, 60, 210, 255))


def gradient_image(mode: str) -> Image.Image:
    channels = list(range(len(mode)))
    data = bytes(value for row in gradient(8, channels) for pixel in row for value in pixel)
    return Image.frombytes(mode, (WIDTH, HEIGHT), data)


def frame(size: tuple[int, int], number: int) -> Image.Image:
    """A flat frame in its own colour, with a half-clear square in its top-left corner."""
    image = Image.new("RGBA", size, COLOURS[number])
    ImageDraw.Draw(image).rectangle((0, 0, 5, 5), fill=(255, 255, 0, 128))
    return image


def make(fixtures: Catalogue) -> None:
    def add(name: str, data: bytes, shown: Image.Image, *tags: str) -> None:
        fixtures.add(f"formats/webp/{name}.webp", data, Picture(shown), "format", "webp", "exact", *tags)
        fixtures.write(f"formats/webp/{name}.rgba", shown.convert("RGBA").tobytes())

    for name, mode in (("lossless", "RGB"), ("lossless_alpha", "RGBA")):
        image = gradient_image(mode)
        add(name, webp.encode_lossless(image), image)

    whole = [frame(CANVAS, number) for number in range(3)]
    frames = [webp.frame_chunk(image, 0, 0) for image in whole]
    add("animated", webp.animation(*CANVAS, frames), whole[0], "animated")

    first = frame(FRAME, 0)
    frames = [webp.frame_chunk(first, *OFFSET), *frames[1:]]
    shown = Image.new("RGBA", CANVAS)
    shown.paste(first, OFFSET)
    add("animated_offset", webp.animation(*CANVAS, frames), shown, "animated")
