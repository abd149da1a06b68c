"""Crops with the same options for many photos."""

from __future__ import annotations

import os
import re
import warnings
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, Literal, Mapping, Sequence, TypeVar, overload

from .batches import in_order
from .errors import Error, NothingCovered
from .options import DETECTION, FileOptions, Options, RedactOptions, camel_case, color, effect_list, fields, text
from .pictures import KINDS, MOST_BYTES, MOST_LINE, Encoded, Kind, decoded, encoded
from .records import Detection, Plan
from .shapes import Aspect, Size, shape
from .worker import Worker

if TYPE_CHECKING:
    from PIL.Image import Image
    from typing_extensions import Unpack

    from .options import Color
    from .pictures import Array, File, Photo

    # Photos whose crops are of the same kind.
    Pixels = TypeVar("Pixels", Image, Array)

    class FileKeywords(FileOptions, total=False):
        format: str | None
        quality: int | None

    class RedactKeywords(RedactOptions, total=False):
        format: str | None
        quality: int | None

    class PlanKeywords(Options, total=False):
        aspect: Aspect | None

    class CropsKeywords(Options, total=False):
        format: str | None
        quality: int | None

    class CropKeywords(CropsKeywords, total=False):
        aspect: Aspect | None

Self = TypeVar("Self", bound="Cropper")


