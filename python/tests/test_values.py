"""Sizes, aspects and options as people write them."""

from __future__ import annotations

import re
import subprocess
import typing
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy
import pytest

import boundedcrop
from boundedcrop import options, records
from boundedcrop.options import fields
from boundedcrop.shapes import shape


@pytest.mark.parametrize(
    ("size", "sides"),
    [
        (300, (300, 300)), ("300", (300, 300)), ("300x200", (300, 200)), ((300, 200), (300, 200)), ([300, 200], (300, 200)),
        (numpy.int64(300), (300, 300)), (numpy.array([300, 200]), (300, 200)), ("open-graph", (1200, 630)), ((0, -5), (0, -5)),
    ],
)
def test_sizes(size: Any, sides: tuple[int, int]) -> None:
    assert shape(size, None) == {"width": sides[0], "height": sides[1]}


@pytest.mark.parametrize(
    ("size", "written"),
    [
        ("300x", "300x"), ("x200", "x200"), ((300, None), "300x"), ([None, numpy.int64(200)], "x200"), ("35x45mm", "35x45mm"),
        ("2 x 2 in", "2 x 2 in"), ("10cmx", "10cmx"), ("x15CM@300dpi", "x15CM@300dpi"), ("413x531@300dpi", "413x531@300dpi"), ("@", "@"),
    ],
)
def test_one_side(size: Any, written: str) -> None:
    assert shape(size, None) == {"size": written}


def test_one_side_keeps_the_whole_photo(portrait: Path) -> None:
    sides = [boundedcrop.crop(portrait, size, output="pil").size for size in ("120x", "x150", (60, None), (None, 75))]
    assert sides == [(120, 150), (120, 150), (60, 75), (60, 75)]
    assert boundedcrop.crop(portrait, "x100", crop=(0, 0, 100, 50), output="pil").size == (200, 100)
    assert boundedcrop.crop(portrait, "35x45mm", output="pil").size == (413, 531)
    with pytest.raises(boundedcrop.Error, match="1 to 65535 pixels per inch"):
        boundedcrop.crop(portrait, "35x45mm@0dpi")
    assert boundedcrop.crop(portrait, "480x", no_upscale=True, output="pil").size == (240, 300)


