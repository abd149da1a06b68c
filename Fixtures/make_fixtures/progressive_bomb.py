"""A small progressive JPEG that is legal in every detail and takes thousands of passes over 16 million pixels.

Each AC coefficient gets a scan of its own for each of its 14 bits; every scan says only "nothing here, for so many
blocks". No decoder warning tells it from a picture: only a limit on scans, or on time, stops it.
"""

import struct

from . import jpeg

SIDE = 4096
BLOCK = 8
# Component number -> sampling factor: luma in full, both colours halved each way.
SAMPLING = {1: 2, 2: 1, 3: 1}
HIGHEST_BIT = 13
COEFFICIENTS = range(1, 64)

LONGEST_RUN = 32767  # blocks that one end-of-bands run can cover
DC_TABLE, AC_TABLE = 0x00, 0x10
RUN_CODES = {14: "0", 3: "10", 1: "110"}  # run length in bits -> Huffman code


def blocks(component: int) -> int:
    side = SIDE // BLOCK * SAMPLING[component] // max(SAMPLING.values())
    return side * side


def entropy_bytes(bits: str) -> bytes:
    """Bits filled up with ones, and a zero after every 0xFF, as the format wants it."""
    bits += "1" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8, "big").replace(b"\xff", b"\xff\0")


def huffman_table(kind: int, counts: tuple[int, ...], symbols: bytes) -> bytes:
    return jpeg.segment(jpeg.DHT, bytes((kind, *counts)) + bytes(16 - len(counts)) + symbols)


def scan(component: int, first: int, last: int, high: int, low: int, bits: str) -> bytes:
    header = bytes((1, component, 0, first, last, high << 4 | low))
    return jpeg.segment(jpeg.SOS, header) + entropy_bytes(bits)


def empty_bands(count: int) -> str:
    """Bits that say 'no coefficient here' for `count` blocks, in runs as long as they can be."""
    bits = ""
    while count:
        run = min(count, LONGEST_RUN)
        length = max(length for length in RUN_CODES if 1 << length <= run)
        run = min(run, (2 << length) - 1)
        bits += RUN_CODES[length] + format(run - (1 << length), f"0{length}b")
        count -= run
    return bits


def build() -> tuple[bytes, int]:
    """The file, and the number of its scans."""
    frame = struct.pack(">BHHB", 8, SIDE, SIDE, len(SAMPLING))
    frame += b"".join(bytes((component, factor << 4 | factor, 0)) for component, factor in SAMPLING.items())
    run_symbols = bytes(length << 4 for length in RUN_CODES)
    parts = [
        jpeg.SOI,
        jpeg.segment(jpeg.DQT, bytes(1) + bytes([1]) * 64),
        jpeg.segment(jpeg.SOF2, frame),
        huffman_table(DC_TABLE, (1,), bytes(1)),
        huffman_table(AC_TABLE, (1, 1, 1), run_symbols),
    ]
    scans = [scan(component, 0, 0, 0, 0, "0" * blocks(component)) for component in SAMPLING]
    for component in SAMPLING:
        bits = empty_bands(blocks(component))
        for position in COEFFICIENTS:
            scans.append(scan(component, position, position, 0, HIGHEST_BIT, bits))
            refinements = range(HIGHEST_BIT - 1, -1, -1)
            scans += [scan(component, position, position, low + 1, low, bits) for low in refinements]
    return b"".join(parts + scans) + jpeg.EOI, len(scans)
