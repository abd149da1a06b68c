"""Videos of a table."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path

import pyarrow
import pytest
from conftest import FIXTURES
from pyspark.errors import PythonException
from pyspark.sql import SparkSession

from boundedcrop import spark as photos
from boundedcrop.spark import columns


@pytest.fixture(scope="module")
def video(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Half a second of a portrait that moves over a gray ground."""
    file = tmp_path_factory.mktemp("videos") / "a b.mp4"
    moving = "[1]scale=100:-2[face];[0][face]overlay=x=20+n*5:y=20:shortest=1"
    inputs = ["-f", "lavfi", "-i", "color=gray:size=320x180:rate=10:duration=0.5", "-loop", "1", "-i", FIXTURES / "formats" / "obama_rgb8.png"]
    subprocess.run(["ffmpeg", "-v", "error", *inputs, "-filter_complex", moving, "-pix_fmt", "yuv420p", file], check=True)
    return str(file)


def test_a_row_for_each_video_and_size(spark: SparkSession, video: str, tmp_path: Path) -> None:
    table = spark.createDataFrame([(1, video), (2, "file:" + video), (3, "/nowhere.mp4"), (4, None)], "id int, path string")
    rows = photos.crop_videos(table, "path", ["9:16", (60, 60)], output=str(tmp_path), padding="20%", when_apart="largest").collect()
    assert Counter((row.id, row.size) for row in rows) == Counter((id, size) for id in (1, 2, 3, 4) for size in ("9:16", "60x60"))
    for row in rows:
        if row.id > 2:
            assert row.error.code in ("fileNotFound", "invalidArgument") and row.video is None and row.output is None
            continue
        assert row.error is None and row.path == (video if row.id == 1 else "file:" + video)
        assert row.video.asDict() == {"width": 320, "height": 180, "duration": pytest.approx(0.4), "frames": 5} and row.shots == 1
        assert Path(row.output.file).stat().st_size == row.output.bytes
        assert (row.output.width, row.output.height) == ((102, 180) if row.size == "9:16" else (60, 60))
    assert len(list(tmp_path.glob("*/*.mp4"))) == 4


def test_a_redaction_has_one_row_for_each_video(spark: SparkSession, video: str, tmp_path: Path) -> None:
    table = spark.createDataFrame([("one", video)], "name string, path string")
    (row,) = photos.crop_videos(table, "path", output=str(tmp_path), names="name", format="mkv", redact="black").collect()
    assert row.error is None and row.size is None and row.shots is None and row.covered == 5 and row.lost == []
    assert row.output.file == f"{tmp_path}/one.mkv"


def test_times_of_visible_faces_are_in_the_row() -> None:
    lost = [{"from": 1.0, "to": 2.5, "shotStart": 0.0, "shotEnd": 4.0}]
    result = {"width": 2, "height": 2, "duration": 4.0, "frames": 5, "covered": 3, "lost": lost}
    (row,) = pyarrow.array(columns.values({"results": [result]}, [None]), pyarrow.struct(list(columns.VIDEO))).to_pylist()
    assert row["lost"] == lost and row["covered"] == 3 and row["video"]["frames"] == 5


def test_wrong_options_fail_the_job(spark: SparkSession, video: str, tmp_path: Path) -> None:
    table = spark.createDataFrame([(video,)], "path string")
    with pytest.raises(PythonException, match="scheme"):
        photos.crop_videos(table, "path", ["1:1"], output=str(tmp_path), scheme="none").collect()  # type: ignore[arg-type]
    for options in ({"format": "avi"}, {"format": "webm"}, {"output": "s3://bucket/a"}, {"output": "relative"}, {"sizes": []}):
        with pytest.raises(ValueError):
            photos.crop_videos(table, "path", **{"sizes": ["1:1"], "output": str(tmp_path), **options})  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        photos.crop_videos(table, "path", ["1:1"], output=str(tmp_path), quality=3)  # type: ignore[call-arg]
