"""A PNG writer that can make every form of the standard, and the RGBA pixels each form stands for.

Pillow writes few of the forms, and its zlib makes other bytes on other processors; this one uses Python's zlib.
"""

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

SIGNATURE = b"\x89PNG\r\n\x1a\n"
GRAY, RGB, PALETTE, GRAY_ALPHA, RGBA = 0, 2, 3, 4, 6
CHANNELS = {GRAY: 1, RGB: 3, PALETTE: 1, GRAY_ALPHA: 2, RGBA: 4}
ADAM7 = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
PAETH = 4

Pixel = tuple[int, ...]


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def header_chunk(width: int, height: int, depth: int, colour_type: int, interlaced: bool = False) -> bytes:
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour_type, 0, 0, interlaced))


def text_chunk(keyword: str, text: str) -> bytes:
    return chunk(b"tEXt", keyword.encode("latin-1") + b"\0" + text.encode("latin-1"))


def xmp_chunk(packet: bytes) -> bytes:
    return chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + packet)


def icc_chunk(profile: bytes) -> bytes:
    return chunk(b"iCCP", b"profile\0\0" + zlib.compress(profile, 9))


def paeth(left: int, above: int, above_left: int) -> int:
    estimate = left + above - above_left
    to_left, to_above, to_corner = abs(estimate - left), abs(estimate - above), abs(estimate - above_left)
    if to_left <= to_above and to_left <= to_corner:
        return left
    return above if to_above <= to_corner else above_left


def filtered(kind: int, row: bytes, above: bytes, step: int) -> bytes:
    """One row with its filter byte; `step` is the number of bytes of a whole pixel, at least one."""
    left = bytes(step) + row[:-step]
    above_left = bytes(step) + above[:-step]
    guesses: Sequence[int] = (
        bytes(len(row)),
        left,
        above,
        [(a + b) >> 1 for a, b in zip(left, above)],
        [paeth(*three) for three in zip(left, above, above_left)] if kind == PAETH else (),
    )[kind]
    return bytes((kind, *((value - guess) & 255 for value, guess in zip(row, guesses))))


def packed(samples: Sequence[int], depth: int) -> bytes:
    """Samples of a row in bytes, the first in the highest bits, the last byte filled up with zeros."""
    if depth == 8:
        return bytes(samples)
    if depth == 16:
        return struct.pack(f">{len(samples)}H", *samples)
    bits = "".join(format(sample, f"0{depth}b") for sample in samples)
    bits += "0" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8, "big")


@dataclass(frozen=True)
class PixelGrid:
    """Samples as a PNG stores them: rows of pixels, each a tuple of channel values (or one palette index)."""

    rows: list[list[Pixel]]
    depth: int
    colour_type: int
    palette: Sequence[Pixel] = ()
    palette_alpha: Sequence[int] = ()
    clear_colour: Pixel = ()

    @property
    def size(self) -> tuple[int, int]:
        return len(self.rows[0]), len(self.rows)

    def rgba(self) -> bytes:
        """Straight-alpha RGBA with 8 bits, by the standard's own definitions."""
        return bytes(value for row in self.rows for pixel in row for value in self._rgba_pixel(pixel))

    def _rgba_pixel(self, pixel: Pixel) -> Pixel:
        if self.colour_type == PALETTE:
            index = pixel[0]
            alpha = self.palette_alpha[index] if index < len(self.palette_alpha) else 255
            return (*self.palette[index], alpha)
        # Whole numbers only: (2 v 255 + top) / (2 top) is v 255 / top rounded to nearest; no tie can occur.
        top = (1 << self.depth) - 1
        values = tuple((2 * value * 255 + top) // (2 * top) for value in pixel)
        if self.colour_type == GRAY:
            return (*values * 3, 0 if pixel == self.clear_colour else 255)
        if self.colour_type == RGB:
            return (*values, 0 if pixel == self.clear_colour else 255)
        if self.colour_type == GRAY_ALPHA:
            return (*values[:1] * 3, values[1])
        return values

    def encode(self, interlaced: bool = False, filters: Sequence[int] = range(5), idat_size: int = 0) -> bytes:
        """The file; the filters take turns row by row, and IDAT is cut in pieces of `idat_size` when that is given."""
        parts = ADAM7 if interlaced else ((0, 0, 1, 1),)
        stream = b"".join(self._filtered_part(*part, filters) for part in parts)
        chunks = [header_chunk(*self.size, self.depth, self.colour_type, interlaced)]
        if self.palette:
            chunks.append(chunk(b"PLTE", bytes(value for entry in self.palette for value in entry)))
        if self.palette_alpha:
            chunks.append(chunk(b"tRNS", bytes(self.palette_alpha)))
        if self.clear_colour:
            chunks.append(chunk(b"tRNS", struct.pack(f">{len(self.clear_colour)}H", *self.clear_colour)))
        data = zlib.compress(stream, 9)
        size = idat_size or len(data)
        chunks += [chunk(b"IDAT", data[at : at + size]) for at in range(0, len(data), size)]
        return SIGNATURE + b"".join(chunks) + chunk(b"IEND", b"")

    def _filtered_part(self, left: int, top: int, x_step: int, y_step: int, filters: Sequence[int]) -> bytes:
        step = max(1, CHANNELS[self.colour_type] * self.depth // 8)
        rows = [row[left::x_step] for row in self.rows[top::y_step]]
        if not rows or not rows[0]:
            return b""  # small interlaced pictures have passes without pixels, which get no filter bytes either
        stream = []
        above = b""
        for number, pixels in enumerate(rows):
            row = packed([sample for pixel in pixels for sample in pixel], self.depth)
            stream.append(filtered(filters[number % len(filters)], row, above or bytes(len(row)), step))
            above = row
        return b"".join(stream)


def grid(image: Image.Image) -> PixelGrid:
    """A Pillow image (L, P, LA, RGB or RGBA) as 8-bit samples."""
    kinds = {"L": GRAY, "P": PALETTE, "LA": GRAY_ALPHA, "RGB": RGB, "RGBA": RGBA}
    channels = CHANNELS[kinds[image.mode]]
    data = image.tobytes()
    pixels = [tuple(data[at : at + channels]) for at in range(0, len(data), channels)]
    rows = [pixels[at : at + image.width] for at in range(0, len(pixels), image.width)]
    palette: list[Pixel] = []
    if image.mode == "P":
        values = image.getpalette()
        palette = [tuple(values[at : at + 3]) for at in range(0, len(values), 3)]
    return PixelGrid(rows, 8, kinds[image.mode], palette)


def encode(image: Image.Image) -> bytes:
    """A photo as an 8-bit PNG; Paeth alone makes photos small enough."""
    return grid(image).encode(filters=(PAETH,))


def with_chunks(png: bytes, *chunks: bytes, late: bool = False) -> bytes:
    """Puts chunks behind IHDR, or (late) between the last IDAT and IEND."""
    at = len(png) - 12 if late else len(SIGNATURE) + 25
    return png[:at] + b"".join(chunks) + png[at:]
