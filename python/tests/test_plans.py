"""Plans, detection, options and errors."""

from __future__ import annotations

import importlib.metadata
import json
import subprocess
from pathlib import Path

import pytest

import boundedcrop


def command(*words: object) -> dict[str, object]:
    done = subprocess.run(["boundedcrop", *map(str, words)], check=True, capture_output=True)
    record: dict[str, object] = json.loads(done.stdout)
    return record


def test_a_plan_is_the_command_s(portrait: Path) -> None:
    assert boundedcrop.plan(portrait, size=(60, 40)) == command("crop", portrait, "--size", "60x40", "--plan", "--json")


def test_a_crop_is_the_command_s(portrait: Path, tmp_path: Path) -> None:
    file = tmp_path / "a.webp"
    command("crop", portrait, "--aspect", "3:2", "--zoom", "0.5", "--quality", "70", "--output", file, "--json")
    assert boundedcrop.crop(portrait, aspect="3:2", zoom=0.5, format="webp", quality=70) == file.read_bytes()


def test_a_given_crop_is_cut_as_it_is(portrait: Path) -> None:
    record = boundedcrop.plan(portrait, crop="10%,40,50%,200")
    assert record == command("crop", portrait, "--crop", "10%,40,50%,200", "--plan", "--json")
    assert record["reason"] == "given" and record["features"] == []
    with pytest.raises(boundedcrop.Error, match="lies outside the picture"):
        boundedcrop.crop(portrait, crop="9999,0,10,10")
    with pytest.raises(boundedcrop.Error, match="“crop” and “zoom”"):
        boundedcrop.plan(portrait, crop="1,2,3,4", zoom=0.5)


def test_detection_is_the_command_s(portrait: Path) -> None:
    assert boundedcrop.detect(portrait, accuracy="high") == command("detect", portrait, "--accuracy", "high", "--json")


def test_options_of_the_cropper_and_of_a_call(portrait: Path) -> None:
    with boundedcrop.Cropper(scheme="largest", region=["1,2,30,40"]) as cropper:
        assert cropper.plan(portrait)["scheme"] == "largest"
        assert cropper.plan(portrait, scheme="smallest")["scheme"] == "smallest"
        assert cropper.detect(portrait)["features"][0]["kind"] == "region"


def test_each_face_has_a_crop_and_a_plan(portrait: Path, empty: Path) -> None:
    regions = ["150,20,60,60", "20,30,80,80"]
    plans = boundedcrop.face_plans(portrait, (9, 9), region=regions)
    assert [(plan["face"], plan["features"][0]["x"]) for plan in plans] == [(1, 20), (2, 150)]
    by_size = boundedcrop.face_plans(portrait, (9, 9), region=["20,30,20,20", regions[0]], each_face="size")
    assert [plan["features"][0]["x"] for plan in by_size] == [150, 20]
    crops = boundedcrop.faces(portrait, (9, 9), output="numpy", region=regions)
    assert [crop.shape for crop in crops] == [(9, 9, 3)] * 2
    assert boundedcrop.faces(empty, (9, 9)) == []
    with pytest.raises(TypeError, match="faces and face_plans"):
        boundedcrop.crop(portrait, (9, 9), each_face="size")


def test_version() -> None:
    done = subprocess.run(["boundedcrop", "--version"], check=True, capture_output=True, text=True)
    assert importlib.metadata.version("boundedcrop") in done.stdout.split()


@pytest.mark.parametrize(
    ("photo", "options", "code"),
    [
        (b"", {}, "emptyFile"),
        (b"this is no picture", {}, "unsupportedFormat"),
        ("/nowhere/a.jpg", {}, "fileNotFound"),
        ("/", {}, "isDirectory"),
        ("a\udcff.jpg", {}, "invalidArgument"),
        (b"GIF89a", {"size": (0, 5)}, "invalidArgument"),
        (b"GIF89a", {"scheme": "widest"}, "invalidArgument"),
        (b"GIF89a", {"detector": "none"}, "invalidArgument"),
        (b"GIF89a", {"quality": "high"}, "invalidArgument"),
    ],
)
def test_errors_have_a_code(photo: object, options: dict[str, object], code: str) -> None:
    with pytest.raises(boundedcrop.Error) as caught:
        boundedcrop.crop(photo, **{"size": 9, **options})  # type: ignore[call-overload]
    assert caught.value.code == code and caught.value.message
    assert not isinstance(photo, str) or photo.startswith("a") or photo in caught.value.message


def test_a_crop_without_a_shape_is_refused(portrait: Path) -> None:
    with pytest.raises(TypeError, match="needs a size or an aspect"):
        boundedcrop.crop(portrait)
    with pytest.raises(TypeError, match="needs a size or an aspect"):
        next(boundedcrop.crop_many([portrait], scheme="largest"))
    for options in [{"zoom": 0.5}, {"format": "webp"}, {"effects": "blur(2)"}, {"output": "pil"}, {"crop": (0, 0, 9, 9)}]:
        assert boundedcrop.crop(portrait, **options)  # type: ignore[call-overload]


def test_no_face_is_an_error_only_if_one_is_required(empty: Path) -> None:
    assert boundedcrop.plan(empty, (9, 9))["features"] == []
    with pytest.raises(boundedcrop.Error, match="noFeatureFound"):
        boundedcrop.plan(empty, (9, 9), require_face=True)


def test_unknown_options_and_contradictions(portrait: Path) -> None:
    with pytest.raises(TypeError, match="no option 'schema'"):
        boundedcrop.crop(portrait, schema="all")  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="a size or an aspect"):
        boundedcrop.crop(portrait, (9, 9), aspect="1:1")
    with pytest.raises(ValueError, match="bytes, pil, numpy"):
        boundedcrop.crop(portrait, (9, 9), output="text")  # type: ignore[call-overload]
    with pytest.raises(ValueError, match='output="bytes"'):
        boundedcrop.crop(portrait, (9, 9), output="pil", format="png")  # type: ignore[call-overload]


def test_the_version_and_the_names_that_there_are() -> None:
    assert boundedcrop.__version__ == importlib.metadata.version("boundedcrop")
    assert set(boundedcrop.__all__) <= set(dir(boundedcrop)) and all(getattr(boundedcrop, name) for name in boundedcrop.__all__)
    with pytest.raises(AttributeError, match="no attribute 'crob'"):
        boundedcrop.crob
