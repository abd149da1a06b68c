"""A Spark with three executors, photos of the repository, and what the command makes of them."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from clusters import session
from pyspark.sql import SparkSession

FIXTURES = Path(__file__).resolve().parents[2] / "Fixtures"
COMMAND = os.environ.get("BOUNDEDCROP_COMMAND", "boundedcrop")
COPIES = 20


@pytest.fixture(scope="module")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    with session("local-cluster[3,1,1024]", tmp_path_factory.mktemp("spark")) as spark:
        yield spark


@pytest.fixture(scope="session")
def photos() -> list[Path]:
    return sorted((FIXTURES / "photos").iterdir())


@pytest.fixture(scope="session")
def expected(photos: list[Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The crops of the command, by the names of the photos without their endings."""
    folder = tmp_path_factory.mktemp("expected")
    crop = [COMMAND, "crop", *map(str, photos), "--size", "300x300", "--format", "jpeg", "--output", f"{folder}/{{name}}.{{ext}}"]
    subprocess.run(crop, check=True, capture_output=True)
    return {file.stem: file.read_bytes() for file in folder.iterdir()}


@pytest.fixture(scope="session")
def archive(photos: list[Path], tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Many photos, each in its own folder."""
    folder = tmp_path_factory.mktemp("archive")
    paths = [folder / str(number) / photo.name for number in range(COPIES) for photo in photos]
    for path, photo in zip(paths, photos * COPIES):
        path.parent.mkdir(exist_ok=True)
        shutil.copy(photo, path)
    return [str(path) for path in paths]
