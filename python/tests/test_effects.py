"""Effects on whole photos, and faces that are made unrecognizable."""

from __future__ import annotations

import io
import subprocess
from pathlib import Path
from typing import Any

import numpy
import pytest
from PIL import Image

import boundedcrop

CHEEK = (75, 118)


def pixels(photo: Path) -> Any:
    return numpy.asarray(Image.open(photo).convert("RGB"))


@pytest.mark.parametrize("effects", ["blur(9,3)", ["blur(9,3)", "circle()"], "redact(black)"])
def test_effects_are_the_command_s(portrait: Path, tmp_path: Path, effects: Any) -> None:
    file = tmp_path / "a.png"
    text = effects if isinstance(effects, str) else " ".join(effects)
    subprocess.run(["boundedcrop", "effects", portrait, "--effects", text, "--output", file], check=True)
    assert numpy.array_equal(boundedcrop.effects(portrait, effects, output="pil"), Image.open(file))


def test_effects_keep_the_kind_and_the_whole_photo(portrait: Path) -> None:
    image = Image.open(portrait).convert("RGB")
    with boundedcrop.Cropper(zoom=0.9, scheme="largest", no_upscale=True) as cropper:
        assert cropper.effects(image, "blur(2)").size == image.size
        assert cropper.redact(numpy.asarray(image)).shape == (300, 240, 3)
    webp = Image.open(io.BytesIO(boundedcrop.effects(portrait, "blur(2)", format="webp", quality=50)))
    assert (webp.format, webp.size) == ("WEBP", (240, 300))


@pytest.mark.parametrize("effects", ["nope(3)", "blur(", "blur(-1)"])
def test_wrong_effects(portrait: Path, effects: str) -> None:
    with pytest.raises(boundedcrop.Error, match="invalidArgument"):
        boundedcrop.effects(portrait, effects)


@pytest.mark.parametrize(("method", "color"), [("black", (0, 0, 0)), ((10, 200, 30), (10, 200, 30)), ("#102030", (16, 32, 48))])
def test_a_color_leaves_nothing_of_a_face(portrait: Path, method: Any, color: tuple[int, int, int]) -> None:
    redacted = boundedcrop.redact(portrait, method, output="numpy")
    assert tuple(redacted[CHEEK]) == color
    assert numpy.array_equal(redacted[290:], pixels(portrait)[290:])


def test_methods_differ(portrait: Path) -> None:
    blurred, pixelated = boundedcrop.redact(portrait, output="numpy"), boundedcrop.redact(portrait, "pixelate", output="numpy")
    for redacted in (blurred, pixelated):
        assert (redacted[40:100, 110:150] != pixels(portrait)[40:100, 110:150]).mean() > 0.9
    assert not numpy.array_equal(blurred, pixelated)
    wide = boundedcrop.redact(portrait, "black", margin=1, output="numpy")
    assert (wide == 0).sum() > 2 * (boundedcrop.redact(portrait, "black", margin=0, output="numpy") == 0).sum()


def test_a_photo_in_which_nothing_is_found_is_an_error(empty: Path) -> None:
    with pytest.raises(boundedcrop.Error, match="nothing covered") as caught:
        boundedcrop.redact(empty)
    assert caught.value.code == "noFeatureFound"


def test_it_is_returned_as_it_was_only_if_that_is_asked_for(empty: Path) -> None:
    with pytest.warns(boundedcrop.NothingCovered):
        assert numpy.array_equal(boundedcrop.redact(empty, require_face=False, output="numpy"), pixels(empty))


def test_effects_and_crops_that_cover_nothing_warn(empty: Path) -> None:
    with pytest.warns(boundedcrop.NothingCovered):
        boundedcrop.effects(empty, "redact(blur)")
    with pytest.warns(boundedcrop.NothingCovered):
        boundedcrop.crop(empty, 30, effects="redact(blur)")


def test_options_of_the_cropper_do_not_weaken_it(portrait: Path) -> None:
    weak: Any = {"detector": "haar", "accuracy": "low", "min_confidence": 1, "min_face": 1, "max_faces": 1, "no_bounding": True}
    with boundedcrop.Cropper(**weak) as cropper, boundedcrop.Cropper(region=(0, 0, 9, 9), effects="blur(1)") as other:
        expected = boundedcrop.redact(portrait, "black")
        assert cropper.redact(portrait, "black") == expected == other.redact(portrait, "black")


@pytest.mark.parametrize("region", ["10,200,40,50", (10, 200, 40, 50), [(10, 200, 40, 50), "0,0,5,5"]])
def test_places_that_are_known_are_hidden_too(portrait: Path, region: Any) -> None:
    redacted = boundedcrop.redact(portrait, "black", region=region, output="numpy")
    assert tuple(redacted[225, 30]) == (0, 0, 0) == tuple(redacted[CHEEK])
    assert numpy.array_equal(redacted[290:], pixels(portrait)[290:])


def test_what_is_hidden_is_what_the_command_hides(portrait: Path, empty: Path, tmp_path: Path) -> None:
    named = portrait.parents[1] / "metadata" / "everything.jpg"
    for photo, words, options in [
        (portrait, ["--detector", "haar", "--accuracy", "low"], {"detector": "haar", "accuracy": "low"}),
        (named, ["--embedded-regions"], {"embedded_regions": True}), (empty, ["--region", "9,9,30,30"], {"region": (9, 9, 30, 30)}),
    ]:
        file = tmp_path / "a.png"
        subprocess.run(["boundedcrop", "effects", photo, "--redact", "black", *words, "--output", file, "--overwrite"], check=True)
        redacted = boundedcrop.redact(photo, "black", output="pil", **options)  # type: ignore[call-overload]
        assert numpy.array_equal(redacted.convert("RGB"), Image.open(file).convert("RGB"))


@pytest.mark.parametrize("option", ["min_confidence", "min_face", "max_faces", "focal", "size", "effects"])
def test_it_takes_no_option_that_it_would_not_follow(portrait: Path, option: str) -> None:
    with pytest.raises(TypeError, match=f"there is no option '{option}'"):
        boundedcrop.redact(portrait, **{option: "1,2,3,4"})  # type: ignore[call-overload]


@pytest.mark.parametrize("method", ["blur,0", "blur) crop(0,0,1,1", "", "black)", "rgba(0,0,0,1", (1, 2), (300, 0, 0)])
def test_what_is_no_method(portrait: Path, method: Any) -> None:
    with pytest.raises(ValueError, match="a method is|a color is"):
        boundedcrop.redact(portrait, method)


@pytest.mark.parametrize(("method", "margin"), [("smudge", None), ("blur", -1), ("blur", 101)])
def test_methods_and_margins_that_there_are_not(portrait: Path, method: str, margin: Any) -> None:
    with pytest.raises(boundedcrop.Error, match="invalidArgument"):
        boundedcrop.redact(portrait, method, margin=margin)


@pytest.mark.parametrize("photo", [b"broken", b""])
def test_a_photo_that_cannot_be_read_is_not_returned(photo: bytes) -> None:
    with pytest.raises(boundedcrop.Error):
        boundedcrop.redact(photo, require_face=False)
