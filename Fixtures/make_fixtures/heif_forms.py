"""What formats/heic/ and formats/avif/ have in common: small lossy pictures, each with its upright sRGB pixels in NAME.rgba.

The expected pixels are what heif-convert and avifdec give. Turning, cutting and colours beyond sRGB, which these leave
undone, are done here: with Pillow, and by the definitions of the standards.
"""

from collections.abc import Callable

from PIL import Image, ImageDraw

from . import exif, heif, icc, png
from .catalogue import Catalogue, Picture
from .metadata import tool_packet
from .patterns import shades

WIDTH, HEIGHT = 40, 32
PACKET = tool_packet("Fixture")
DISPLAY_P3, BT2020, SRGB_CURVE = 12, 9, 13
# From linear light with these primaries to that of sRGB; both have the white D65.
TO_SRGB = {
    DISPLAY_P3: ((1.2249, -0.2247, 0.0), (-0.0420, 1.0419, 0.0), (-0.0197, -0.0786, 1.0979)),
    BT2020: ((1.6605, -0.5876, -0.0728), (-0.1246, 1.1329, -0.0083), (-0.0182, -0.1006, 1.1187)),
}
# The container's turns, anticlockwise, and reflections (True: left and right change places) that undo each EXIF orientation.
TURNS = {1: [], 2: [(0, True)], 3: [(2, None)], 4: [(0, False)], 5: [(1, False)], 6: [(3, None)], 7: [(1, True)], 8: [(1, None)]}


def sample(width: int = WIDTH, height: int = HEIGHT) -> Image.Image:
    """Gradients, and a red square in the upright top left corner that tells all eight orientations apart."""
    image = shades(width, height)
    ImageDraw.Draw(image).rectangle((0, 0, 7, 7), fill=(230, 30, 30))
    return image


def with_alpha(image: Image.Image) -> Image.Image:
    """Clear at the left, opaque at the right."""
    image = image.copy()
    image.putalpha(Image.frombytes("L", image.size, bytes(x * 255 // (image.width - 1) for x in range(image.width)) * image.height))
    return image


def deep(image: Image.Image) -> bytes:
    """A PNG of 16 bits."""
    rows = [[tuple(value * 257 for value in pixel) for pixel in row] for row in png.grid(image).rows]
    return png.PixelGrid(rows, 16, png.RGB).encode(filters=(0,))


def in_srgb(image: Image.Image, primaries: int) -> Image.Image:
    linear = [icc.srgb_linear(value / 255) for value in range(256)]
    data = bytearray()
    source = image.convert("RGB").tobytes()
    for at in range(0, len(source), 3):
        light = [linear[value] for value in source[at : at + 3]]
        for line in TO_SRGB[primaries]:
            part = sum(factor * value for factor, value in zip(line, light))
            data.append(round(icc.srgb_encoded(min(1.0, max(0.0, part))) * 255))
    return Image.frombytes("RGB", image.size, bytes(data))


def contradicting(orientation: int) -> bytes:
    """EXIF with an orientation that the container does not have."""
    return exif.orientation_only(exif.BIG_ENDIAN, 6 if orientation != 6 else 3)


def png_of(image: Image.Image) -> bytes:
    return png.grid(image).encode(filters=(0,))


class Forms:
    def __init__(self, fixtures: Catalogue, kind: str, read: Callable[[bytes], Image.Image]):
        self.fixtures, self.kind, self.read = fixtures, kind, read

    def add(self, name: str, data: bytes, shown: Image.Image | None = None, *tags: str) -> None:
        shown = (shown or self.read(data)).convert("RGBA")
        file = f"formats/{self.kind}/{name}"
        self.fixtures.add(f"{file}.{self.kind}", data, Picture(shown), "format", self.kind, "lossy", *tags)
        self.fixtures.write(f"{file}.rgba", shown.tobytes())


def turns(steps: list) -> list[heif.Property]:
    found = []
    for quarters, reflection in steps:
        found += [heif.turned(quarters)] if quarters else []
        found += [heif.mirrored(reflection)] if reflection is not None else []
    return found


def tagged_block() -> bytes:
    main = [(0x010F, exif.ASCII, b"Fixture Camera Works\0"), (exif.ORIENTATION, exif.SHORT, (8,))]
    shot = [(0x829A, exif.RATIONAL, ((1, 125),)), (exif.SUBJECT_AREA, exif.SHORT, (10, 11, 8, 6))]
    return exif.tiff(exif.LITTLE_ENDIAN, main, shot)
