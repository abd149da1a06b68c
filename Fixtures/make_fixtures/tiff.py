"""TIFF files directory by directory: any depth, byte order, strips, tiles and planes, BigTIFF; compressions by tiffcp."""

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from . import tools

BYTE, ASCII, SHORT, LONG, RATIONAL, UNDEFINED, LONG8 = 1, 2, 3, 4, 5, 7, 16
CODES = {SHORT: "H", LONG: "I", LONG8: "Q"}
WHITE_IS_ZERO, BLACK_IS_ZERO, RGB, PALETTE, CMYK = 0, 1, 2, 3, 5
UNSPECIFIED, ASSOCIATED, UNASSOCIATED = 0, 1, 2
PLAIN, DEFLATE = 1, 8
REDUCED = 1
ORIENTATION, XMP, ICC, EXIF, COLOR_MAP, SUB_DIRECTORIES = 274, 700, 34675, 34665, 320, 330

Rows = list[list[tuple[int, ...]]]
Tag = tuple[int, int, bytes | Sequence]


@dataclass(frozen=True)
class Page:
    """Samples of a picture, and how they are stored."""

    rows: Rows
    photometric: int = RGB
    bits: int = 8
    planar: bool = False
    tile: tuple[int, int] | None = None
    rows_per_strip: int = 0
    compression: int = PLAIN
    extra: Sequence[int] = ()
    orientation: int = 0
    kind: int = 0
    tags: Sequence[Tag] = field(default_factory=tuple)
    smaller: Sequence["Page"] = field(default_factory=tuple)


