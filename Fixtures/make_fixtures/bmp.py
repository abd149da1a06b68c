"""BMP files of any form: every depth, header, order of rows, and run-length coding."""

import struct
from collections.abc import Sequence

from . import png

CORE, INFO, V4, V5 = 12, 40, 108, 124
PLAIN, RUNS_8, RUNS_4, MASKS = 0, 1, 2, 3
EMBEDDED_PROFILE = 0x4D424544


def padded(row: bytes) -> bytes:
    return row + b"\0" * (-len(row) % 4)


def index_rows(rows: Sequence[Sequence[int]], bits: int) -> list[bytes]:
    return [padded(png.packed(row, bits)) for row in rows]


def palette_bytes(colors: Sequence[tuple[int, int, int]], header: int = INFO) -> bytes:
    end = b"" if header == CORE else b"\0"
    return b"".join(bytes((blue, green, red)) + end for red, green, blue in colors)


def runs(rows: Sequence[Sequence[int]], bits: int) -> bytes:
    """Equal neighbours as runs, other stretches as they are; from the lowest row up, as these files must be."""
    data = b""
    for row in reversed(rows):
        at = 0
        while at < len(row):
            length = next((count for count in range(1, min(255, len(row) - at)) if row[at + count] != row[at]), 0)
            length = length or min(255, len(row) - at)
            if length >= 3 or len(row) - at < 3:
                value = row[at] if bits == 8 else row[at] << 4 | row[at]
                data += bytes((length, value))
            else:
                length = min(7, len(row) - at)
                literal = png.packed(row[at : at + length], bits)
                data += bytes((0, length)) + literal + b"\0" * (len(literal) % 2)
            at += length
        data += b"\0\0"
    return data + b"\0\1"


def encode(
    width: int,
    height: int,
    bits: int,
    data: bytes | list[bytes],
    header: int = INFO,
    compression: int = PLAIN,
    palette: bytes = b"",
    masks: Sequence[int] = (),
    top_down: bool = False,
    used_colors: int = 0,
    profile: bytes = b"",
) -> bytes:
    """`data` is rows from the top, or runs. A profile needs a header of version 5."""
    if isinstance(data, list):
        data = b"".join(data if top_down else reversed(data))
    if header == CORE:
        head = struct.pack("<I4H", CORE, width, height, 1, bits)
    else:
        tall = -height if top_down else height
        head = struct.pack("<IiiHHIIiiII", header, width, tall, 1, bits, compression, len(data), 2835, 2835, used_colors, 0)
        mask_bytes = b"".join(struct.pack("<I", mask) for mask in masks)
        if header == INFO:
            head += mask_bytes
        else:
            space = EMBEDDED_PROFILE if profile else 0x73524742
            head = (head + mask_bytes).ljust(56, b"\0") + struct.pack("<I", space)
            head = head.ljust(108, b"\0")
            if header == V5:
                place = V5 + len(palette) + len(data) if profile else 0
                head += struct.pack("<4I", 4, place, len(profile), 0)
    start = 14 + len(head) + len(palette)
    length = start + len(data) + len(profile)
    return b"BM" + struct.pack("<IHHI", length, 0, 0, start) + head + palette + data + profile
