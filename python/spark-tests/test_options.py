"""Wrong calls, and wrong options, which fail the job."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from conftest import FIXTURES
from pyspark.errors import PythonException
from pyspark.sql import DataFrame, SparkSession

from boundedcrop import spark as photos


@pytest.fixture
def table(spark: SparkSession) -> DataFrame:
    return spark.createDataFrame([(str(FIXTURES / "formats" / "obama_rgb8.png"), 1)], "path string, id int")


@pytest.mark.parametrize(
    ("column", "sizes", "options", "error", "message"),
    [
        ("paths", [(9, 9)], {}, ValueError, "0 columns 'paths'; its columns are path, id"),
        ("id", [(9, 9)], {}, TypeError, "of type int, not string or binary"),
        ("path", [], {}, ValueError, "sizes is a list"),
        ("path", "1:1", {}, ValueError, "sizes is a list"),
        ("path", ["16:9", (16, 9)], {}, ValueError, "the name 16x9"),
        ("path", [(9, 9)], {"format": "bmp"}, ValueError, "not 'bmp'"),
        ("path", [(9, 9)], {"names": "path"}, ValueError, "written to an output"),
        ("path", [(9, 9)], {"output": "crops"}, ValueError, "begins with a slash, or s3://bucket/prefix, not 'crops'"),
        ("path", [(9, 9)], {"output": "gs://bucket/crops"}, ValueError, "not 'gs://bucket/crops'"),
        ("path", [(9, 9)], {"output": "hdfs:///crops"}, ValueError, "not 'hdfs:///crops'"),
        ("path", [(9, 9)], {"schema": "all"}, TypeError, "no option 'schema'"),
    ],
)
def test_wrong_calls(table: DataFrame, column: str, sizes: Any, options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        photos.crop(table, column, sizes, **options)


def test_a_column_that_the_result_has_too(table: DataFrame) -> None:
    with pytest.raises(ValueError, match="has a column 'Crop'"):
        photos.plan(table.withColumnRenamed("id", "Crop"), "path", [(9, 9)])


def test_detection_takes_no_options_of_crops(table: DataFrame) -> None:
    with pytest.raises(TypeError, match="'zoom' is not an option of detection"):
        photos.detect(table, "path", zoom=0.5)


@pytest.mark.parametrize(
    ("sizes", "options", "message"),
    [
        ([(0, 9)], {}, "0x9"),
        (["wide"], {}, "wide"),
        ([(9, 9)], {"scheme": "widest"}, "widest"),
        ([(9, 9)], {"cascade": "/nowhere.xml"}, "/nowhere.xml"),
        ([(9, 9)], {"max_pixels": 0}, "worker ended with status 64"),
    ],
)
def test_wrong_options_fail_the_job_and_not_its_photos(table: DataFrame, sizes: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(PythonException, match=message):
        photos.plan(table, "path", sizes, **options).collect()


@pytest.mark.parametrize("missing", ["pyspark", "pyarrow", "pandas"])
def test_what_is_missing_is_named(missing: str) -> None:
    program = f"import sys; sys.modules['{missing}'] = None; import boundedcrop; import boundedcrop.spark"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 1 and "pip install 'boundedcrop[spark]'" in done.stderr and missing in done.stderr
