#!/usr/bin/env python3
"""A detector to start from: it reports the middle third of every picture.

    boundedcrop crop photo.jpg --size 300x300 --detector command:Examples/detectors/middle-third.py

Standard input is a PNG of the upright picture. Standard output is JSON with rectangles in pixels of that PNG, origin top left.
Report errors on standard error and exit with a nonzero status.
"""

import json
import struct
import sys

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def find(png):
    """Returns features around what should stay visible. Replace this with an analysis of the pixels, using Pillow's
    `Image.open(io.BytesIO(png))` or OpenCV's `cv2.imdecode(numpy.frombuffer(png, numpy.uint8), cv2.IMREAD_COLOR)`."""
    # A PNG begins with its signature, followed by the length and name of the first chunk, which begins with the width and the height.
    width, height = struct.unpack(">II", png[16:24])
    return [{"x": width / 3, "y": height / 3, "width": width / 3, "height": height / 3, "confidence": 0.9, "kind": "middle"}]


png = sys.stdin.buffer.read()
if len(png) < 24 or not png.startswith(SIGNATURE):
    sys.exit("standard input is no PNG")
json.dump({"features": find(png)}, sys.stdout)
