"""Crops pictures so that the faces in them stay visible.

    import boundedcrop

    thumbnail = boundedcrop.crop("photo.jpg", size=300)

A photo is the bytes of a file, a path, an open file, a Pillow image or a NumPy array; the crop is of the same kind (bytes for a path and an
open file). The work is done by one process, which starts with the first photo and which all threads share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .async_cropper import AsyncCropper
    from .cropper import Cropper
    from .errors import Error, NothingCovered
    from .functions import crop, crop_many, crops, detect, effects, face_plans, faces, plan, redact, render
    from .records import Detection, Feature, Landmarks, PixelRectangle, Plan, Point, Rectangle
    from .shapes import PRESETS

    __version__: str

__all__ = [
    "AsyncCropper", "Cropper", "Detection", "Error", "Feature", "Landmarks", "NothingCovered", "PRESETS", "PixelRectangle", "Plan", "Point",
    "Rectangle", "__version__", "crop", "crop_many", "crops", "detect", "effects", "face_plans", "faces", "plan", "redact",
    "render",
]

_MODULES = {
    "AsyncCropper": "async_cropper", "Cropper": "cropper", "Error": "errors", "NothingCovered": "errors", "PRESETS": "shapes",
    **dict.fromkeys(("Detection", "Feature", "Landmarks", "PixelRectangle", "Plan", "Point", "Rectangle"), "records"),
    **dict.fromkeys(("crop", "crop_many", "crops", "detect", "effects", "face_plans", "faces", "plan", "redact", "render"), "functions"),
}


def __getattr__(name: str) -> Any:
    # Imported when it is used: the command starts with this module, too.
    if name == "__version__":
        from importlib.metadata import version

        value: Any = version("boundedcrop")
    elif name in _MODULES:
        from importlib import import_module

        value = getattr(import_module(f".{_MODULES[name]}", __name__), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
