#!/usr/bin/env python3
"""A detector to start from: it reports the middle third of every picture.

    boundedcrop crop *.jpg --size 300x300 --detector command:Examples/detectors/middle-third.py

It is started once for many pictures. Each line of standard input is a JSON object with a PNG of the upright picture in base64; each line of
standard output is a JSON object with rectangles in pixels of that PNG, origin top left, or with an error for that picture. It repeats the
picture's number, so that no answer is taken for that to another picture.
"""

import base64
import json
import struct
import sys

SIGNATURE = b"\x89PNG\r\n\x1a\n"

# Load a model here: once, before the first picture.


def find(png):
    """Returns features around what should stay visible. Replace this with an analysis of the pixels, using Pillow's
    `Image.open(io.BytesIO(png))` or OpenCV's `cv2.imdecode(numpy.frombuffer(png, numpy.uint8), cv2.IMREAD_COLOR)`."""
    if len(png) < 24 or not png.startswith(SIGNATURE):
        raise ValueError("the image is no PNG")
    # A PNG begins with its signature, followed by the length and name of the first chunk, which begins with the width and the height.
    width, height = struct.unpack(">II", png[16:24])
    return [{"x": width / 3, "y": height / 3, "width": width / 3, "height": height / 3, "confidence": 0.9, "kind": "middle"}]


for line in sys.stdin:
    answer = {}
    try:
        told = json.loads(line)
        answer["number"] = told["number"]
        answer["features"] = find(base64.b64decode(told["image"]))
    except Exception as error:
        answer["error"] = f"{type(error).__name__}: {error}"
    # Without flush, the answer would wait in a buffer.
    print(json.dumps(answer), flush=True)
