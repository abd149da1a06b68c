"""JPEG files: encoding through Pillow and libjpeg-turbo, and work on marker segments."""

import ctypes
import ctypes.util
import io
import struct

from PIL import Image

SOI = b"\xff\xd8"
EOI = b"\xff\xd9"
SOF0, SOF2, DHT, SOS, DQT, APP1, APP2, COM = 0xC0, 0xC2, 0xC4, 0xDA, 0xDB, 0xE1, 0xE2, 0xFE

EXIF_NAME = b"Exif\0\0"
XMP_NAME = b"http://ns.adobe.com/xap/1.0/\0"
ICC_NAME = b"ICC_PROFILE\0"
LARGEST_ICC_PIECE = 65533 - len(ICC_NAME) - 2

# Numbers of turbojpeg.h.
PIXELS_RGB, PIXELS_CMYK = 0, 11
SAMPLING_444, SAMPLING_440, SAMPLING_411 = 0, 4, 5
ACCURATE_DCT = 4096


def encode(image: Image.Image, quality: int = 88, **options) -> bytes:
    """Pillow's encoder, for the ordinary forms."""
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=quality, **options)
    return buffer.getvalue()


def encode_turbo(pixels: bytes, width: int, height: int, layout: int, sampling: int, quality: int = 88) -> bytes:
    """libjpeg-turbo's own interface, for what Pillow cannot write: 4:4:0, 4:1:1 and YCCK."""
    library = ctypes.CDLL(ctypes.util.find_library("turbojpeg") or "libturbojpeg.so.0")
    library.tjInitCompress.restype = ctypes.c_void_p
    handle = ctypes.c_void_p(library.tjInitCompress())
    output = ctypes.POINTER(ctypes.c_ubyte)()
    size = ctypes.c_ulong()
    settings = (ctypes.c_int(sampling), ctypes.c_int(quality), ctypes.c_int(ACCURATE_DCT))
    failed = library.tjCompress2(
        handle, pixels, width, 0, height, layout, ctypes.byref(output), ctypes.byref(size), *settings
    )
    assert not failed, "libjpeg-turbo refused the picture"
    data = ctypes.string_at(output, size.value)
    library.tjFree(output)
    library.tjDestroy(handle)
    return data


def segment(marker: int, payload: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(payload) + 2) + payload


def with_segments(jpeg: bytes, *segments: bytes) -> bytes:
    """Puts segments right after SOI, where EXIF belongs."""
    return SOI + b"".join(segments) + jpeg[2:]


def exif_segment(tiff: bytes) -> bytes:
    return segment(APP1, EXIF_NAME + tiff)


def xmp_segment(packet: bytes) -> bytes:
    return segment(APP1, XMP_NAME + packet)


def icc_segments(profile: bytes) -> list[bytes]:
    """The profile in as many APP2 segments as it needs, numbered from 1."""
    pieces = [profile[at : at + LARGEST_ICC_PIECE] for at in range(0, len(profile), LARGEST_ICC_PIECE)]
    count = len(pieces)
    return [segment(APP2, ICC_NAME + bytes((number, count)) + piece) for number, piece in enumerate(pieces, 1)]


def find_segment(jpeg: bytes, *markers: int) -> tuple[int, int]:
    """Start and end (length field included) of the first header segment with one of the markers."""
    at = 2
    while jpeg[at] == 0xFF:
        end = at + 2 + struct.unpack_from(">H", jpeg, at + 2)[0]
        if jpeg[at + 1] in markers:
            return at, end
        at = end
    raise ValueError("no such segment")


def with_frame_size(jpeg: bytes, width: int, height: int) -> bytes:
    """The same file with another size in its SOF segment, which the scan data then does not match."""
    start, _ = find_segment(jpeg, SOF0, SOF2)
    return jpeg[: start + 5] + struct.pack(">HH", height, width) + jpeg[start + 9 :]
