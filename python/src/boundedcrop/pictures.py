"""Photos as the worker reads them, and crops as the caller wants them."""

from __future__ import annotations

import base64
import inspect
import io
import os
import struct
import sys
import zlib
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, Union

from .errors import Error

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    import PIL.Image

    Array = numpy.typing.NDArray[numpy.uint8]

    class Readable(Protocol):
        """A file that is open for reading in binary mode."""

        def read(self) -> bytes: ...

    class AsyncReadable(Protocol):
        """Such a file whose ``read`` is awaited."""

        async def read(self) -> bytes: ...

    # What gives bytes.
    File = Union[bytes, bytearray, memoryview, str, os.PathLike[str], Readable]
    Photo = Union[File, PIL.Image.Image, Array]

# What 100 megapixels, the most that are read, take as pixels, and as a line.
MOST_BYTES = 420_000_000
MOST_LINE = 600_000_000

Kind = Literal["bytes", "pil", "numpy"]
KINDS = ("bytes", "pil", "numpy")


class Encoded(NamedTuple):
    """A photo in a request."""

    source: dict[str, str]
    # The kind of its crops, unless another one is asked for.
    kind: Kind
    # The number of channels that crops have as pixels; None if they have an alpha channel only where they need one.
    channels: int | None


def encoded(photo: Photo) -> Encoded:
    """Raises `TypeError` for what is no photo, `ValueError` for an array of the wrong shape."""
    if isinstance(photo, (bytes, bytearray, memoryview)):
        return Encoded(_base64(photo), "bytes", None)
    if isinstance(photo, (str, os.PathLike)):
        return Encoded({"path": _absolute(photo)}, "bytes", None)
    # Who has such a photo has imported its library.
    pillow, numpy = sys.modules.get("PIL.Image"), sys.modules.get("numpy")
    if pillow and isinstance(photo, pillow.Image):
        return _encoded_image(photo)
    if numpy and isinstance(photo, numpy.ndarray):
        return _encoded_array(photo)
    if callable(getattr(photo, "read", None)):
        return Encoded(_base64(_content(photo)), "bytes", None)
    raise TypeError(f"a photo is bytes, a path, a file object, a Pillow image or a NumPy array, not {type(photo).__name__}")


def _content(file: Any) -> bytes | bytearray | memoryview:
    """What a file has from its position on. Raises what its `read` raises, such as `ValueError` if it is closed."""
    mistake = "a photo is a file opened in binary mode, such as open(path, 'rb'), not text"
    if isinstance(file, io.TextIOBase):
        raise TypeError(mistake)
    content = file.read()
    if inspect.iscoroutine(content):
        content.close()
        raise TypeError(f"the read of {type(file).__name__} must be awaited: use AsyncCropper, or pass the bytes")
    if isinstance(content, str):
        raise TypeError(mistake)
    if not isinstance(content, (bytes, bytearray, memoryview)):
        raise TypeError(f"the read of {type(file).__name__} gave {type(content).__name__}, not bytes")
    if not content:
        raise Error("emptyFile", "the file has nothing from its position on: a seek(0) may be missing")
    return content


def _base64(file: bytes | bytearray | memoryview) -> dict[str, str]:
    size = memoryview(file).nbytes
    if size > MOST_BYTES:
        raise Error("limitExceeded", f"the photo has {size} bytes; at most {MOST_BYTES} are read")
    return {"base64": base64.b64encode(file).decode("ascii")}


def _absolute(path: str | os.PathLike[str]) -> str:
    # The worker may have started in another folder.
    text = os.path.abspath(os.fsdecode(os.fspath(path)))
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Error("invalidArgument", f"the file name is not valid UTF-8: {text!r}") from None
    return text


def _encoded_image(image: PIL.Image.Image) -> Encoded:
    from PIL import ImageOps

    # Upright, as photos are that come as files.
    upright = ImageOps.exif_transpose(image)
    profile = upright.info.get("icc_profile") if upright.mode in ("RGB", "RGBA") else None
    if upright.mode not in ("L", "RGB", "RGBA"):
        upright = upright.convert("RGBA" if upright.has_transparency_data else "L" if upright.mode == "1" else "RGB")
    channels = len(upright.getbands())
    pixels, width = upright.tobytes(), upright.width * channels
    rows = b"".join(b"\0" + pixels[start : start + width] for start in range(0, len(pixels), width))
    return Encoded(_base64(_png(rows, upright.width, upright.height, channels, profile)), "pil", channels)


def _encoded_array(array: Array) -> Encoded:
    import numpy

    channels = 1 if array.ndim == 2 else array.shape[2] if array.ndim == 3 else 0
    if array.dtype != numpy.uint8 or channels not in (1, 3, 4) or array.ndim == 3 and channels == 1 or array.size == 0:
        raise ValueError(f"an array is height×width, ×3 or ×4, of uint8, not {array.shape} of {array.dtype}")
    height, width = array.shape[:2]
    rows = numpy.zeros((height, 1 + width * channels), numpy.uint8)
    rows[:, 1:] = array.reshape(height, width * channels)
    return Encoded(_base64(_png(rows.tobytes(), width, height, channels, None)), "numpy", channels)


def _png(rows: bytes, width: int, height: int, channels: int, profile: bytes | None) -> bytes:
    """Pixels as a file, without compression; each row begins with a zero."""

    def chunk(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(content, zlib.crc32(name)))

    color = {1: 0, 3: 2, 4: 6}[channels]
    chunks = [chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, color, 0, 0, 0))]
    if profile:
        chunks.append(chunk(b"iCCP", b"profile\0\0" + zlib.compress(profile)))
    chunks += [chunk(b"IDAT", zlib.compress(rows, 0)), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def decoded(result: dict[str, Any], kind: Kind, channels: int | None) -> bytes | PIL.Image.Image | Array:
    """The crop in a result, which has pixels if its kind is not bytes."""
    data = base64.b64decode(result["image"])
    if kind == "bytes":
        return data
    size = (result["output"]["width"], result["output"]["height"])
    # An effect may make an opaque photo transparent.
    if data[3::4].count(255) < size[0] * size[1]:
        channels = 4
    return _image(data, size, channels or 3) if kind == "pil" else _array(data, size, channels or 3)


def _image(data: bytes, size: tuple[int, int], channels: int) -> PIL.Image.Image:
    from PIL import Image

    image = Image.frombytes("RGBA", size, data)
    return image if channels == 4 else image.convert("RGB") if channels == 3 else image.getchannel("R")


def _array(data: bytes, size: tuple[int, int], channels: int) -> Array:
    import numpy

    array = numpy.frombuffer(data, numpy.uint8).reshape(size[1], size[0], 4)
    # A copy, which can be changed.
    copy: Array = numpy.array(array[:, :, 0] if channels == 1 else array[:, :, :channels])
    return copy
