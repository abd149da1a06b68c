"""Requests, as `boundedcrop url` prints them."""

from __future__ import annotations

import io
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import boundedcrop
from boundedcrop.program import PATH


def request(url: str) -> Any:
    done = subprocess.run([PATH, "url", url], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["request"]


def test_a_request_makes_what_its_url_says(portrait: Path) -> None:
    asked = request("/unsafe/30x20/smart/filters:format(webp):grayscale()/a.png")
    with boundedcrop.Cropper(zoom=0.1) as cropper:
        made = cropper.render(portrait, asked)
    image = Image.open(io.BytesIO(made))
    assert (image.format, image.size) == ("WEBP", (30, 20))
    assert made == boundedcrop.crop(portrait, (30, 20), effects="grayscale()", format="webp", keep_metadata=True)
    assert boundedcrop.render(portrait.read_bytes(), asked) == made


def test_what_hides_nothing_says_so(empty: Path) -> None:
    with pytest.warns(boundedcrop.NothingCovered):
        boundedcrop.render(empty, request("/unsafe/30x20/filters:redact(black)/a.png"))


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({}, "outputs.0..request.stages.* is missing"), ({"stages": []}, "one stage or more"), ({"stages": [{"zoom": 1}]}, "no “zoom”"),
        ({"stages": [{"crop": {"zoom": 9}}]}, "crop.zoom"), ({"stages": [{"crop": {"eachFace": "size"}}]}, "“eachFace” is for outputs"),
    ],
)
def test_wrong_requests_name_the_member(portrait: Path, asked: Any, message: str) -> None:
    with pytest.raises(boundedcrop.Error, match=message):
        boundedcrop.render(portrait, asked)
