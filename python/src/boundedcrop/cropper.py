"""Crops with the same options for many photos."""

from __future__ import annotations

import os
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Sequence, Tuple, TypeVar, Union, overload

from .options import DETECTION, Options, fields
from .pictures import KINDS, Encoded, Kind, decoded, encoded
from .worker import Worker

if TYPE_CHECKING:
    import PIL.Image
    from typing_extensions import Unpack

    from .pictures import Array, Photo

    File = Union[bytes, bytearray, memoryview, str, os.PathLike[str]]

Size = Tuple[int, int]
# What 100 megapixels, the most that are read, take as pixels, and as a line.
MOST_BYTES = 420_000_000
MOST_LINE = 600_000_000

Self = TypeVar("Self", bound="Cropper")


class Cropper:
    """Crops photos with the options that it was created with.

        with boundedcrop.Cropper(scheme="largest", padding="50%") as cropper:
            avatars = [cropper.crop(path, size=(96, 96)) for path in paths]

    It can be used by many threads at once, and has a process of its own, which ``close`` ends. ``jobs`` is how many photos are worked on at
    once (default: the number of cores). Options of a method override those of the cropper.
    """

    def __init__(self, *, jobs: int | None = None, **options: Unpack[Options]) -> None:
        self._options = fields(options)
        limits = [f"--max-bytes={MOST_BYTES}", f"--max-line={MOST_LINE}"]
        self._worker = Worker(limits if jobs is None else [*limits, f"--jobs={jobs}"])

    # One overload for each kind of photo, and one for each kind of output.
    @overload
    def crop(
        self, photo: File, size: Size | None = ..., *, aspect: str | None = ..., output: None = ..., format: str | None = ...,
        quality: int | None = ..., **options: Unpack[Options],
    ) -> bytes: ...
    @overload
    def crop(
        self, photo: PIL.Image.Image, size: Size | None = ..., *, aspect: str | None = ..., output: None = ...,
        **options: Unpack[Options],
    ) -> PIL.Image.Image: ...
    @overload
    def crop(
        self, photo: Array, size: Size | None = ..., *, aspect: str | None = ..., output: None = ..., **options: Unpack[Options],
    ) -> Array: ...
    @overload
    def crop(
        self, photo: Photo, size: Size | None = ..., *, aspect: str | None = ..., output: Literal["bytes"], format: str | None = ...,
        quality: int | None = ..., **options: Unpack[Options],
    ) -> bytes: ...
    @overload
    def crop(
        self, photo: Photo, size: Size | None = ..., *, aspect: str | None = ..., output: Literal["pil"], **options: Unpack[Options],
    ) -> PIL.Image.Image: ...
    @overload
    def crop(
        self, photo: Photo, size: Size | None = ..., *, aspect: str | None = ..., output: Literal["numpy"], **options: Unpack[Options],
    ) -> Array: ...
    def crop(
        self, photo: Photo, size: Size | None = None, *, aspect: str | None = None, output: Kind | None = None,
        format: str | None = None, quality: int | None = None, **options: Unpack[Options],
    ) -> bytes | PIL.Image.Image | Array:
        """Crops a photo: bytes of a file, a path, a Pillow image, or a NumPy array of uint8 (height×width, ×3 or ×4).

        ``size`` is the width and height of the crop; ``aspect``, such as ``"16:9"``, is for the largest crop of that shape; without both it
        has the photo's own shape. The crop is of the photo's kind, bytes for a path, or of the kind that ``output`` names. ``format``
        (``"jpeg"``, ``"png"``, ``"webp"``, ``"avif"``, ``"gif"``; default: the photo's) and ``quality`` (1 to 100) are for bytes.

        Raises `Error` if the photo or an option cannot be used.
        """
        photo_in, kind = _prepared(photo, output, format, quality)
        shape = _shape(size, aspect)
        result = self._ask(photo_in, [shape], _encoding(kind, format, quality), options)[0]
        return decoded(result, kind, photo_in.channels)

    @overload
    def crops(
        self, photo: File, sizes: Sequence[Size], *, output: None = ..., format: str | None = ..., quality: int | None = ...,
        **options: Unpack[Options],
    ) -> list[bytes]: ...
    @overload
    def crops(
        self, photo: PIL.Image.Image, sizes: Sequence[Size], *, output: None = ..., **options: Unpack[Options],
    ) -> list[PIL.Image.Image]: ...
    @overload
    def crops(self, photo: Array, sizes: Sequence[Size], *, output: None = ..., **options: Unpack[Options]) -> list[Array]: ...
    @overload
    def crops(
        self, photo: Photo, sizes: Sequence[Size], *, output: Literal["bytes"], format: str | None = ..., quality: int | None = ...,
        **options: Unpack[Options],
    ) -> list[bytes]: ...
    @overload
    def crops(
        self, photo: Photo, sizes: Sequence[Size], *, output: Literal["pil"], **options: Unpack[Options],
    ) -> list[PIL.Image.Image]: ...
    @overload
    def crops(
        self, photo: Photo, sizes: Sequence[Size], *, output: Literal["numpy"], **options: Unpack[Options],
    ) -> list[Array]: ...
    def crops(
        self, photo: Photo, sizes: Sequence[Size], *, output: Kind | None = None, format: str | None = None,
        quality: int | None = None, **options: Unpack[Options],
    ) -> Any:
        """Crops a photo to several sizes, with one detection and one decode. See ``crop``."""
        photo_in, kind = _prepared(photo, output, format, quality)
        shapes = [_shape(size, None) for size in sizes]
        if not shapes:
            return []
        results = self._ask(photo_in, shapes, _encoding(kind, format, quality), options)
        return [decoded(result, kind, photo_in.channels) for result in results]

    @overload
    def faces(
        self, photo: File, size: Size | None = ..., *, aspect: str | None = ..., output: None = ..., format: str | None = ...,
        quality: int | None = ..., **options: Unpack[Options],
    ) -> list[bytes]: ...
    @overload
    def faces(
        self, photo: PIL.Image.Image, size: Size | None = ..., *, aspect: str | None = ..., output: None = ...,
        **options: Unpack[Options],
    ) -> list[PIL.Image.Image]: ...
    @overload
    def faces(
        self, photo: Array, size: Size | None = ..., *, aspect: str | None = ..., output: None = ..., **options: Unpack[Options],
    ) -> list[Array]: ...
    @overload
    def faces(
        self, photo: Photo, size: Size | None = ..., *, aspect: str | None = ..., output: Literal["bytes"], format: str | None = ...,
        quality: int | None = ..., **options: Unpack[Options],
    ) -> list[bytes]: ...
    @overload
    def faces(
        self, photo: Photo, size: Size | None = ..., *, aspect: str | None = ..., output: Literal["pil"], **options: Unpack[Options],
    ) -> list[PIL.Image.Image]: ...
    @overload
    def faces(
        self, photo: Photo, size: Size | None = ..., *, aspect: str | None = ..., output: Literal["numpy"], **options: Unpack[Options],
    ) -> list[Array]: ...
    def faces(
        self, photo: Photo, size: Size | None = None, *, aspect: str | None = None, output: Kind | None = None,
        format: str | None = None, quality: int | None = None, **options: Unpack[Options],
    ) -> Any:
        """Makes a crop of each face, with one detection; none if there is no face. See ``crop``.

        They come from left to right, or as ``each_face`` says: ``"size"`` is the largest first. ``align="arcface"`` is for recognition.
        """
        photo_in, kind = _prepared(photo, output, format, quality)
        results = self._ask_faces(photo_in, _shape(size, aspect), _encoding(kind, format, quality), options)
        return [decoded(result, kind, photo_in.channels) for result in results]

    def face_plans(
        self, photo: Photo, size: Size | None = None, *, aspect: str | None = None, **options: Unpack[Options]
    ) -> list[dict[str, Any]]:
        """Returns what ``plan`` does, for each face alone; ``face`` is its number. See ``faces``."""
        return self._ask_faces(encoded(photo), _shape(size, aspect), {"plan": True}, options)

    def plan(
        self, photo: Photo, size: Size | None = None, *, aspect: str | None = None, **options: Unpack[Options]
    ) -> dict[str, Any]:
        """Returns where a photo would be cropped and why: the object that ``boundedcrop crop --plan --json`` prints."""
        return self._ask(encoded(photo), [_shape(size, aspect)], {"plan": True}, options)[0]

    def detect(self, photo: Photo, **options: Unpack[Options]) -> dict[str, Any]:
        """Returns where the faces are: the object that ``boundedcrop detect --json`` prints."""
        merged = {name: value for name, value in self._options.items() if name in DETECTION}
        return self._worker.ask({"source": encoded(photo).source, "features": True, **merged, **fields(options)})[0]

    def close(self) -> None:
        """Ends the process when it has answered what it was asked."""
        self._worker.close()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _ask(
        self, photo: Encoded, shapes: list[dict[str, Any]], fixed: dict[str, Any], options: Options
    ) -> list[dict[str, Any]]:
        asked = {**self._options, **fields(options)}
        if "eachFace" in asked:
            raise TypeError("each_face is an option of faces and face_plans, which return a list")
        return self._worker.ask({"source": photo.source, "outputs": shapes, **asked, **fixed})

    def _ask_faces(self, photo: Encoded, shape: dict[str, Any], fixed: dict[str, Any], options: Options) -> list[dict[str, Any]]:
        asked = {"eachFace": "left-to-right", **self._options, **fields(options)}
        faces: list[dict[str, Any]] = self._worker.ask({"source": photo.source, "outputs": [shape], **asked, **fixed})[0]["faces"]
        return faces


def _prepared(photo: Photo, output: Kind | None, format: str | None, quality: int | None) -> tuple[Encoded, Kind]:
    if output is not None and output not in KINDS:
        raise ValueError(f"an output is one of {', '.join(KINDS)}, not {output!r}")
    photo_in = encoded(photo)
    kind = output or photo_in.kind
    if kind != "bytes" and (format is not None or quality is not None):
        raise ValueError('a format and a quality are for output="bytes"')
    return photo_in, kind


def _shape(size: Size | None, aspect: str | None) -> dict[str, Any]:
    if size is None:
        return {} if aspect is None else {"aspect": aspect}
    if aspect is not None:
        raise ValueError("a crop has a size or an aspect, not both")
    width, height = size
    return {"width": int(width), "height": int(height)}


def _encoding(kind: Kind, format: str | None, quality: int | None) -> dict[str, Any]:
    if kind != "bytes":
        return {"format": "rgba"}
    return {name: value for name, value in (("format", format), ("quality", quality)) if value is not None}
