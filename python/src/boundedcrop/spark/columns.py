"""The columns that are added, and how the answers of a worker become their values. Fields are named as in the command's JSON."""

from __future__ import annotations

import base64
from typing import Any, Sequence

import pyarrow

_NUMBER, _INTEGER, _TEXT = pyarrow.float64(), pyarrow.int32(), pyarrow.string()
_POINT = pyarrow.struct([("x", _NUMBER), ("y", _NUMBER)])
_RECTANGLE = [("x", _NUMBER), ("y", _NUMBER), ("width", _NUMBER), ("height", _NUMBER)]
_FEATURE = pyarrow.struct(
    [
        *_RECTANGLE,
        ("confidence", _NUMBER),
        ("kind", _TEXT),
        ("priority", _NUMBER),
        ("kept", pyarrow.bool_()),
        ("roll", _NUMBER),
        (
            "landmarks",
            pyarrow.struct([(name, _POINT) for name in ("leftEye", "rightEye", "noseTip", "leftMouthCorner", "rightMouthCorner")]),
        ),
    ]
)

_SIZE = ("size", _TEXT)
_ERROR = ("error", pyarrow.struct([("code", _TEXT), ("message", _TEXT)]))
_PICTURE = ("picture", pyarrow.struct([("width", _INTEGER), ("height", _INTEGER), ("orientation", _INTEGER)]))
_FEATURES = ("features", pyarrow.list_(_FEATURE))
_PLAN = [
    ("kept", _INTEGER),
    ("dropped", _INTEGER),
    ("crop", pyarrow.struct([(name, _INTEGER) for name, _ in _RECTANGLE])),
    ("bounds", pyarrow.struct(_RECTANGLE)),
    ("reason", _TEXT),
    ("fallback", _TEXT),
    ("turn", _INTEGER),
    ("outputTurn", _INTEGER),
]
_OUTPUT = (
    "output",
    pyarrow.struct([("file", _TEXT), ("width", _INTEGER), ("height", _INTEGER), ("format", _TEXT), ("bytes", pyarrow.int64())]),
)

_LOST = pyarrow.struct([(name, _NUMBER) for name in ("from", "to", "shotStart", "shotEnd")])

DETECTION = pyarrow.schema([_PICTURE, _FEATURES, _ERROR])
PLAN = pyarrow.schema([_SIZE, _PICTURE, _FEATURES, *_PLAN, _ERROR])
FILE = pyarrow.schema([_SIZE, _PICTURE, _FEATURES, *_PLAN, _OUTPUT, _ERROR])
IMAGE = pyarrow.schema([_SIZE, _PICTURE, _FEATURES, *_PLAN, _OUTPUT, ("image", pyarrow.binary()), _ERROR])

VIDEO = pyarrow.schema(
    [
        _SIZE,
        ("video", pyarrow.struct([("width", _INTEGER), ("height", _INTEGER), ("duration", _NUMBER), ("frames", _INTEGER)])),
        ("shots", _INTEGER),
        ("output", pyarrow.struct([("file", _TEXT), ("width", _INTEGER), ("height", _INTEGER), ("bytes", pyarrow.int64())])),
        ("notes", pyarrow.list_(_TEXT)),
        ("covered", _INTEGER),
        ("lost", pyarrow.list_(_LOST)),
        _ERROR,
    ]
)


def values(answer: dict[str, Any], sizes: Sequence[str | None]) -> list[dict[str, Any]]:
    """The values of the added columns: a row for each size, also if the photo failed."""
    if "error" in answer:
        return [{"size": size, "error": answer["error"]} for size in sizes]
    if len(answer["results"]) != len(sizes):
        raise ValueError(f"the worker answered {len(answer['results'])} results for {len(sizes)} sizes")
    make = _video_values if "frames" in answer["results"][0] else _values
    return [make(result, size) for result, size in zip(answer["results"], sizes)]


def _video_values(result: dict[str, Any], size: str | None) -> dict[str, Any]:
    path = result.get("path")
    return {
        **result,
        "size": size,
        "video": {name: result[name] for name in ("width", "height", "duration", "frames")},
        "shots": path and len(path["shots"]),
    }


def _values(result: dict[str, Any], size: str | None) -> dict[str, Any]:
    # A crop that is only aligned has no plan.
    features = result.get("features", [])
    kept = sum(feature["kept"] for feature in features)
    output, image = result.get("output"), result.get("image")
    return {
        **result,
        "size": size,
        "picture": {name: result.get(name) for name in ("width", "height", "orientation")},
        "kept": kept,
        "dropped": len(features) - kept,
        "output": output and {**output, "file": output["file"] or None},
        "image": image and base64.b64decode(image),
    }