class Cropper:
    """Crops photos with the options that it was created with.

        with boundedcrop.Cropper(scheme="largest", padding="50%") as cropper:
            avatars = [cropper.crop(path, size=96) for path in paths]

    It can be used by many threads at once, and has a process of its own, which ``close`` ends. ``jobs`` is how many photos are worked on at
    once (default: the number of cores). ``corrections`` is a file of corrections made by hand; without it, that in the folder of each
    photo that is a path is used. Options of a method override those of the cropper.
    """

    def __init__(
        self, *, jobs: int | None = None, corrections: str | os.PathLike[str] | None = None, **options: Unpack[Options]
    ) -> None:
        self._given = (jobs, corrections if corrections is None else os.path.abspath(corrections), options)
        self._options = _fields(options)
        self._jobs = jobs
        limits = [f"--max-bytes={MOST_BYTES}", f"--max-line={MOST_LINE}"]
        if jobs is not None:
            limits.append(f"--jobs={jobs}")
        if corrections is not None:
            # The worker may start later, in another folder.
            limits.append(f"--corrections={os.path.abspath(corrections)}")
        self._worker = Worker(limits)

    # A process of another machine or interpreter starts a worker of its own.
    def __getstate__(self) -> object:
        return self._given

    def __setstate__(self, given: Any) -> None:
        jobs, corrections, options = given
        self.__init__(jobs=jobs, corrections=corrections, **options)  # type: ignore[misc]

    # Overloads: what files give, what pixels give, and what is asked for.
    @overload
    def crop(self, photo: File, size: Size | None = ..., *, output: None = ..., **options: Unpack[CropKeywords]) -> bytes: ...
    @overload
    def crop(self, photo: Pixels, size: Size | None = ..., *, output: None = ..., **options: Unpack[CropKeywords]) -> Pixels: ...
    @overload
    def crop(self, photo: Photo, size: Size | None = ..., *, output: Literal["bytes"], **options: Unpack[CropKeywords]) -> bytes: ...
    @overload
    def crop(self, photo: Photo, size: Size | None = ..., *, output: Literal["pil"], **options: Unpack[CropKeywords]) -> Image: ...
    @overload
    def crop(self, photo: Photo, size: Size | None = ..., *, output: Literal["numpy"], **options: Unpack[CropKeywords]) -> Array: ...
    def crop(
        self, photo: Photo, size: Size | None = None, *, aspect: Aspect | None = None, output: Kind | None = None,
        format: str | None = None, quality: int | None = None, **options: Unpack[Options],
    ) -> Any:
        """Crops a photo: bytes of a file, a path, an open file, a Pillow image, or a NumPy array of uint8 (height×width, ×3 or ×4).

        ``size`` is the width and height of the crop, ``(300, 200)`` or ``"300x200"``, the side of a square, ``300``, a size on paper such as
        ``"35x45mm@300dpi"``, or the name of one of the `PRESETS`; ``aspect``, such as ``"16:9"`` or ``(16, 9)``, is for the largest crop of that shape; without both, another option must
        say what becomes of the photo, such as ``zoom`` or ``effects``. The crop is of the photo's kind, bytes for a path or an open file, or of the kind that ``output`` names. ``format``
        (``"jpeg"``, ``"png"``, ``"webp"``, ``"avif"``, ``"gif"``; default: the photo's) and ``quality`` (1 to 100) are for bytes.

        An open file is read from its position on, and stays open.

        Raises `Error` if the photo or an option cannot be used, `TypeError` and `ValueError` for what is no photo, size or option at all.
        """
        _check_change(size, aspect, self._asked(options), output, format, quality)
        return self._made(photo, [(size, aspect)], output, format, quality, options)[0]

    @overload
    def crops(self, photo: File, sizes: Sequence[Size], *, output: None = ..., **options: Unpack[CropsKeywords]) -> list[bytes]: ...
    @overload
    def crops(self, photo: Pixels, sizes: Sequence[Size], *, output: None = ..., **options: Unpack[CropsKeywords]) -> list[Pixels]: ...
    @overload
    def crops(self, photo: Photo, sizes: Sequence[Size], *, output: Literal["bytes"], **options: Unpack[CropsKeywords]) -> list[bytes]: ...
    @overload
    def crops(self, photo: Photo, sizes: Sequence[Size], *, output: Literal["pil"], **options: Unpack[CropsKeywords]) -> list[Image]: ...
    @overload
    def crops(self, photo: Photo, sizes: Sequence[Size], *, output: Literal["numpy"], **options: Unpack[CropsKeywords]) -> list[Array]: ...
    def crops(
        self, photo: Photo, sizes: Sequence[Size], *, output: Kind | None = None, format: str | None = None,
        quality: int | None = None, **options: Unpack[Options],
    ) -> Any:
        """Crops a photo to several sizes, with one detection and one decode. See ``crop``, and ``crop_many`` for several photos."""
        return self._made(photo, [(size, None) for size in sizes], output, format, quality, options)

    @overload
    def crop_many(
        self, photos: Iterable[File], size: Size | None = ..., *, errors: Literal["return"] = ..., output: None = ...,
        **options: Unpack[CropKeywords],
    ) -> Iterator[bytes | Exception]: ...
    @overload
    def crop_many(
        self, photos: Iterable[File], size: Size | None = ..., *, errors: Literal["raise"], output: None = ...,
        **options: Unpack[CropKeywords],
    ) -> Iterator[bytes]: ...
    @overload
    def crop_many(
        self, photos: Iterable[Photo], size: Size | None = ..., *, errors: Literal["return", "raise"] = ..., output: Kind | None = ...,
        **options: Unpack[CropKeywords],
    ) -> Iterator[Any]: ...
    def crop_many(
        self, photos: Iterable[Photo], size: Size | None = None, *, errors: Literal["return", "raise"] = "return",
        aspect: Aspect | None = None, output: Kind | None = None, format: str | None = None, quality: int | None = None,
        **options: Unpack[Options],
    ) -> Iterator[Any]:
        """Crops many photos, several at once: an iterator with a crop for each photo, in order. See ``crop``.

            for path, crop in zip(paths, cropper.crop_many(paths, size=300)):
                if isinstance(crop, Exception):
                    print(path, crop)

        A photo that cannot be cropped gives its exception in place of its crop, and the others go on; with ``errors="raise"`` the
        exception ends the iteration. Wrong options are raised at once. Photos are taken from the iterable as they are needed, and not
        many ahead of the crops that were taken: there may be millions of them.
        """
        make = self._maker(
            photos, errors, size, aspect=aspect, output=output, format=format, quality=quality, **options
        )
        return in_order(make, photos, self._jobs, errors == "return")

    @overload
    def faces(self, photo: File, size: Size | None = ..., *, output: None = ..., **options: Unpack[CropKeywords]) -> list[bytes]: ...
    @overload
    def faces(self, photo: Pixels, size: Size | None = ..., *, output: None = ..., **options: Unpack[CropKeywords]) -> list[Pixels]: ...
    @overload
    def faces(self, photo: Photo, size: Size | None = ..., *, output: Literal["bytes"], **options: Unpack[CropKeywords]) -> list[bytes]: ...
    @overload
    def faces(self, photo: Photo, size: Size | None = ..., *, output: Literal["pil"], **options: Unpack[CropKeywords]) -> list[Image]: ...
    @overload
    def faces(self, photo: Photo, size: Size | None = ..., *, output: Literal["numpy"], **options: Unpack[CropKeywords]) -> list[Array]: ...
    def faces(
        self, photo: Photo, size: Size | None = None, *, aspect: Aspect | None = None, output: Kind | None = None,
        format: str | None = None, quality: int | None = None, **options: Unpack[Options],
    ) -> Any:
        """Makes a crop of each face, with one detection; none if there is no face. See ``crop``.

        They come by rows from the top, each from left to right, or as ``each_face`` says: ``"size"`` is the largest first.
        ``align="arcface"`` is for recognition.
        """
        asked = self._asked_of_faces(options)
        return self._pictures(photo, _shapes([(size, aspect)], asked), output, format, quality, asked)

    @overload
    def effects(self, photo: File, effects: str | Sequence[str], *, output: None = ..., **options: Unpack[FileKeywords]) -> bytes: ...
    @overload
    def effects(self, photo: Pixels, effects: str | Sequence[str], *, output: None = ..., **options: Unpack[FileKeywords]) -> Pixels: ...
    @overload
    def effects(
        self, photo: Photo, effects: str | Sequence[str], *, output: Literal["bytes"], **options: Unpack[FileKeywords]
    ) -> bytes: ...
    @overload
    def effects(self, photo: Photo, effects: str | Sequence[str], *, output: Literal["pil"], **options: Unpack[FileKeywords]) -> Image: ...
    @overload
    def effects(
        self, photo: Photo, effects: str | Sequence[str], *, output: Literal["numpy"], **options: Unpack[FileKeywords]
    ) -> Array: ...
    def effects(
        self, photo: Photo, effects: str | Sequence[str], *, output: Kind | None = None, format: str | None = None,
        quality: int | None = None, **options: Unpack[FileOptions],
    ) -> Any:
        """Applies effects to the whole photo, such as ``"blur(9,3)"`` or ``["blur(9,3)", "circle()"]``: see docs/effects.md.

        Options of the cropper for crops do not count here; ``crop`` has ``effects`` as an option. ``redact`` is for faces.
        """
        return self._changed(photo, effect_list(effects), output, format, quality, options, FileOptions, requires_face=False)

    @overload
    def redact(
        self, photo: File, method: Color = ..., *, margin: float | None = ..., require_face: bool = ..., output: None = ...,
        **options: Unpack[RedactKeywords],
    ) -> bytes: ...
    @overload
    def redact(
        self, photo: Pixels, method: Color = ..., *, margin: float | None = ..., require_face: bool = ..., output: None = ...,
        **options: Unpack[RedactKeywords],
    ) -> Pixels: ...
    @overload
    def redact(
        self, photo: Photo, method: Color = ..., *, margin: float | None = ..., require_face: bool = ..., output: Literal["bytes"],
        **options: Unpack[RedactKeywords],
    ) -> bytes: ...
    @overload
    def redact(
        self, photo: Photo, method: Color = ..., *, margin: float | None = ..., require_face: bool = ..., output: Literal["pil"],
        **options: Unpack[RedactKeywords],
    ) -> Image: ...
    @overload
    def redact(
        self, photo: Photo, method: Color = ..., *, margin: float | None = ..., require_face: bool = ..., output: Literal["numpy"],
        **options: Unpack[RedactKeywords],
    ) -> Array: ...
    def redact(
        self, photo: Photo, method: Color = "blur", *, margin: float | None = None, require_face: bool = True,
        output: Kind | None = None, format: str | None = None, quality: int | None = None, **options: Unpack[RedactOptions],
    ) -> Any:
        """Makes the faces of the whole photo unrecognizable: docs/effects.md says what that can promise.

        ``method`` is ``"blur"``, ``"pixelate"``, or a color, which leaves nothing. ``margin`` on each side is a share of the face
        (default: 0.3). ``region`` also hides places that you know, and ``embedded_regions`` the faces that the photo names. The most thorough
        detection is used unless ``detector`` or ``accuracy`` is given here; no option of the cropper can weaken it.

        Raises `Error` with the code ``"noFeatureFound"`` if no face was found, so that no photo passes as it was by mistake. With
        ``require_face=False`` such a photo is returned as it was, with the warning `NothingCovered`.
        """
        effect = f"redact({_method(method)})" if margin is None else f"redact({_method(method)},{text(margin)})"
        return self._changed(photo, effect, output, format, quality, options, RedactOptions, requires_face=require_face)

    def render(self, photo: Photo, request: Mapping[str, Any]) -> bytes:
        """Makes what the ``request`` says that ``boundedcrop url`` prints for a URL: the bytes that the service answers the URL with.

        It says all of the picture: options of the cropper do not count. Other pictures that it names are paths and URLs.
        """
        made: bytes = self._pictures(photo, [{"request": dict(request)}], "bytes", None, None, {})[0]
        return made

    def face_plans(
        self, photo: Photo, size: Size | None = None, *, aspect: Aspect | None = None, **options: Unpack[Options]
    ) -> list[Plan]:
        """Returns what ``plan`` does, for each face alone; ``face`` is its number. See ``faces``."""
        asked = self._asked_of_faces(options)
        return [Plan.of(plan) for plan in self._plans(photo, _shapes([(size, aspect)], asked), asked)]

    def plan(
        self, photo: Photo, size: Size | None = None, *, aspect: Aspect | None = None, **options: Unpack[Options]
    ) -> Plan:
        """Returns where a photo would be cropped and why: the object that ``boundedcrop crop --plan --json`` prints."""
        asked = self._asked(options)
        return Plan.of(self._plans(photo, _shapes([(size, aspect)], asked), asked)[0])

    def detect(self, photo: Photo, **options: Unpack[Options]) -> Detection:
        """Returns where the faces are: the object that ``boundedcrop detect --json`` prints."""
        merged = {name: value for name, value in self._options.items() if name in DETECTION}
        asked = {**merged, **_fields(options)}
        return Detection.of(self._worker.ask({"source": encoded(photo).source, "features": True, **asked})[0])

    def close(self) -> None:
        """Ends the process, after the photos that it has. The cropper cannot be used afterwards."""
        self._worker.close()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _asked(self, options: Options) -> dict[str, Any]:
        asked = {**self._options, **_fields(options)}
        if "eachFace" in asked:
            raise TypeError("each_face is an option of faces and face_plans, which return a list")
        return asked

    def _asked_of_faces(self, options: Options) -> dict[str, Any]:
        return {"eachFace": "left-to-right", **self._options, **_fields(options)}

    def _maker(
        self, photos: Any, errors: str, size: Size | None, *, aspect: Aspect | None = None, output: Kind | None = None,
        format: str | None = None, quality: int | None = None, **options: Unpack[Options],
    ) -> Callable[[Photo], Any]:
        """What crops each of many photos. Raises what is wrong with all of them."""
        if isinstance(photos, (str, bytes, os.PathLike)) or hasattr(photos, "read"):
            raise TypeError(f"photos are several, such as a list of paths, not {photos!r:.60}")
        if errors not in ("return", "raise"):
            raise ValueError(f"errors is 'return' or 'raise', not {errors!r}")
        _check_output(output)
        asked = self._asked(options)
        _check_change(size, aspect, asked, output, format, quality)
        shapes = _shapes([(size, aspect)], asked)
        return lambda photo: self._pictures(photo, shapes, output, format, quality, asked)[0]

    def _made(
        self, photo: Photo, shapes: list[tuple[Size | None, Aspect | None]], output: Kind | None, format: str | None, quality: int | None,
        options: Options,
    ) -> list[Any]:
        asked = self._asked(options)
        return self._pictures(photo, _shapes(shapes, asked), output, format, quality, asked)

    def _changed(
        self, photo: Photo, effects: str, output: Kind | None, format: str | None, quality: int | None, options: Any, allowed: Any,
        requires_face: bool,
    ) -> Any:
        own = {name: value for name, value in self._options.items() if name in _FILE_OPTIONS}
        # The crop of the photo's own shape is all of it, and where its faces are does not matter.
        asked = {**own, **_fields(options, allowed), "noBounding": True, "effects": effects}
        return self._pictures(photo, [{}], output, format, quality, asked, requires_cover=requires_face)[0]

    def _pictures(
        self, photo: Photo, shapes: list[dict[str, Any]], output: Kind | None, format: str | None, quality: int | None,
        asked: dict[str, Any], requires_cover: bool = False,
    ) -> list[Any]:
        photo_in, kind = _prepared(photo, output, format, quality)
        if not shapes:
            return []
        results = self._ask(photo_in, shapes, {**asked, **_encoding(kind, format, quality)})
        for result in results:
            if requires_cover and not result["covered"]:
                raise Error("noFeatureFound", "no face was found, and nothing covered")
            if result.get("covered") == 0:
                warnings.warn("no face found, nothing covered", NothingCovered, stacklevel=4)
        return [decoded(result, kind, photo_in.channels) for result in results]

    def _plans(self, photo: Photo, shapes: list[dict[str, Any]], asked: dict[str, Any]) -> list[dict[str, Any]]:
        return self._ask(encoded(photo), shapes, {**asked, "plan": True})

    def _ask(self, photo: Encoded, shapes: list[dict[str, Any]], asked: dict[str, Any]) -> list[dict[str, Any]]:
        results = self._worker.ask({"source": photo.source, "outputs": shapes, **asked})
        for result in results:
            if "skip" in result.get("corrected", ()):
                raise Error("leftOut", f"a correction leaves out {result['file'] or 'the photo'} in the shape {result['aspect']}")
        faces: list[dict[str, Any]] = results[0]["faces"] if "eachFace" in asked else results
        return faces


