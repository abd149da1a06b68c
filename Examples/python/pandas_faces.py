"""The faces of many photos as a table, from the lines that the command prints.

    boundedcrop detect photos/ --recursive --json > faces.jsonl
    python pandas_faces.py faces.jsonl
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable

import pandas


def faces(lines: Iterable[str]) -> pandas.DataFrame:
    """One row for each face, with its photo's file, width and height; ``share`` is the face's part of the photo's area."""
    photos = [json.loads(line) for line in lines]
    # A photo that failed has an error instead.
    found = [photo for photo in photos if photo.get("features")]
    if not found:
        return pandas.DataFrame(columns=["x", "y", "width", "height", "photo.file", "share"])
    table = pandas.json_normalize(found, "features", ["file", "width", "height"], meta_prefix="photo.")
    table["share"] = table["width"] * table["height"] / (table["photo.width"] * table["photo.height"]).astype(float)
    return table


if __name__ == "__main__":
    with open(sys.argv[1]) as lines:
        table = faces(lines)
    print(table.groupby("photo.file")["share"].agg(["count", "max"]).sort_values("max", ascending=False))
