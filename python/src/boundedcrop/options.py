"""The options of crops, named as those of the command ``boundedcrop crop``, with values as people write them in Python."""

from __future__ import annotations

import math
import numbers
import os
from typing import TYPE_CHECKING, Any, Callable, Literal, Mapping, Sequence, Tuple, TypedDict, Union

if TYPE_CHECKING:
    from .records import Feature, Rectangle

# 0.6 or "60%".
Share = Union[float, str]
# A name, "#rrggbb", or (red, green, blue) and perhaps alpha, from 0 to 255.
Color = Union[str, Tuple[int, int, int], Tuple[int, int, int, int]]
# "x,y,width,height", four numbers, or a rectangle or feature of a plan.
Place = Union[str, Sequence[Union[float, str]], "Rectangle", "Feature"]
# "x,y", or two numbers.
Spot = Union[str, Sequence[float]]
FilePath = Union[str, "os.PathLike[str]"]


class FileOptions(TypedDict, total=False):
    """How pictures are read and written. All are explained by ``boundedcrop crop --help`` and in docs/worker.md."""

    background: Color
    keep_location: bool
    keep_metadata: bool
    keep_profile: bool
    lossless: bool
    progressive: bool
    still: int
    strip_all: bool


class Options(FileOptions, total=False):
    """All options of crops."""

    accuracy: Literal["low", "high"]
    align: Union[str, Sequence[Share]]
    align_fill: Color
    auto_rotate: bool
    cascade: FilePath
    crop: Place
    detection_cache: FilePath
    detector: Union[str, Sequence[str]]
    each_face: Literal["left-to-right", "size"]
    effects: Union[str, Sequence[str]]
    embedded_regions: bool
    fallback: Literal["attention", "center"]
    focal: Union[Spot, Sequence[Spot]]
    hide: Literal["sure", "likely", "anything"]
    keep: Union[str, Sequence[str], Mapping[str, float]]
    max_faces: int
    min_confidence: Share
    min_face: Share
    no_bounding: bool
    no_upscale: bool
    padding: Union[int, str, Sequence[Union[int, str]]]
    placement: Literal["center", "thirds", "headroom"]
    presets: FilePath
    region: Union[Place, Sequence[Place]]
    require_face: bool
    scheme: Literal["all", "largest", "smallest"]
    write_regions: bool
    zoom: Share


class VideoOptions(TypedDict, total=False):
    """Those of videos. All are explained by ``boundedcrop video --help`` and in docs/video.md."""

    accuracy: Literal["low", "high"]
    allow_truncated: bool
    codec: Literal["h264", "hevc", "av1", "copy-quality"]
    corrections: FilePath
    detector: Union[str, Sequence[str]]
    fallback: Literal["attention", "center"]
    ffmpeg_options: str
    keep: Union[str, Sequence[str], Mapping[str, float]]
    min_confidence: Share
    min_face: Share
    padding: Union[int, str, Sequence[Union[int, str]]]
    placement: Literal["center", "thirds", "headroom"]
    require_face: bool
    scheme: Literal["all", "largest", "smallest"]
    when_apart: Literal["cut", "largest", "pad"]
    zoom: Share


class RedactOptions(FileOptions, total=False):
    """Those of ``redact``."""

    accuracy: Literal["low", "high"]
    detector: Union[str, Sequence[str]]
    embedded_regions: bool
    hide: Literal["sure", "likely", "anything"]
    region: Union[Place, Sequence[Place]]


# What detection alone takes, as it is in a request.
DETECTION = {
    "accuracy", "cascade", "detectionCache", "detector", "embeddedRegions", "focal", "hide", "maxFaces", "minConfidence", "minFace", "region",
}


def fields(options: Mapping[str, object], allowed: Any = Options) -> dict[str, Any]:
    """As they are in a request. Raises `TypeError` for an unknown one or for a value of no use. None is as if it were not given."""
    unknown = sorted(set(options) - set(allowed.__annotations__))
    if unknown:
        raise TypeError(f"there is no option {unknown[0]!r}" + (" here" if unknown[0] in Options.__annotations__ else ""))
    return {camel_case(name): _field(name, value) for name, value in options.items() if value is not None}


def camel_case(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def _field(name: str, value: Any) -> object:
    # NumPy's numbers and arrays as Python's.
    value = value.tolist() if hasattr(value, "tolist") else value
    try:
        return _WRITTEN.get(name, _plain)(value)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{name!r}: {error}") from None


def text(value: Any) -> str:
    """A text, or a number as text. Raises `TypeError` for others, `ValueError` for what is no finite number."""
    plain = _plain(value)
    if isinstance(plain, bool):
        raise TypeError(f"{value!r} is no number")
    return plain if isinstance(plain, str) else str(plain)


def joined(values: Any, separator: str = ",") -> str:
    """A text or number as it is, or several with something between them."""
    return separator.join(map(text, values)) if _is_several(values) else text(values)


def _plain(value: Any) -> bool | int | float | str:
    if isinstance(value, (bool, str)):
        return value
    if isinstance(value, numbers.Integral):
        # The worker reads no larger ones.
        if not -(1 << 63) <= int(value) < 1 << 63:
            raise ValueError(f"{value} is too large a number")
        return int(value)
    if isinstance(value, numbers.Real):
        if not math.isfinite(value):
            raise ValueError(f"{value} is no finite number")
        return float(value)
    raise TypeError(f"a {type(value).__name__} is of no use here")


def _is_several(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray))


def _place(value: Any) -> str:
    # A feature is a mapping, too.
    if all(hasattr(value, side) for side in ("x", "y", "width", "height")):
        return joined([value.x, value.y, value.width, value.height])
    return joined(value)


def _places(value: Any) -> str | list[str]:
    # Numbers are one place. Texts and sequences are several.
    if _is_several(value) and not any(isinstance(item, numbers.Real) for item in value):
        return [_place(item) for item in value]
    return _place(value)


def color(value: Any) -> str:
    """A color as text. Raises `ValueError` for what is none."""
    if not _is_several(value):
        return text(value)
    if len(value) not in (3, 4) or not all(isinstance(part, int) and 0 <= part <= 255 for part in value):
        raise ValueError(f"a color is a text, or three or four whole numbers from 0 to 255, not {value!r}")
    red, green, blue = value[:3]
    return f"rgba({red},{green},{blue},{value[3] / 255:.4f})" if len(value) == 4 else f"#{red:02x}{green:02x}{blue:02x}"


def _kinds(value: Any) -> str:
    return joined([f"{kind}:{text(priority)}" for kind, priority in value.items()] if isinstance(value, Mapping) else value)


def _path(value: Any) -> str:
    return os.fsdecode(value)


def effect_list(value: Any) -> str:
    """Effects as one text."""
    return joined(value, " ")


# How options are written that are not as they are in JSON.
_WRITTEN: dict[str, Callable[[Any], object]] = {
    "align": joined,
    "align_fill": color,
    "background": color,
    "cascade": _path,
    "corrections": _path,
    "crop": _place,
    "detection_cache": _path,
    "detector": joined,
    "effects": effect_list,
    "focal": _places,
    "keep": _kinds,
    "padding": joined,
    "presets": _path,
    "region": _places,
}
