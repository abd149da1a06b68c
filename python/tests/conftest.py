"""Photos of the repository: a face on a PNG of 240×300, and a JPEG that is turned by its EXIF."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import boundedcrop

FIXTURES = Path(__file__).resolve().parents[2] / "Fixtures"


@pytest.fixture
def portrait() -> Path:
    return FIXTURES / "formats" / "obama_rgb8.png"


@pytest.fixture
def turned() -> Path:
    return FIXTURES / "orientations" / "obama_6.jpg"


@pytest.fixture
def empty() -> Path:
    return FIXTURES / "edges" / "black_300x200.jpg"


@pytest.fixture
def cropper() -> Iterator[boundedcrop.Cropper]:
    with boundedcrop.Cropper(jobs=2) as cropper:
        yield cropper