class Writer:
    def __init__(self, order: str = "<", big: bool = False):
        self.order, self.big = order, big
        mark = b"II" if order == "<" else b"MM"
        self.out = bytearray(mark + (self.pack("HHHQ", 43, 8, 0, 0) if big else self.pack("HI", 42, 0)))
        self.link = 8 if big else 4  # where the place of the next directory goes

    def pack(self, code: str, *values: int) -> bytes:
        return struct.pack(self.order + code, *values)

    def packed(self, rows: Rows, bits: int) -> bytes:
        """Samples of whole rows; each row starts with a byte of its own."""
        out = b""
        for row in rows:
            samples = [value for pixel in row for value in pixel]
            if bits == 16:
                out += self.pack(f"{len(samples)}H", *samples)
            else:
                digits = "".join(format(sample, f"0{bits}b") for sample in samples)
                digits += "0" * (-len(digits) % 8)
                out += int(digits, 2).to_bytes(len(digits) // 8, "big")
        return out

    def blocks(self, page: Page) -> list[bytes]:
        width, height, channels = len(page.rows[0]), len(page.rows), len(page.rows[0][0])
        planes = [page.rows]
        if page.planar:
            planes = [[[(pixel[channel],) for pixel in row] for row in page.rows] for channel in range(channels)]
        found = []
        for rows in planes:
            if page.tile:
                across, down = page.tile
                clear = (0,) * len(rows[0][0])
                for top in range(0, height, down):
                    for left in range(0, width, across):
                        cut = [row[left : left + across] for row in rows[top : top + down]]
                        cut = [row + [clear] * (across - len(row)) for row in cut]
                        cut += [[clear] * across] * (down - len(cut))
                        found.append(self.packed(cut, page.bits))
            else:
                step = page.rows_per_strip or height
                found += [self.packed(rows[top : top + step], page.bits) for top in range(0, height, step)]
        return [zlib.compress(block, 9) for block in found] if page.compression == DEFLATE else found

    def append(self, data: bytes) -> int:
        """Writes at an even place, and tells it."""
        self.out += b"\0" * (len(self.out) % 2)
        self.out += data
        return len(self.out) - len(data)

    def directory(self, entries: list[Tag]) -> int:
        """Writes a directory and tells its place; the link to the next one is the last thing in it."""
        width = 8 if self.big else 4
        body = b""
        for tag, kind, values in sorted(entries, key=lambda entry: entry[0]):
            if isinstance(values, bytes):
                raw, count = values, len(values)
            elif kind == RATIONAL:
                raw, count = b"".join(self.pack("II", *value) for value in values), len(values)
            else:
                raw, count = self.pack(CODES[kind] * len(values), *values), len(values)
            if len(raw) > width:
                raw = self.pack("Q" if self.big else "I", self.append(raw))
            body += self.pack("HHQ" if self.big else "HHI", tag, kind, count) + raw.ljust(width, b"\0")
        return self.append(self.pack("Q" if self.big else "H", len(entries)) + body + bytes(width))

    def page(self, page: Page) -> int:
        blocks = self.blocks(page)
        places = [self.append(block) for block in blocks]
        place_kind = LONG8 if self.big else LONG
        height, channels = len(page.rows), len(page.rows[0][0])
        entries: list[Tag] = [
            (256, LONG, (len(page.rows[0]),)),
            (257, LONG, (height,)),
            (258, SHORT, (page.bits,) * channels),
            (259, SHORT, (page.compression,)),
            (262, SHORT, (page.photometric,)),
            (277, SHORT, (channels,)),
            (284, SHORT, (2 if page.planar else 1,)),
        ]
        if page.kind:
            entries.append((254, LONG, (page.kind,)))
        if page.orientation:
            entries.append((ORIENTATION, SHORT, (page.orientation,)))
        if page.extra:
            entries.append((338, SHORT, page.extra))
        lengths = [len(block) for block in blocks]
        if page.tile:
            entries += [(322, LONG, page.tile[:1]), (323, LONG, page.tile[1:])]
            entries += [(324, place_kind, places), (325, LONG, lengths)]
        else:
            entries += [(278, LONG, (page.rows_per_strip or height,)), (273, place_kind, places), (279, LONG, lengths)]
        if page.smaller:
            entries.append((SUB_DIRECTORIES, place_kind, [self.page(smaller) for smaller in page.smaller]))
        for tag, kind, values in page.tags:
            if tag == EXIF:
                kind, values = LONG, (self.directory(values),)
            entries.append((tag, kind, values))
        return self.directory(entries)

    def file(self, pages: Sequence[Page]) -> bytes:
        code = "Q" if self.big else "I"
        for page in pages:
            place = self.page(page)
            struct.pack_into(self.order + code, self.out, self.link, place)
            self.link = len(self.out) - (8 if self.big else 4)
        return bytes(self.out)


def encode(*pages: Page, order: str = "<", big: bool = False) -> bytes:
    return Writer(order, big).file(pages)


def with_directory_first(page: Page, kept: float) -> bytes:
    """A file of strips behind their directory, as scanners write them, cut to this part of its bytes."""
    front = Writer()
    blocks = front.blocks(page)
    place = 512
    places = [place + sum(map(len, blocks[:number])) for number in range(len(blocks))]
    entries = [
        (256, LONG, (len(page.rows[0]),)),
        (257, LONG, (len(page.rows),)),
        (258, SHORT, (page.bits,) * 3),
        (259, SHORT, (page.compression,)),
        (262, SHORT, (page.photometric,)),
        (277, SHORT, (3,)),
        (278, LONG, (page.rows_per_strip,)),
        (273, LONG, places),
        (279, LONG, [len(block) for block in blocks]),
    ]
    struct.pack_into(front.order + "I", front.out, front.link, front.directory(entries))
    assert len(front.out) <= place
    whole = bytes(front.out).ljust(place, b"\0") + b"".join(blocks)
    return whole[: int(len(whole) * kept)]


def recompressed(data: bytes, *options: str) -> bytes:
    """The same picture as libtiff's tiffcp writes it."""
    return tools.convert(["tiffcp", *options, "IN", "OUT"], data, "tif", "tif")
