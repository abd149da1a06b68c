"""What comes back for good and bad photos."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest
from conftest import FIXTURES
from pyspark.sql import SparkSession
from pyspark.sql.types import BinaryType, StructType
from tables import files

import boundedcrop
from boundedcrop import spark as photos

PORTRAIT = str(FIXTURES / "formats" / "obama_rgb8.png")


def test_crops_in_rows_are_those_of_the_command(spark: SparkSession, photos_by_name: dict[str, str], expected: dict[str, bytes]) -> None:
    table = spark.createDataFrame(list(photos_by_name.items()), "name string, path string")
    rows = photos.crop(table, "path", [(300, 300)]).collect()
    assert {row.name: bytes(row.image) for row in rows} == expected
    assert all(row.output.file is None and row.output.bytes == len(row.image) and row.error is None for row in rows)


def test_bytes_are_cropped_and_not_carried(spark: SparkSession, expected: dict[str, bytes]) -> None:
    table = spark.read.format("binaryFile").load(str(FIXTURES / "photos"))
    crops = photos.crop(table, "content", [(300, 300)])
    assert crops.columns[:4] == ["path", "modificationTime", "length", "size"] and "content" not in crops.columns
    assert {Path(row.path).stem: bytes(row.image) for row in crops.collect()} == expected


def test_a_row_for_each_size(spark: SparkSession) -> None:
    table = spark.createDataFrame([(7, PORTRAIT), (8, "/nowhere")], "id int, path string")
    rows = photos.crop(table, "path", [(30, 20), "3:1"], format="webp").collect()
    assert Counter((row.id, row.size) for row in rows) == Counter([(7, "30x20"), (7, "3:1"), (8, "30x20"), (8, "3:1")])
    sizes = {row.size: (row.output.width, row.output.height, row.output.format) for row in rows if row.id == 7}
    assert sizes == {"30x20": (30, 20, "webp"), "3:1": (240, 80, "webp")}
    assert {row.error.code for row in rows if row.id == 8} == {"fileNotFound"}


def test_requests_make_what_they_make_elsewhere(spark: SparkSession, tmp_path: Path) -> None:
    requests = {
        "a": {"output": {"format": "webp"}, "stages": [{"crop": {"detects": True}, "target": {"height": 20, "width": 30}}]},
        "b": {"stages": [{"target": {"width": 20}}]},
    }
    table = spark.createDataFrame([(PORTRAIT,)], "path string")
    expected = {name: boundedcrop.render(PORTRAIT, request) for name, request in requests.items()}
    rows = photos.render(table, "path", requests).collect()
    assert {row.size: bytes(row.image) for row in rows} == expected
    for _ in range(2):
        rows = photos.render(table, "path", requests, output=str(tmp_path)).collect()
        assert {row.size: Path(row.output.file).read_bytes() for row in rows} == expected
    assert {Path(file).suffix for file in files(tmp_path)} == {".webp", ""}
    with pytest.raises(TypeError, match="'zoom' is not an option of the worker"):
        photos.render(table, "path", requests, zoom=0.5)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="requests is a dictionary"):
        photos.render(table, "path", {})


def test_plans_and_finds_are_those_of_the_package(spark: SparkSession) -> None:
    table = spark.createDataFrame([(PORTRAIT,)], "path string")
    (row,) = photos.plan(table, "path", [(30, 20)], scheme="largest").collect()
    record = boundedcrop.plan(PORTRAIT, (30, 20), scheme="largest")
    found = row.asDict(recursive=True)
    for name in ("crop", "bounds", "reason", "fallback", "turn"):
        assert found[name] == record.get(name), name
    (feature,) = record["features"]
    assert found["features"] == [{"priority": None, **feature}] and (row.kept, row.dropped) == (1, 0)
    assert found["picture"] == {"width": 240, "height": 300, "orientation": 1}
    (row,) = photos.detect(table, "path").collect()
    assert row.asDict(recursive=True)["features"] == found["features"] and "crop" not in row


def test_what_is_no_photo_is_an_error_of_its_row(spark: SparkSession, tmp_path: Path) -> None:
    rubbish, empty, huge = tmp_path / "rubbish.jpg", tmp_path / "empty.jpg", "/" + "x" * 100_000
    rubbish.write_bytes(bytes(range(256)) * 9)
    empty.touch()
    codes = {
        "/nowhere/a.jpg": "fileNotFound", str(rubbish): "unsupportedFormat", str(empty): "emptyFile", str(tmp_path): "isDirectory",
        "": "invalidArgument", None: "invalidArgument", "gs://bucket/a.jpg": "invalidURL", "a\0b": "fileNotFound", huge: "unreadableFile",
        "http://127.0.0.1:1/a.jpg": "sourceNotAllowed", "data:image/png;base64,AAAA": "unsupportedFormat", PORTRAIT: None,
    }
    table = spark.createDataFrame([(path,) for path in codes], "path string")
    rows = photos.plan(table, "path", ["1:1"]).collect()
    assert {row.path: row.error and row.error.code for row in rows} == codes and len(rows) == len(codes)
    assert all(row.error.message and row.crop is None and row.size == "1:1" for row in rows if row.error)


def test_bytes_that_are_no_photo(spark: SparkSession) -> None:
    codes = {b"": "emptyFile", None: "invalidArgument", b"rubbish": "unsupportedFormat", bytes(2000): "limitExceeded"}
    table = spark.createDataFrame([(value and bytearray(value), number) for number, value in enumerate(codes)], "content binary, id int")
    rows = photos.detect(table, "content", max_bytes=1999).collect()
    assert [row.error.code for row in sorted(rows, key=lambda row: row.id)] == list(codes.values())


def test_tables_without_rows(spark: SparkSession) -> None:
    table = spark.createDataFrame([], "path string, id int")
    assert photos.crop(table, "path", [(9, 9)]).collect() == []
    assert photos.detect(spark.createDataFrame([(PORTRAIT,)], "path string").repartition(5), "path").count() == 1


def test_files_are_named_by_the_photo_and_the_size(spark: SparkSession, tmp_path: Path) -> None:
    table = spark.createDataFrame([(PORTRAIT, "people/o"), (PORTRAIT, "../o"), (PORTRAIT, None), ("/nowhere", "x")], "path string, name string")
    crops = photos.crop(table, "path", [(30, 20), "1:1"], output=f"file:{tmp_path}/named", names="name", format="png").collect()
    assert {row.error and row.error.code for row in crops} == {None, "invalidArgument", "fileNotFound"}
    assert files(tmp_path / "named") == {f"{tmp_path}/named/people/o-30x20.png", f"{tmp_path}/named/people/o-1x1.png"}
    rows = photos.crop(table.limit(1), "path", [(30, 20)], output=str(tmp_path / "hashed")).collect()
    again = photos.crop(table.limit(1), "path", [(30, 20)], output=str(tmp_path / "hashed"), format="auto").collect()
    assert rows[0].output.file == again[0].output.file + ".jpg" and rows[0].output.file.startswith(f"{tmp_path}/hashed/")
    assert again[0].output.format == "png"


def test_a_folder_that_cannot_be_written_is_an_error_of_each_row(spark: SparkSession) -> None:
    table = spark.createDataFrame([(PORTRAIT,)], "path string")
    (row,) = photos.crop(table, "path", [(9, 9)], output="/dev/null/folder").collect()
    assert row.error.code == "unwritableFile"


@pytest.mark.parametrize("name", ["a b%20ü#?.png", "x%2Fy.png", "'\"\n.png"])
def test_paths_as_spark_lists_them(spark: SparkSession, tmp_path: Path, name: str) -> None:
    shutil.copy(PORTRAIT, tmp_path / name)
    listed = spark.read.format("binaryFile").load(str(tmp_path)).select("path")
    assert [row.error for row in photos.plan(listed, "path", ["1:1"]).collect()] == [None]
    escaped = spark.createDataFrame([((tmp_path / name).as_uri(),)], "path string")
    assert [row.error for row in photos.plan(escaped, "path", ["1:1"]).collect()] == [None]


def test_columns_of_any_type_stay(spark: SparkSession) -> None:
    table = spark.sql(
        f"select '{PORTRAIT}' path, map('a', array(1)) m, timestamp'2026-01-02 03:04:05' t, 1.50BD d, named_struct('x', null) s, 1 as `1`"
    )
    assert photos.detect(table, "path").select(table.columns).collect() == table.collect()


def test_columns_have_one_schema(spark: SparkSession) -> None:
    table = spark.createDataFrame([], "path string")
    crop = photos.crop(table, "path", [(9, 9)]).schema
    assert crop["image"].dataType == BinaryType() and crop["crop"].dataType.simpleString() == "struct<x:int,y:int,width:int,height:int>"
    assert crop["error"].dataType.simpleString() == "struct<code:string,message:string>"
    written = photos.crop(table, "path", [(9, 9)], output="/x").schema
    assert [field for field in crop if field.name != "image"] == list(written)
    assert set(photos.plan(table, "path", ["1:1"]).schema) == set(written) - {written["output"]}
    assert isinstance(photos.detect(table, "path").schema["picture"].dataType, StructType)


@pytest.fixture
def photos_by_name() -> dict[str, str]:
    return {path.stem: str(path) for path in (FIXTURES / "photos").iterdir()}
