"""What goes in, and what comes out."""

from __future__ import annotations

import io
import os
from pathlib import Path

import numpy
import pytest
from PIL import Image

import boundedcrop


def opened(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def test_bytes_give_bytes_of_the_same_format(portrait: Path) -> None:
    image = opened(boundedcrop.crop(portrait.read_bytes(), size=(30, 20)))
    assert (image.format, image.size) == ("PNG", (30, 20))


@pytest.mark.parametrize("kind", [str, Path, os.fspath])
def test_a_path_gives_bytes(portrait: Path, kind: type) -> None:
    assert boundedcrop.crop(kind(portrait), (30, 20)) == boundedcrop.crop(portrait.read_bytes(), (30, 20))


def test_a_path_is_relative_to_this_process(portrait: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    boundedcrop.plan(portrait)  # the worker runs, in this folder
    monkeypatch.chdir(portrait.parent)
    assert boundedcrop.plan(portrait.name, (30, 20)) == boundedcrop.plan(portrait, (30, 20))


@pytest.mark.parametrize("wrap", [bytearray, memoryview])
def test_other_bytes_are_bytes(portrait: Path, wrap: type) -> None:
    data = portrait.read_bytes()
    assert boundedcrop.crop(wrap(data), (30, 20)) == boundedcrop.crop(data, (30, 20))


def test_a_format_and_a_quality(portrait: Path) -> None:
    small, large = (boundedcrop.crop(portrait, (99, 99), format="jpeg", quality=quality) for quality in (20, 95))
    assert opened(small).format == opened(large).format == "JPEG" and len(small) < len(large)


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L"])
def test_a_pillow_image_gives_one_of_its_mode(portrait: Path, mode: str) -> None:
    crop = boundedcrop.crop(Image.open(portrait).convert(mode), (30, 20))
    assert isinstance(crop, Image.Image) and (crop.mode, crop.size) == (mode, (30, 20))


@pytest.mark.parametrize(("mode", "given"), [("CMYK", "RGB"), ("1", "L"), ("LA", "RGBA"), ("P", "RGB")])
def test_other_modes_become_the_nearest(portrait: Path, mode: str, given: str) -> None:
    assert boundedcrop.crop(Image.open(portrait).convert(mode), (30, 20)).mode == given


def test_pixels_are_those_of_the_file(portrait: Path) -> None:
    expected = opened(boundedcrop.crop(portrait, (90, 60))).convert("RGB")
    image = boundedcrop.crop(Image.open(portrait).convert("RGB"), (90, 60))
    array = boundedcrop.crop(numpy.asarray(Image.open(portrait).convert("RGB")), (90, 60))
    assert image.tobytes() == expected.tobytes()
    assert numpy.array_equal(array, numpy.asarray(expected))


def test_transparent_colors_are_not_premultiplied() -> None:
    array = numpy.full((20, 20, 4), (200, 100, 50, 128), numpy.uint8)
    crop = boundedcrop.crop(array, (10, 10))
    assert crop.shape == (10, 10, 4)
    assert numpy.abs(crop.astype(int) - (200, 100, 50, 128)).max() <= 1


@pytest.mark.parametrize(("shape", "given"), [((40, 60), (20, 30)), ((40, 60, 3), (20, 30, 3)), ((40, 60, 4), (20, 30, 4))])
def test_an_array_gives_one_of_its_channels(shape: tuple[int, ...], given: tuple[int, ...]) -> None:
    crop = boundedcrop.crop(numpy.zeros(shape, numpy.uint8), (30, 20))
    assert crop.shape == given and crop.dtype == numpy.uint8 and crop.flags.writeable


def test_an_array_need_not_be_contiguous(portrait: Path) -> None:
    array = numpy.asarray(Image.open(portrait).convert("RGB"))
    mirrored = boundedcrop.crop(array[:, ::-1], (60, 90))
    assert numpy.array_equal(mirrored, boundedcrop.crop(array[:, ::-1].copy(), (60, 90)))


def test_the_output_can_be_of_another_kind(portrait: Path) -> None:
    array = boundedcrop.crop(portrait, (30, 20), output="numpy")
    image = boundedcrop.crop(portrait, (30, 20), output="pil")
    assert array.shape == (20, 30, 3) and image.mode == "RGB"
    assert numpy.array_equal(array, numpy.asarray(image))
    assert opened(boundedcrop.crop(array, (15, 10), output="bytes")).format == "PNG"


def test_an_effect_may_make_it_transparent(portrait: Path) -> None:
    assert boundedcrop.crop(Image.open(portrait).convert("RGB"), (30, 30), effects="circle()").mode == "RGBA"


def test_a_turned_photo_becomes_upright(turned: Path) -> None:
    image = Image.open(turned)
    upright, file = boundedcrop.plan(image, aspect="1:1"), boundedcrop.plan(turned, aspect="1:1")
    assert (upright["width"], upright["height"]) == (file["width"], file["height"]) == (320, 400)
    assert abs(upright["crop"]["y"] - file["crop"]["y"]) <= 2


def test_several_sizes_of_one_photo(portrait: Path) -> None:
    crops = boundedcrop.crops(portrait, sizes=[(30, 20), (10, 40)], output="numpy")
    assert [crop.shape for crop in crops] == [(20, 30, 3), (40, 10, 3)]
    assert boundedcrop.crops(portrait, sizes=[]) == []


@pytest.mark.parametrize("photo", [None, 7, [1, 2], object()])
def test_what_is_no_photo(photo: object) -> None:
    with pytest.raises(TypeError, match="a photo is bytes, a path"):
        boundedcrop.crop(photo, (30, 20))  # type: ignore[call-overload]


@pytest.mark.parametrize("array", [numpy.zeros((4, 4, 2), "uint8"), numpy.zeros((4, 4), "float32"), numpy.zeros((0, 4), "uint8"),
                                   numpy.zeros(4, "uint8"), numpy.zeros((4, 4, 1), "uint8")])
def test_arrays_of_another_shape(array: numpy.ndarray) -> None:
    with pytest.raises(ValueError, match="an array is height"):
        boundedcrop.crop(array, (30, 20))
