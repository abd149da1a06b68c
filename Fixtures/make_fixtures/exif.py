"""EXIF blocks (TIFF structures) in either byte order, and deliberately malformed ones."""

import struct

BYTE, ASCII, SHORT, LONG, RATIONAL, UNDEFINED = 1, 2, 3, 4, 5, 7
LITTLE_ENDIAN, BIG_ENDIAN = "<", ">"
BYTE_ORDER_MARK = {LITTLE_ENDIAN: b"II", BIG_ENDIAN: b"MM"}

ORIENTATION, EXIF_POINTER, GPS_POINTER, SUBJECT_AREA = 0x0112, 0x8769, 0x8825, 0x9214
COMPRESSION, THUMBNAIL_OFFSET, THUMBNAIL_LENGTH = 0x0103, 0x0201, 0x0202

Entry = tuple[int, int, bytes | tuple]


def value_bytes(order: str, kind: int, value: bytes | tuple) -> tuple[int, bytes]:
    """Number of values of an entry, and their bytes."""
    if isinstance(value, bytes):
        return len(value), value
    if kind == RATIONAL:
        return len(value), b"".join(struct.pack(order + "II", *fraction) for fraction in value)
    return len(value), struct.pack(f"{order}{len(value)}{'H' if kind == SHORT else 'I'}", *value)


def directory(order: str, entries: list[Entry], offset: int, next_offset: int = 0) -> bytes:
    """An IFD that lies at `offset`, followed by the values too long for their entries."""
    table = struct.pack(order + "H", len(entries))
    long_values = b""
    long_values_at = offset + 2 + 12 * len(entries) + 4
    for tag, kind, value in sorted(entries):
        count, data = value_bytes(order, kind, value)
        table += struct.pack(order + "HHI", tag, kind, count)
        if len(data) <= 4:
            table += data.ljust(4, b"\0")
        else:
            table += struct.pack(order + "I", long_values_at + len(long_values))
            long_values += data + b"\0" * (len(data) % 2)
    return table + struct.pack(order + "I", next_offset) + long_values


def tiff(
    order: str,
    main: list[Entry],
    exif: list[Entry] | None = None,
    gps: list[Entry] | None = None,
    thumbnail: bytes = b"",
) -> bytes:
    """The whole block: header, main directory, EXIF and GPS directories, and a JPEG thumbnail in IFD1."""
    parts = [(EXIF_POINTER, exif), (GPS_POINTER, gps)]
    present = [(pointer, entries) for pointer, entries in parts if entries]
    end = 8 + len(directory(order, main + [(pointer, LONG, (0,)) for pointer, _ in present], 8))
    pointers: list[Entry] = []
    bodies = b""
    for pointer, entries in present:
        pointers.append((pointer, LONG, (end,)))
        body = directory(order, entries, end)
        bodies += body
        end += len(body)
    second_at = 0
    if thumbnail:
        second_at = end
        size_of_second = 2 + 3 * 12 + 4
        second: list[Entry] = [
            (COMPRESSION, SHORT, (6,)),
            (THUMBNAIL_OFFSET, LONG, (second_at + size_of_second,)),
            (THUMBNAIL_LENGTH, LONG, (len(thumbnail),)),
        ]
        bodies += directory(order, second, second_at) + thumbnail
    start = BYTE_ORDER_MARK[order] + struct.pack(order + "HI", 42, 8)
    return start + directory(order, main + pointers, 8, second_at) + bodies


def orientation_only(order: str, orientation: int) -> bytes:
    return tiff(order, [(ORIENTATION, SHORT, (orientation,))])


def looping() -> bytes:
    """A block in which nothing leads anywhere: values past the end, and directories that point back at themselves.

    It has no orientation, so a reader that survives it must take orientation 1.
    """
    entries: list[Entry] = [(EXIF_POINTER, LONG, (8,)), (GPS_POINTER, LONG, (0x7FFFFFF0,))]
    body = directory(LITTLE_ENDIAN, entries, 8, next_offset=8)
    past_the_end = struct.pack("<HHII", 0x010F, ASCII, 0x10000, 0xFFFFFF00)
    count_and_entry = struct.pack("<H", len(entries) + 1) + past_the_end
    return b"II" + struct.pack("<HI", 42, 8) + count_and_entry + body[2:]
