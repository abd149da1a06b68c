"""Faces in Pillow images and NumPy arrays.

    python pillow_numpy.py photo.jpg marked.png
"""

from __future__ import annotations

import sys

import boundedcrop
import numpy
import numpy.typing
from PIL import Image, ImageDraw, ImageOps


def marked(photo: Image.Image) -> Image.Image:
    """The upright photo with a frame around each face and around the crop of 16:9."""
    upright = ImageOps.exif_transpose(photo).convert("RGB")
    plan = boundedcrop.plan(upright, aspect=(16, 9))
    draw = ImageDraw.Draw(upright)
    draw.rectangle(plan.crop.box, outline="yellow", width=3)
    for face in plan.features:
        draw.rectangle((face.x, face.y, face.x + face.width, face.y + face.height), outline="red", width=3)
    return upright


def faces_for_a_network(photo: Image.Image) -> numpy.typing.NDArray[numpy.float32]:
    """The faces of a photo as a batch of (number, 3, 112, 112), aligned as networks that recognize faces expect them, from -1 to 1."""
    faces = boundedcrop.faces(photo.convert("RGB"), align="arcface", align_fill="black", output="numpy")
    if not faces:
        return numpy.empty((0, 3, 112, 112), numpy.float32)
    batch: numpy.typing.NDArray[numpy.float32] = numpy.stack(faces).transpose(0, 3, 1, 2).astype(numpy.float32) / 127.5 - 1
    return batch


if __name__ == "__main__":
    with Image.open(sys.argv[1]) as photo:
        marked(photo).save(sys.argv[2])
