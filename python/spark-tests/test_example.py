"""The job of Examples/spark, as it is submitted."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet
from clusters import HOME
from conftest import COMMAND, FIXTURES

JOB = FIXTURES.parent / "Examples" / "spark" / "crop-photos.py"


def submit(scratch: Path, *words: object) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "SPARK_HOME": str(HOME), "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    environment |= {"SPARK_WORKER_DIR": str(scratch / "work"), "SPARK_LOCAL_DIRS": str(scratch / "local")}
    command = [HOME / "bin" / "spark-submit", "--master", "local-cluster[2,1,1024]", "--driver-memory", "700m", "--executor-memory", "512m"]
    return subprocess.run(
        list(map(str, [*command, "--conf", "spark.ui.enabled=false", JOB, *words])), env=environment, capture_output=True, text=True
    )


def counted(done: subprocess.CompletedProcess[str]) -> list[str]:
    """What the job printed; spark-submit mixes it with what is logged."""
    return re.findall(r"^\d+ \w+$", done.stdout, re.MULTILINE)


def test_a_folder_becomes_crops_and_a_table(photos: list[Path], tmp_path: Path) -> None:
    folder, table = tmp_path / "photos" / "in" / "folders", tmp_path / "table"
    folder.mkdir(parents=True)
    for photo in photos:
        shutil.copy(photo, folder)
    (folder / "broken.JPG").write_bytes(b"\xff\xd8\xff and no more")
    (folder / "notes.txt").write_text("no photo")
    done = submit(tmp_path, tmp_path / "photos", "--size", "300x300", "--size", "2:1", "--output", tmp_path / "crops", "--table", table)
    assert done.returncode == 0, done.stdout[-3000:]
    assert counted(done) == [f"{2 * len(photos)} cropped", "2 malformedImage"]
    rows = pyarrow.parquet.read_table(table).to_pylist()
    assert len(rows) == 2 * (len(photos) + 1)
    # All sizes come from one decode, so that the command has to make both, too.
    shapes = ["--size", "300x300", "--aspect", "2:1", "--format", "jpeg", "--output", tmp_path / "{name}-{width}x{height}.{ext}"]
    subprocess.run([COMMAND, "crop", *photos, *shapes], check=True, capture_output=True)
    squares = {Path(row["path"]).stem: row for row in rows if row["size"] == "300x300" and not row["error"]}
    assert set(squares) == {photo.stem for photo in photos}
    for name, row in squares.items():
        assert Path(row["output"]["file"]).read_bytes() == (tmp_path / f"{name}-300x300.jpg").read_bytes(), name
    assert (squares["obama"]["kept"], squares["obama"]["dropped"], len(squares["obama"]["features"])) == (1, 0, 1)
    shutil.copy(photos[0], folder / "broken.JPG")
    words = ["--failed-in", table, "--size", "300x300", "--output", tmp_path / "crops", "--table", tmp_path / "again"]
    assert counted(submit(tmp_path, *words)) == ["1 cropped"]


def test_wrong_words_are_explained(tmp_path: Path) -> None:
    done = submit(tmp_path, "--size", "9x9", "--output", "o", "--table", "t")
    assert done.returncode != 0 and "name the photos" in done.stdout
