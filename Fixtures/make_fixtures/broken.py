"""broken/: files that no decoder can or should open in full, and README.md that says what is wrong with each."""

import io
import random
import struct
import zlib

from PIL import Image

from . import cut_formats, exif, jpeg, png, progressive_bomb, webp
from .catalogue import Catalogue, photo

WIDTH, HEIGHT = 364, 455
KEPT_PART = 0.45
HUGE_SIDE = 30000
BOMB_SIDE = 12000

README_HEAD = """# Broken files

Made by `make-fixtures.py`; not in `manifest.json`. Licence as in `../SOURCES.md`.

| file | what is wrong with it |
| --- | --- |
"""


def cut(data: bytes) -> bytes:
    return data[: int(len(data) * KEPT_PART)]


def with_garbage(data: bytes, start: int, length: int, seed: int) -> bytes:
    """Random bytes over a part, none of them 0xFF: in a JPEG scan they stay entropy data and make no markers."""
    source = random.Random(seed)
    noise = bytes(source.randrange(255) for _ in range(length))
    return data[:start] + noise + data[start + length :]


def idat_place(data: bytes) -> tuple[int, int]:
    """Where the contents of the first IDAT chunk start, and how long they are."""
    at = data.index(b"IDAT")
    return at + 4, struct.unpack_from(">I", data, at - 4)[0]


def with_flipped(data: bytes, start: int, count: int) -> bytes:
    return data[:start] + bytes(value ^ 0xFF for value in data[start : start + count]) + data[start + count :]


def tiny_png(width: int, height: int, stream: bytes) -> bytes:
    """A PNG of 1-bit gray that says it has this size, whatever the stream holds."""
    header = png.header_chunk(width, height, 1, png.GRAY)
    return png.SIGNATURE + header + png.chunk(b"IDAT", stream) + png.chunk(b"IEND", b"")


def huge_lossless_webp() -> bytes:
    """A lossless bitstream header for 16384 x 16384, the most the format can say, and nothing behind it."""
    header = b"\x2f" + struct.pack("<I", 16383 | 16383 << 14)
    return webp.riff(webp.chunk(b"VP8L", header))


def huge_canvas_webp(still: bytes) -> bytes:
    """A canvas header for 16384 x 16384 before a small picture."""
    return webp.riff(webp.canvas_chunk(16384, 16384, 0), webp.picture_chunks(still))


def silent_wave() -> bytes:
    sound_format = struct.pack("<HHIIHH", 1, 1, 8000, 8000, 1, 8)
    return webp.riff(webp.chunk(b"fmt ", sound_format), webp.chunk(b"data", b"\x80" * 64), form=b"WAVE")


def document() -> bytes:
    return b"%PDF-1.7\n%%EOF\n"


def jpeg_files(image: Image.Image) -> dict[str, tuple[bytes, str]]:
    plain = jpeg.encode(image)
    with_exif = jpeg.with_segments(plain, jpeg.exif_segment(exif.orientation_only(exif.BIG_ENDIAN, 1)))
    _, frame_end = jpeg.find_segment(plain, jpeg.SOF0)
    scan_middle = len(plain) // 2
    many_scans, scan_count = progressive_bomb.build()
    size = f"{progressive_bomb.SIDE} x {progressive_bomb.SIDE}"
    return {
        "empty.jpg": (b"", "no bytes at all"),
        "text.jpg": (b"This is plain text and not a picture.\n", "plain text"),
        "truncated.jpg": (cut(plain), "baseline, cut at 45% of its bytes"),
        "truncated_progressive.jpg": (cut(jpeg.encode(image, progressive=True)), "progressive, cut at 45%"),
        "header_only.jpg": (plain[:frame_end], "cut right behind the frame header (SOF)"),
        "cut_in_exif.jpg": (with_exif[:24], "cut within the EXIF segment"),
        "garbage_scan.jpg": (
            with_garbage(plain, scan_middle, 1200, seed=3),
            "1200 random bytes in the middle of the entropy data",
        ),
        "zero_size.jpg": (jpeg.with_frame_size(plain, WIDTH, 0), "frame header says height 0"),
        "huge.jpg": (jpeg.with_frame_size(plain, 65500, 65500), "frame header says 65500 x 65500; data for far less"),
        "many_scans.jpg": (many_scans, f"legal progressive file of {size} with {scan_count} scans: takes seconds"),
    }


def png_files(image: Image.Image) -> dict[str, tuple[bytes, str]]:
    plain = png.encode(image)
    start, length = idat_place(plain)
    row = (BOMB_SIDE + 7) // 8 + 1
    bomb = tiny_png(BOMB_SIDE, BOMB_SIDE, zlib.compress(bytes(row * BOMB_SIDE), 9))
    said = f"{HUGE_SIDE} x {HUGE_SIDE}"
    small_stream = zlib.compress(bytes(100), 9)
    return {
        "truncated.png": (cut(plain), "cut at 45% of its bytes"),
        "bad_crc.png": (with_flipped(plain, start + length // 2, 8), "8 bytes of IDAT flipped, so its CRC is wrong"),
        "bad_crc_only.png": (with_flipped(plain, start + length, 4), "CRC of IDAT wrong, contents whole"),
        "no_idat.png": (plain[:33] + plain[-12:], "header and end, no IDAT"),
        "zero_size.png": (tiny_png(0, 0, small_stream), "header says 0 x 0"),
        "huge.png": (tiny_png(HUGE_SIDE, HUGE_SIDE, small_stream), f"header says {said}; data for a few rows"),
        "decompression_bomb.png": (bomb, f"legal 1-bit file of {BOMB_SIDE} x {BOMB_SIDE} zeros in a few kilobytes"),
    }


def other_files(image: Image.Image) -> dict[str, tuple[bytes, str]]:
    lossy = webp.encode(image, quality=85)
    return {
        "truncated.webp": (cut(lossy), "lossy, cut at 45% of its bytes"),
        "huge.webp": (huge_lossless_webp(), "lossless header says 16384 x 16384, and nothing behind it"),
        "huge_canvas.webp": (huge_canvas_webp(lossy), f"canvas 16384 x 16384, picture {WIDTH} x {HEIGHT}"),
        "riff_not_webp.webp": (silent_wave(), "RIFF, but WAVE sound"),
        "document.pdf": (document(), "the start and end of a PDF: a format that is not read"),
    }


def make(fixtures: Catalogue) -> None:
    image = photo("obama.jpg").resized(WIDTH, HEIGHT).image
    small = photo("obama.jpg").resized(WIDTH // 2, HEIGHT // 2).image
    rows = []
    pictures = jpeg_files(image) | png_files(small) | cut_formats.files(KEPT_PART)
    for name, (data, fault) in (pictures | other_files(image)).items():
        fixtures.write(f"broken/{name}", data)
        rows.append(f"| {name} | {fault} |\n")
    fixtures.write("broken/README.md", (README_HEAD + "".join(rows)).encode())
