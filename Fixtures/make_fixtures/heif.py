"""HEIF containers item by item (ISO/IEC 14496-12 and 23008-12): what heif-enc and avifenc wrote, in other ways."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

HEIC_BRANDS = (b"heic", b"mif1", b"heic")
AVIF_BRANDS = (b"avif", b"avif", b"mif1", b"miaf")
Property = tuple[bytes, bool]  # a whole box, and whether a reader must know it


@dataclass(frozen=True)
class Item:
    kind: bytes
    properties: tuple[Property, ...]
    data: bytes
    tail: bytes = b"\0"  # the item's name, and for MIME its type
    is_hidden: bool = False  # a tile, which is no picture of its own

    def having(self, *properties: Property) -> "Item":
        return replace(self, properties=self.properties + properties)

    def without(self, *names: bytes) -> "Item":
        return replace(self, properties=tuple(part for part in self.properties if part[0][4:8] not in names))


@dataclass(frozen=True)
class Container:
    primary: int
    items: dict[int, Item]
    references: list[tuple[bytes, int, list[int]]] = field(default_factory=list)

    @property
    def picture(self) -> Item:
        return self.items[self.primary]

    def having(self, *properties: Property) -> "Container":
        """The primary item with more properties, which are applied in this order."""
        return replace(self, items=self.items | {self.primary: self.picture.having(*properties)})

    def adding(self, item: Item, reference: bytes) -> "Container":
        """One more item that refers to the primary one."""
        number = max(self.items) + 1
        return replace(self, items=self.items | {number: item}, references=[*self.references, (reference, number, [self.primary])])

    def encode(self, brands: tuple[bytes, ...] = HEIC_BRANDS) -> bytes:
        start = box(b"ftyp", brands[0], bytes(4), *brands[1:])
        places_at = len(start) + len(self._meta(0)) + 8
        return start + self._meta(places_at) + box(b"mdat", *(item.data for item in self.items.values()))

    def _meta(self, place: int) -> bytes:
        pool: list[bytes] = []
        links = b""
        linked = 0
        for number, item in self.items.items():
            if not item.properties:
                continue
            linked += 1
            links += struct.pack(">HB", number, len(item.properties))
            for part, essential in item.properties:
                if part not in pool:
                    pool.append(part)
                links += struct.pack(">H", essential << 15 | pool.index(part) + 1)
        places = b""
        for number, item in self.items.items():
            places += struct.pack(">HHHHII", number, 0, 0, 1, place, len(item.data))
            place += len(item.data)
        infos = [
            full_box(b"infe", 2, struct.pack(">HH", number, 0), item.kind, item.tail, flags=item.is_hidden)
            for number, item in self.items.items()
        ]
        parts = [
            full_box(b"hdlr", 0, b"\0\0\0\0pict" + bytes(13)),
            full_box(b"pitm", 0, struct.pack(">H", self.primary)),
            full_box(b"iloc", 1, b"\x44\0", struct.pack(">H", len(self.items)), places),
            full_box(b"iinf", 0, struct.pack(">H", len(self.items)), *infos),
            box(b"iprp", box(b"ipco", *pool), full_box(b"ipma", 0, struct.pack(">I", linked), links, flags=1)),
        ]
        if self.references:
            boxes = [box(kind, struct.pack(f">HH{len(to)}H", start, len(to), *to)) for kind, start, to in self.references]
            parts.append(full_box(b"iref", 0, *boxes))
        return full_box(b"meta", 0, *parts)


def box(name: bytes, *parts: bytes) -> bytes:
    contents = b"".join(parts)
    return struct.pack(">I", len(contents) + 8) + name + contents


def full_box(name: bytes, version: int, *parts: bytes, flags: int = 0) -> bytes:
    return box(name, bytes((version,)) + int(flags).to_bytes(3, "big"), *parts)


def size_of(width: int, height: int) -> Property:
    return full_box(b"ispe", 0, struct.pack(">II", width, height)), False


def turned(quarters: int) -> Property:
    """Anticlockwise."""
    return box(b"irot", bytes((quarters,))), True


def mirrored(left_and_right: bool) -> Property:
    return box(b"imir", bytes((left_and_right,))), True


def cropped(width: int, height: int, right: int, down: int) -> Property:
    """A part whose middle is this far from that of the picture."""
    return box(b"clap", struct.pack(">4I2i2i", width, 1, height, 1, right, 1, down, 1)), True


def code_points(primaries: int, transfer: int, matrix: int, full_range: bool = True) -> Property:
    return box(b"colr", b"nclx", struct.pack(">HHHB", primaries, transfer, matrix, full_range << 7)), False


def profile(data: bytes) -> Property:
    return box(b"colr", b"prof", data), False


def auxiliary(kind: bytes) -> Property:
    return full_box(b"auxC", 0, kind + b"\0"), True


def exif_item(tiff: bytes) -> Item:
    return Item(b"Exif", (), struct.pack(">I", 0) + tiff)


def xmp_item(packet: bytes) -> Item:
    return Item(b"mime", (), packet, b"\0application/rdf+xml\0")


def boxes(data: bytes, at: int = 0, end: int | None = None) -> Iterator[tuple[bytes, int, int]]:
    """Names, starts and ends of contents."""
    end = len(data) if end is None else end
    while at + 8 <= end:
        length, name = struct.unpack_from(">I4s", data, at)
        yield name, at + 8, at + length
        at += length


def parsed(data: bytes) -> Container:
    """The form that libheif and libavif write: short numbers, and places in the file or in `idat`."""
    top = {name: (start, end) for name, start, end in boxes(data)}
    start, end = top[b"meta"]
    parts = {name: (start, end) for name, start, end in boxes(data, start + 4, end)}
    (primary,) = struct.unpack_from(">H", data, parts[b"pitm"][0] + 4)
    contents = locations(data, parts)
    linked = properties(data, *parts[b"iprp"])
    items = {}
    start, end = parts[b"iinf"]
    for _, at, _ in boxes(data, start + 6, end):
        (number,) = struct.unpack_from(">H", data, at + 4)
        is_hidden = bool(data[at + 3] & 1)
        items[number] = Item(data[at + 8 : at + 12], tuple(linked.get(number, ())), contents[number], is_hidden=is_hidden)
    references = []
    if b"iref" in parts:
        start, end = parts[b"iref"]
        for kind, at, _ in boxes(data, start + 4, end):
            number, count = struct.unpack_from(">HH", data, at)
            references.append((kind, number, list(struct.unpack_from(f">{count}H", data, at + 4))))
    return Container(primary, items, references)


def properties(data: bytes, start: int, end: int) -> dict[int, list[Property]]:
    parts = {name: (at, stop) for name, at, stop in boxes(data, start, end)}
    pool = [data[at - 8 : stop] for _, at, stop in boxes(data, *parts[b"ipco"])]
    at = parts[b"ipma"][0]
    wide = data[at + 3] & 1
    (count,) = struct.unpack_from(">I", data, at + 4)
    at += 8
    found: dict[int, list[Property]] = {}
    for _ in range(count):
        number, links = struct.unpack_from(">HB", data, at)
        at += 3
        for _ in range(links):
            (link,) = struct.unpack_from(">H" if wide else ">B", data, at)
            at += 2 if wide else 1
            top = 15 if wide else 7
            found.setdefault(number, []).append((pool[(link & (1 << top) - 1) - 1], bool(link >> top)))
    return found


def locations(data: bytes, parts: dict[bytes, tuple[int, int]]) -> dict[int, bytes]:
    at = parts[b"iloc"][0]
    version = data[at]
    offset_size, length_size, base_size = data[at + 4] >> 4, data[at + 4] & 15, data[at + 5] >> 4
    index_size = data[at + 5] & 15 if version else 0
    at += 6

    def number(size: int) -> int:
        nonlocal at
        at += size
        return int.from_bytes(data[at - size : at], "big")

    found = {}
    for _ in range(number(2)):
        item = number(2)
        method = number(2) & 15 if version else 0
        number(2)
        base = number(base_size) + (parts[b"idat"][0] if method == 1 else 0)
        found[item] = b""
        for _ in range(number(2)):
            number(index_size)
            place, length = number(offset_size), number(length_size)
            found[item] += data[base + place : base + place + length]
    return found
