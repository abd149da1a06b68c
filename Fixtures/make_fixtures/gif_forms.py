"""formats/gif/: small GIFs, each with the pixels of its first frame on its canvas in NAME.rgba (as in formats/png/)."""

import io

from PIL import Image

from . import gif, icc, patterns
from .catalogue import Catalogue, Picture
from .metadata import tool_packet
from .patterns import HEIGHT, SIZE, WIDTH

CANVAS = (48, 40)
PACKET = tool_packet("\u00e9" * 200)
CLEAR_INDEX = 40


def indices(width: int = WIDTH, height: int = HEIGHT) -> list[list[int]]:
    return [[pixel[0] for pixel in row[:width]] for row in patterns.rows(8, [2])[:height]]


def other_palette() -> list[gif.Color]:
    return [(color[2], color[0], 255 - color[1]) for color in patterns.palette(256)]


def drawn(size: tuple[int, int], frame: gif.Frame, palette: list[gif.Color]) -> Image.Image:
    """The frame on a clear canvas."""
    canvas = Image.new("RGBA", size)
    for y, row in enumerate(frame.rows):
        for x, index in enumerate(row):
            place = frame.left + x, frame.top + y
            if index != frame.clear and place[0] < size[0] and place[1] < size[1]:
                canvas.putpixel(place, (*(frame.palette or palette)[index], 255))
    return canvas


def by_pillow(image: Image.Image, **options) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "GIF", optimize=False, **options)
    return buffer.getvalue()


def make(fixtures: Catalogue) -> None:
    def add(name: str, data: bytes, shown: Image.Image, *tags: str) -> None:
        # Pillow shows the same wherever the frame fills its canvas.
        seen = Image.open(io.BytesIO(data)).convert("RGBA")
        assert shown.getextrema()[3][0] < 255 or seen.tobytes() == shown.tobytes(), name
        fixtures.add(f"formats/gif/{name}.gif", data, Picture(shown), "format", "gif", "exact", *tags)
        fixtures.write(f"formats/gif/{name}.rgba", shown.tobytes())

    palette = patterns.palette(256)

    def form(name: str, canvas: tuple[int, int], frames: list[gif.Frame], extensions: bytes = b"", *tags: str) -> None:
        add(name, gif.encode(*canvas, frames, palette, extensions), drawn(canvas, frames[0], palette), *tags)

    whole = gif.Frame(indices())
    form("global_palette", SIZE, [whole])
    form("interlaced", SIZE, [gif.Frame(indices(), interlaced=True)])
    form("transparent", SIZE, [gif.Frame(indices(), clear=CLEAR_INDEX)], b"", "alpha")
    form("transparent_interlaced", SIZE, [gif.Frame(indices(), clear=CLEAR_INDEX, interlaced=True)], b"", "alpha")
    form("local_palette", SIZE, [gif.Frame(indices(), palette=other_palette())])
    only_local = gif.Frame(indices(), palette=other_palette()[:200] + [(1, 2, 3)] * 56)
    add("only_local_palette", gif.encode(*SIZE, [only_local]), drawn(SIZE, only_local, []))

    inside = gif.Frame(indices(24, 20), left=11, top=7)
    form("offset", CANVAS, [inside], b"", "alpha")
    cut = gif.Frame(indices(24, 20), left=40, top=30)
    form("beyond_canvas", (64, 50), [cut], b"", "alpha")
    # The canvas says less than the frame takes, and grows.
    data = gif.encode(*CANVAS, [cut], palette)
    add("canvas_too_small", data, drawn((64, 50), cut, palette), "alpha")

    others = [gif.Frame(indices(20, 12), left=4 * number, top=3 * number, disposal=number % 4) for number in range(4)]
    form("animated", SIZE, [whole, *others], gif.repeats(0), "animated")
    form("animated_offset", CANVAS, [inside, *others], gif.repeats(3), "animated", "alpha")

    form("xmp", SIZE, [whole], gif.xmp(PACKET), "xmp")
    shown = drawn(SIZE, whole, palette)
    red, green, blue, alpha = shown.split()
    exchanged = Image.merge("RGBA", (green, red, blue, alpha))
    data = gif.encode(*SIZE, [whole], palette, gif.icc(icc.swapped()))
    fixtures.add("formats/gif/icc.gif", data, Picture(exchanged), "format", "gif", "icc", "swapped")
    fixtures.write("formats/gif/icc.rgba", exchanged.tobytes())

    # Compressed by Pillow, from 2 colours to 256.
    for colors in (2, 16, 256):
        image = patterns.rgb().quantize(colors, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        add(f"compressed_{colors}", by_pillow(image, interlace=False), image.convert("RGBA"))
    add("compressed_interlaced", by_pillow(image, interlace=True), image.convert("RGBA"))
