"""formats/bmp/: every depth of BMP as small pictures, each with its pixels in NAME.rgba (as in formats/png/)."""

import io
import struct

from PIL import Image

from . import bmp, icc, patterns, png
from .catalogue import Catalogue, Picture
from .patterns import SIZE, WIDTH

RGB565 = (0xF800, 0x7E0, 0x1F)
RGB555 = (0x7C00, 0x3E0, 0x1F)
ARGB4444 = (0xF00, 0xF0, 0xF, 0xF000)
ARGB8888 = (0xFF0000, 0xFF00, 0xFF, 0xFF000000)


def masked(masks: tuple[int, ...]) -> tuple[list[list[int]], bytes]:
    """Words with a gradient in each of the masks, and the pixels they stand for."""
    rows = patterns.rows(16, list(range(len(masks))))
    words, pixels = [], b""
    for row in rows:
        line = []
        for values in row:
            word, shown = 0, []
            for value, mask in zip(values, masks):
                shift = (mask & -mask).bit_length() - 1
                top = mask >> shift
                part = value * top // 65535
                word |= part << shift
                shown.append((2 * part * 255 + top) // (2 * top))
            line.append(word)
            pixels += bytes(shown + [255] * (4 - len(shown)))
        words.append(line)
    return words, pixels


def make(fixtures: Catalogue) -> None:
    def add(name: str, data: bytes, pixels: bytes, *tags: str, pillow: bool = True) -> None:
        shown = Image.frombytes("RGBA", SIZE, pixels)
        if pillow:
            seen = Image.open(io.BytesIO(data)).convert("RGBA").tobytes()
            assert max(abs(one - other) for one, other in zip(seen, pixels)) <= 1, name
        fixtures.add(f"formats/bmp/{name}.bmp", data, Picture(shown), "format", "bmp", "exact", *tags)
        fixtures.write(f"formats/bmp/{name}.rgba", pixels)

    for bits in (1, 4, 8):
        rows = patterns.rows(bits, [2])
        colors = patterns.palette(1 << bits)
        pixels = png.PixelGrid(rows, bits, png.PALETTE, colors).rgba()
        indices = [[pixel[0] for pixel in row] for row in rows]
        packed = bmp.index_rows(indices, bits)
        add(f"palette{bits}", bmp.encode(*SIZE, bits, packed, palette=bmp.palette_bytes(colors)), pixels)
        core = bmp.encode(*SIZE, bits, packed, bmp.CORE, palette=bmp.palette_bytes(colors, bmp.CORE))
        add(f"palette{bits}_os2", core, pixels)
        if bits > 1:
            steps = [[index // 4 * 4 % (1 << bits) for index in row] for row in indices]
            pixels = png.PixelGrid([[(index,) for index in row] for row in steps], bits, png.PALETTE, colors).rgba()
            kind = bmp.RUNS_8 if bits == 8 else bmp.RUNS_4
            data = bmp.encode(*SIZE, bits, bmp.runs(steps, bits), compression=kind, palette=bmp.palette_bytes(colors))
            add(f"runs{bits}", data, pixels)

    rows = patterns.rows(8, [2])
    few = [[(pixel[0] % 100,) for pixel in row] for row in rows]
    colors = patterns.palette(100)
    packed = bmp.index_rows([[pixel[0] for pixel in row] for row in few], 8)
    data = bmp.encode(*SIZE, 8, packed, palette=bmp.palette_bytes(colors), used_colors=100)
    add("palette_of_100", data, png.PixelGrid(few, 8, png.PALETTE, colors).rgba())

    grid = png.PixelGrid(patterns.rows(8, [0, 1, 2]), 8, png.RGB)
    packed = [bmp.padded(bytes(v for red, green, blue in row for v in (blue, green, red))) for row in grid.rows]
    add("rgb24", bmp.encode(*SIZE, 24, packed), grid.rgba())
    add("rgb24_top_down", bmp.encode(*SIZE, 24, packed, top_down=True), grid.rgba())
    add("rgb24_version4", bmp.encode(*SIZE, 24, packed, bmp.V4), grid.rgba())
    wide = [bytes(v for red, green, blue in row for v in (blue, green, red, 77)) for row in grid.rows]
    # Without a mask the fourth byte means nothing.
    add("rgb32", bmp.encode(*SIZE, 32, wide), grid.rgba())
    exchanged = b"".join(bytes((green, red, blue, 255)) for row in grid.rows for red, green, blue in row)
    data = bmp.encode(*SIZE, 24, packed, bmp.V5, profile=icc.swapped())
    add("icc", data, exchanged, "icc", "swapped", pillow=False)

    def words(name: str, masks: tuple[int, ...], bits: int, header: int, compression: int, **options) -> None:
        values, pixels = masked(masks)
        lines = [bmp.padded(struct.pack(f"<{WIDTH}{'H' if bits == 16 else 'I'}", *row)) for row in values]
        data = bmp.encode(*SIZE, bits, lines, header, compression, masks=masks if compression else (), **options)
        add(name, data, pixels, *(["alpha"] if len(masks) == 4 else []), pillow=len(masks) == 3)

    words("rgb555", RGB555, 16, bmp.INFO, bmp.PLAIN)
    words("rgb565", RGB565, 16, bmp.INFO, bmp.MASKS)
    words("argb4444", ARGB4444, 16, bmp.V4, bmp.MASKS)
    words("argb8888", ARGB8888, 32, bmp.V5, bmp.MASKS)
    words("argb8888_top_down", ARGB8888, 32, bmp.V5, bmp.MASKS, top_down=True)
