"""The options of crops, named as those of the command ``boundedcrop crop``."""

from __future__ import annotations

from typing import Any, Mapping, Sequence, TypedDict, Union


class Options(TypedDict, total=False):
    """All are explained by ``boundedcrop crop --help`` and in docs/worker.md."""

    accuracy: str
    align: str
    align_fill: str
    auto_rotate: bool
    background: str
    cascade: str
    crop: str
    detection_cache: str
    detector: str
    each_face: str
    effects: str
    embedded_regions: bool
    fallback: str
    focal: Union[str, Sequence[str]]
    keep: str
    keep_location: bool
    keep_metadata: bool
    keep_profile: bool
    lossless: bool
    max_faces: int
    min_confidence: Union[float, str]
    min_face: Union[float, str]
    no_bounding: bool
    no_upscale: bool
    padding: str
    placement: str
    progressive: bool
    region: Union[str, Sequence[str]]
    require_face: bool
    scheme: str
    still: int
    strip_all: bool
    write_regions: bool
    zoom: Union[float, str]


# What detection alone takes, as it is in a request.
DETECTION = {
    "accuracy", "cascade", "detectionCache", "detector", "embeddedRegions", "focal", "maxFaces", "minConfidence", "minFace", "region",
}


def fields(options: Mapping[str, object]) -> dict[str, Any]:
    """As they are in a request. Raises `TypeError` for an unknown one. None is as if it were not given."""
    unknown = sorted(set(options) - set(Options.__annotations__))
    if unknown:
        raise TypeError(f"there is no option {unknown[0]!r}")
    return {_camel_case(name): _plain(value) for name, value in options.items() if value is not None}


def _camel_case(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def _plain(value: object) -> object:
    return value if isinstance(value, (str, int, float)) else list(value) if isinstance(value, Sequence) else value
