"""formats/jp2/: JPEG 2000 codestreams as opj_compress writes them, whose pixels are formulas that the tests know, too.

Lossless ones are exact. The tests put boxes around them.
"""

import struct

from PIL import Image

from . import tools
from .catalogue import Catalogue, Picture

WIDTH, HEIGHT = 40, 24


def channels(x: int, y: int) -> tuple[int, int, int, int]:
    return x * 6, y * 10, (x // 8 + y // 8) % 2 * 200, 255 - x * 5


def picture(mode: str) -> Image.Image:
    rows = [channels(x, y) for y in range(HEIGHT) for x in range(WIDTH)]
    return Image.frombytes(mode, (WIDTH, HEIGHT), bytes(value for row in rows for value in row[: len(mode)]))


def j2k(data: bytes, source: str, *options: str) -> bytes:
    return tools.convert(["opj_compress", "-i", "IN", "-o", "OUT", *options], data, source, "j2k")


def raw(image: Image.Image) -> bytes:
    """The planes one after the other."""
    return b"".join(plane.tobytes() for plane in image.split())


def jp2(image: Image.Image, *options: str) -> bytes:
    header = b"P6\n%d %d\n255\n" % image.size
    return tools.convert(["opj_compress", "-i", "IN", "-o", "OUT", *options], header + image.tobytes(), "ppm", "jp2")


def make(fixtures: Catalogue) -> None:
    rgb, gray, four = picture("RGB"), picture("L"), picture("RGBA")
    size = f"{WIDTH},{HEIGHT}"
    deep = b"".join(struct.pack(">H", value * 257) for value in raw(gray))
    luma, cb, cr = rgb.convert("YCbCr").split()
    chroma = b"".join(plane.resize((WIDTH // 2, HEIGHT // 2), Image.Resampling.BOX).tobytes() for plane in (cb, cr))
    forms = {
        "rgb": (j2k(raw(rgb), "raw", "-F", f"{size},3,8,u", "-n", "4"), rgb),
        "tiles": (j2k(raw(rgb), "raw", "-F", f"{size},3,8,u", "-n", "3", "-t", "19,13", "-T", "4,8", "-d", "12,16", "-p", "RPCL"), rgb),
        "lossy": (j2k(raw(rgb), "raw", "-F", f"{size},3,8,u", "-n", "4", "-I", "-q", "45"), rgb),
        "gray": (j2k(raw(gray), "raw", "-F", f"{size},1,8,u", "-n", "1"), gray),
        "four": (j2k(raw(four), "raw", "-F", f"{size},4,8,u", "-n", "3", "-mct", "0"), four),
        "bits_16": (j2k(deep, "raw", "-F", f"{size},1,16,u", "-n", "2"), gray),
        "ycc_420": (j2k(luma.tobytes() + chroma, "raw", "-F", f"{size},3,8,u@1x1:2x2:2x2", "-n", "3", "-mct", "0"), rgb),
    }
    for name, (data, shown) in forms.items():
        fixtures.add(f"formats/jp2/{name}.j2k", data, Picture(shown), "format", "jp2")
