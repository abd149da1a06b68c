"""GIF files block by block, for what Pillow does not write: frames anywhere, palettes of their own, any extension."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass

Color = tuple[int, int, int]
INTERLACED_PASSES = ((0, 8), (4, 8), (2, 4), (1, 2))


@dataclass(frozen=True)
class Frame:
    """Rows of palette indices, and where they go on the canvas."""

    rows: Sequence[Sequence[int]]
    left: int = 0
    top: int = 0
    palette: Sequence[Color] = ()
    interlaced: bool = False
    disposal: int = 0
    clear: int | None = None
    hundredths: int = 5

    @property
    def size(self) -> tuple[int, int]:
        return len(self.rows[0]), len(self.rows)

    def encode(self) -> bytes:
        flags = self.disposal << 2 | (self.clear is not None)
        control = b"\x21\xf9\x04" + struct.pack("<BHBB", flags, self.hundredths, self.clear or 0, 0)
        kind = 0x40 if self.interlaced else 0
        colors = b""
        if self.palette:
            kind |= 0x80 | exponent(self.palette)
            colors = palette_bytes(self.palette)
        return control + b"\x2c" + struct.pack("<4HB", self.left, self.top, *self.size, kind) + colors + self._pixels()

    def _pixels(self) -> bytes:
        rows = self.rows
        if self.interlaced:
            rows = [rows[row] for start, step in INTERLACED_PASSES for row in range(start, len(rows), step)]
        stream = uncompressed_codes([index for row in rows for index in row])
        return b"\x08" + sub_blocks(stream)


def exponent(palette: Sequence[Color]) -> int:
    return max(1, (len(palette) - 1).bit_length()) - 1


def palette_bytes(palette: Sequence[Color]) -> bytes:
    return bytes(value for color in palette for value in color).ljust(3 << (exponent(palette) + 1), b"\0")


def sub_blocks(data: bytes) -> bytes:
    pieces = [data[at : at + 255] for at in range(0, len(data), 255)]
    return b"".join(bytes((len(piece),)) + piece for piece in pieces) + b"\0"


def uncompressed_codes(indices: Sequence[int]) -> bytes:
    """Codes of nine bits, with a clear code before the table would need a tenth."""
    clear, end = 256, 257
    codes = []
    for number, index in enumerate(indices):
        if number % 200 == 0:
            codes.append(clear)
        codes.append(index)
    value = 0
    for place, code in enumerate([*codes, end]):
        value |= code << (9 * place)
    return value.to_bytes((9 * (len(codes) + 1) + 7) // 8, "little")


def application(name: bytes, data: bytes) -> bytes:
    return b"\x21\xff\x0b" + name + data


def repeats(count: int) -> bytes:
    return application(b"NETSCAPE2.0", sub_blocks(b"\x01" + struct.pack("<H", count)))


def xmp(packet: bytes) -> bytes:
    """The packet is not in blocks; a ramp of numbers behind it brings any reader of blocks to the end."""
    return application(b"XMP DataXMP", packet + b"\x01" + bytes(range(255, -1, -1)) + b"\0")


def icc(profile: bytes) -> bytes:
    return application(b"ICCRGBG1012", sub_blocks(profile))


def encode(width: int, height: int, frames: Sequence[Frame], palette: Sequence[Color] = (), extensions: bytes = b"") -> bytes:
    flags = 0x80 | exponent(palette) if palette else 0
    screen = struct.pack("<HHBBB", width, height, flags, 0, 0)
    colors = palette_bytes(palette) if palette else b""
    return b"GIF89a" + screen + colors + extensions + b"".join(frame.encode() for frame in frames) + b";"
