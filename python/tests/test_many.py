"""Many photos, of which only so many are held at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import boundedcrop


def test_crops_come_in_order(cropper: boundedcrop.Cropper, portrait: Path, turned: Path) -> None:
    photos = [portrait, turned.read_bytes()] * 10
    assert list(cropper.crop_many(photos, 30)) == [cropper.crop(portrait, 30), cropper.crop(turned, 30)] * 10
    assert list(cropper.crop_many([], 30)) == []


def test_an_exception_is_in_the_place_of_its_crop(cropper: boundedcrop.Cropper, portrait: Path) -> None:
    crop = cropper.crop(portrait, aspect="1:1", format="webp")
    photos: Any = [portrait, b"broken", None, "/nowhere.jpg", open(portrait), portrait]
    first, broken, none, missing, text, last = cropper.crop_many(photos, aspect="1:1", format="webp")
    photos[4].close()
    assert first == last == crop
    assert isinstance(broken, boundedcrop.Error) and broken.code == "unsupportedFormat"
    assert isinstance(missing, boundedcrop.Error) and missing.code == "fileNotFound"
    assert isinstance(none, TypeError) and isinstance(text, TypeError)


def test_errors_can_be_raised(cropper: boundedcrop.Cropper, portrait: Path) -> None:
    crops = cropper.crop_many([portrait, b"broken", portrait], 30, errors="raise")
    next(crops)
    with pytest.raises(boundedcrop.Error, match="unsupportedFormat"):
        next(crops)
    assert list(crops) == []
    assert cropper.crop(portrait, 30)


def test_photos_are_taken_as_they_are_needed(cropper: boundedcrop.Cropper, portrait: Path) -> None:
    taken = 0

    def photos() -> Iterator[Path]:
        nonlocal taken
        while True:
            taken += 1
            yield portrait

    crops = cropper.crop_many(photos(), 9)
    assert taken == 0
    for given in range(1, 30):
        next(crops)
        # Two workers and a thread that prepares, twice.
        assert taken <= given + 6
    crops.close()  # type: ignore[attr-defined]
    assert cropper.crop(portrait, 9)


def test_what_the_iterable_raises_is_raised(cropper: boundedcrop.Cropper, portrait: Path) -> None:
    def photos() -> Iterator[Path]:
        yield portrait
        raise OSError("the list ends here")

    with pytest.raises(OSError, match="the list ends here"):
        list(cropper.crop_many(photos(), 9))


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({"schema": "all"}, TypeError), ({"size": "big"}, ValueError), ({"size": 9, "aspect": "1:1"}, ValueError),
        ({"output": "text"}, ValueError), ({"errors": "ignore"}, ValueError), ({"each_face": "size"}, TypeError),
    ],
)
def test_wrong_options_are_raised_at_once(options: Any, kind: type[Exception]) -> None:
    with pytest.raises(kind):
        boundedcrop.crop_many([], **options)


@pytest.mark.parametrize("photos", ["photo.jpg", b"GIF89a", Path("photo.jpg")])
def test_one_photo_is_not_many(photos: Any) -> None:
    with pytest.raises(TypeError, match="photos are several"):
        boundedcrop.crop_many(photos, 9)