def test_presets_of_a_file(portrait: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.presets"
    own.write_text("banner = 120x40\navatar = 30x30\n")
    with boundedcrop.Cropper(presets=own) as cropper:
        crops = cropper.crops(portrait, ["banner", "avatar", "favicon", 20, "20x"], output="pil")
        assert [crop.size for crop in crops] == [(120, 40), (30, 30), (48, 48), (20, 20), (20, 25)]
        with pytest.raises(boundedcrop.Error, match="did you mean “banner”"):
            cropper.plan(portrait, "baner")
    assert boundedcrop.crop(portrait, "banner", presets=str(own), output="pil").size == (120, 40)
    with pytest.raises(boundedcrop.Error, match="invalidArgument"):
        boundedcrop.crop(portrait, "banner", presets=tmp_path / "missing")


@pytest.mark.parametrize(
    "size", ["", "x", (None, None), "1x2x3", "big", "3.5x2", (), (1,), (1, 2, 3), ("a", 1), float("nan"), float("inf")]
)
def test_what_is_no_size(size: Any) -> None:
    with pytest.raises(ValueError, match='a size is 300, .300, 200., "300x200" or a preset'):
        shape(size, None)


@pytest.mark.parametrize("size", [object(), {}, {3, 4}, b"30"])
def test_what_is_no_size_at_all(size: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="a size is 300"):
        shape(size, None)


def test_a_preset_that_is_nearly_right() -> None:
    with pytest.raises(ValueError, match="did you mean 'instagram-square'"):
        shape("instagram-sqare", None)


def test_a_size_beyond_all_numbers(portrait: Path) -> None:
    with pytest.raises(boundedcrop.Error, match="invalidArgument"):
        boundedcrop.crop(portrait, (10**400, 1))


@pytest.mark.parametrize(("aspect", "written"), [("16:9", "16:9"), ((16, 9), "16:9"), (1.5, "3:2"), (Fraction(3, 2), "3:2"), (2, "2:1")])
def test_aspects(portrait: Path, aspect: Any, written: str) -> None:
    assert boundedcrop.plan(portrait, aspect=aspect).aspect == written


@pytest.mark.parametrize(
    ("aspect", "kind"), [((1, 2, 3), boundedcrop.Error), (-1, boundedcrop.Error), (float("nan"), ValueError), ({}, TypeError)]
)
def test_what_is_no_aspect(portrait: Path, aspect: Any, kind: type[Exception]) -> None:
    with pytest.raises(kind):
        boundedcrop.plan(portrait, aspect=aspect)


def test_presets_are_the_command_s(portrait: Path) -> None:
    table = (Path(__file__).resolve().parents[2] / "docs" / "web.md").read_text()
    documented = {name: (int(width), int(height)) for name, width, height in re.findall(r"^\| `([a-z-]+)` \| (\d+)x(\d+)", table, re.M)}
    assert boundedcrop.PRESETS == documented
    unknown = subprocess.run(["boundedcrop", "crop", portrait, "--preset", "none"], capture_output=True, text=True).stderr
    assert ", ".join(boundedcrop.PRESETS) in " ".join(unknown.split())


def test_options_and_their_choices_are_the_command_s() -> None:
    text = subprocess.run(["boundedcrop", "crop", "--help-hidden"], check=True, capture_output=True, text=True).stdout
    for name, kind in typing.get_type_hints(options.Options, None, vars(records)).items():
        option = "--" + name.replace("_", "-")
        assert f"  {option}" in text or f"{option}," in text or f", {option}" in text, option
        # A flag has no value.
        assert (f"{option} <" not in text) == (kind is bool), option
        if typing.get_origin(kind) is typing.Literal:
            assert f"{option} <{'|'.join(typing.get_args(kind))}>" in text, option


@pytest.mark.parametrize(
    ("option", "value", "written"),
    [
        ("zoom", 0.5, 0.5), ("zoom", "50%", "50%"), ("zoom", numpy.float32(0.5), 0.5), ("max_faces", numpy.int64(3), 3),
        ("padding", 20, "20"), ("padding", (1, "2%", 3, 4), "1,2%,3,4"), ("padding", "20%", "20%"),
        ("region", (1, 2, 30, 40), "1,2,30,40"), ("region", "1,2,30,40", "1,2,30,40"), ("region", numpy.array([1, 2, 3, 4]), "1,2,3,4"),
        ("region", [(1, 2, 30, 40), "5,6,7,8"], ["1,2,30,40", "5,6,7,8"]), ("region", [], []),
        ("region", boundedcrop.Rectangle(1, 2.5, 3, 4), "1,2.5,3,4"), ("region", [boundedcrop.Rectangle(1, 2, 3, 4)], ["1,2,3,4"]),
        ("focal", (5, 6), "5,6"), ("focal", [(5, 6), (7, 8)], ["5,6", "7,8"]), ("focal", numpy.array([[5, 6], [7, 8]]), ["5,6", "7,8"]),
        ("crop", (10, 40, "50%", 240), "10,40,50%,240"), ("crop", boundedcrop.PixelRectangle(1, 2, 3, 4), "1,2,3,4"),
        ("align", (0.45, 0.3), "0.45,0.3"), ("align", "passport", "passport"),
        ("align_fill", (255, 0, 16), "#ff0010"), ("background", (255, 255, 255, 51), "rgba(255,255,255,0.2000)"),
        ("background", "red", "red"),
        ("keep", {"person": 1, "face": 2.5}, "person:1,face:2.5"), ("keep", ["person", "face"], "person,face"),
        ("detector", ["yunet", "haar"], "yunet,haar"), ("effects", ["blur(3)", "circle()"], "blur(3) circle()"),
        ("auto_rotate", numpy.bool_(True), True), ("scheme", None, None),
    ],
)
def test_values(option: str, value: Any, written: Any) -> None:
    found = fields({option: value}).get(options.camel_case(option))
    assert found == written and type(found) is type(written)


@pytest.mark.parametrize(
    ("option", "value", "kind"),
    [
        ("zoom", float("nan"), ValueError), ("zoom", float("inf"), ValueError), ("zoom", [0.5], TypeError),
        ("max_faces", 10**30, ValueError),
        ("padding", True, TypeError), ("padding", {}, TypeError), ("padding", (1, float("nan"), 1, 1), ValueError),
        ("region", object(), TypeError), ("region", [[1, 2, 3, None]], TypeError), ("region", b"1,2,3,4", TypeError),
        ("background", (1, 2), ValueError), ("background", (1, 2, 256), ValueError), ("background", (0.5, 0.5, 0.5), ValueError),
        ("keep", {"face": None}, TypeError), ("detector", 3j, TypeError), ("effects", object(), TypeError),
        ("cascade", 7, TypeError), ("scheme", b"all", TypeError),
    ],
)
def test_values_of_no_use(option: str, value: Any, kind: type[Exception]) -> None:
    with pytest.raises(kind, match=f"'{option}': "):
        fields({option: value})


def test_a_file_option_is_relative_to_this_process(portrait: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    boundedcrop.plan(portrait)  # the worker runs, in another folder
    monkeypatch.chdir(tmp_path)
    boundedcrop.detect(portrait, detection_cache=Path("cache"))
    assert any((tmp_path / "cache").iterdir())


def test_a_plan_s_parts_are_options(portrait: Path) -> None:
    plan = boundedcrop.plan(portrait, 90)
    assert boundedcrop.plan(portrait, crop=plan.crop).crop == plan.crop
    assert boundedcrop.plan(portrait, region=plan.features).features[0].kind == "region"
    assert boundedcrop.plan(portrait, 90, padding=(0, 0, 0, 0), region=plan.features[0]).bounds is not None


@pytest.mark.parametrize("value", ["\udcff", "a\0b", "\n", "é", "x" * 100_000])
def test_any_text_is_answered(portrait: Path, value: str) -> None:
    with pytest.raises(boundedcrop.Error, match="invalidArgument"):
        boundedcrop.plan(portrait, scheme=value)  # type: ignore[arg-type]


def test_a_request_that_the_worker_cannot_read_is_an_error(cropper: boundedcrop.Cropper, portrait: Path) -> None:
    crop = cropper.crop(portrait, 9)
    with pytest.raises(boundedcrop.Error, match="outputs.0..width: this has a number"):
        cropper._worker.ask({"source": {"path": str(portrait)}, "outputs": [{"width": 10**400}]})
    assert cropper.crop(portrait, 9) == crop