_FILE_OPTIONS = set(map(camel_case, FileOptions.__annotations__))


def _fields(options: Any, allowed: Any = Options) -> dict[str, Any]:
    asked = fields(options, allowed)
    # The worker may have started in another folder.
    return {**asked, **{name: os.path.abspath(asked[name]) for name in ("cascade", "detectionCache", "presets") if name in asked}}


def _shapes(shapes: list[tuple[Size | None, Aspect | None]], asked: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [shape(size, aspect, "presets" in asked) for size, aspect in shapes]


def _check_change(size: object, aspect: object, asked: Mapping[str, Any], output: object, format: object, quality: object) -> None:
    changes = {"crop", "zoom", "align", "document", "effects", "autoRotate", "writeRegions"} & asked.keys()
    if not changes and size is aspect is output is format is quality is None:
        raise TypeError("a crop needs a size or an aspect, such as size=300 or aspect='16:9': without one, the photo would stay as it is")


def _method(method: Color) -> str:
    # What else a text may hold could be a second argument, or another effect.
    word = color(method)
    if not re.fullmatch(r"[a-zA-Z]+|#[0-9a-fA-F]+|rgba?\([0-9., ]+\)", word):
        raise ValueError(f'a method is "blur", "pixelate" or a color, not {method!r}')
    return word


def _check_output(output: Kind | None) -> None:
    if output is not None and output not in KINDS:
        raise ValueError(f"an output is one of {', '.join(KINDS)}, not {output!r}")


def _prepared(photo: Photo, output: Kind | None, format: str | None, quality: int | None) -> tuple[Encoded, Kind]:
    _check_output(output)
    photo_in = encoded(photo)
    kind = output or photo_in.kind
    if kind != "bytes" and (format is not None or quality is not None):
        raise ValueError('a format and a quality are for output="bytes"')
    return photo_in, kind


def _encoding(kind: Kind, format: str | None, quality: int | None) -> dict[str, Any]:
    if kind != "bytes":
        return {"format": "rgba"}
    return {name: value for name, value in (("format", format), ("quality", quality)) if value is not None}
