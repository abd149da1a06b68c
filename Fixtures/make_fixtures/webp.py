"""WebP files: encoding through Pillow, and work on RIFF chunks."""

import io
import struct

from PIL import Image

HAS_ICC, HAS_ALPHA, HAS_EXIF, HAS_XMP, IS_ANIMATED = 0x20, 0x10, 0x08, 0x04, 0x02


def encode(image: Image.Image, **options) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "WEBP", **options)
    return buffer.getvalue()


def encode_lossless(image: Image.Image, **options) -> bytes:
    """`exact` keeps the colours of fully transparent pixels, too."""
    return encode(image, lossless=True, exact=True, quality=100, method=6, **options)


def chunk(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def riff(*chunks: bytes, form: bytes = b"WEBP") -> bytes:
    body = form + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def number24(value: int) -> bytes:
    return struct.pack("<I", value)[:3]


def canvas_chunk(width: int, height: int, flags: int) -> bytes:
    return chunk(b"VP8X", bytes((flags, 0, 0, 0)) + number24(width - 1) + number24(height - 1))


def picture_chunks(webp: bytes) -> bytes:
    """The chunks of a still file that hold its pixels."""
    kept = b""
    at = 12
    while at < len(webp):
        name, size = struct.unpack_from("<4sI", webp, at)
        end = at + 8 + size + size % 2
        if name in (b"ALPH", b"VP8 ", b"VP8L"):
            kept += webp[at:end]
        at = end
    return kept


def with_exif_prefix(webp: bytes, size: tuple[int, int], tiff: bytes) -> bytes:
    """EXIF with the name JPEG puts before it, which some writers leave there against the specification."""
    return riff(canvas_chunk(*size, HAS_EXIF), picture_chunks(webp), chunk(b"EXIF", b"Exif\0\0" + tiff))


def frame_chunk(image: Image.Image, left: int, top: int, milliseconds: int = 200) -> bytes:
    """One frame that replaces the pixels under it; the offset must be even."""
    place = number24(left // 2) + number24(top // 2) + number24(image.width - 1) + number24(image.height - 1)
    replaces = bytes((2,))
    return chunk(b"ANMF", place + number24(milliseconds) + replaces + picture_chunks(encode_lossless(image)))


def animation(width: int, height: int, frames: list[bytes]) -> bytes:
    background_and_loops = struct.pack("<IH", 0, 0)
    flags = IS_ANIMATED | HAS_ALPHA
    return riff(canvas_chunk(width, height, flags), chunk(b"ANIM", background_and_loops), *frames)
