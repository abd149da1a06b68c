"""Crops pictures so that the faces in them stay visible.

    import boundedcrop

    thumbnail = boundedcrop.crop("photo.jpg", size=(300, 300))

A photo is the bytes of a file, a path, a Pillow image or a NumPy array; the crop is of the same kind (bytes for a path). The work is
done by one process, which starts with the first photo and which all threads share.
"""

from __future__ import annotations

from .cropper import Cropper
from .errors import Error
from .functions import crop, crops, detect, face_plans, faces, plan

__all__ = ["Cropper", "Error", "crop", "crops", "detect", "face_plans", "faces", "plan"]
