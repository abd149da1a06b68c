"""What tables of crops must have in them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession


def of(spark: SparkSession, paths: list[str], partitions: int) -> DataFrame:
    rows = [(number, path) for number, path in enumerate(paths)]
    return spark.createDataFrame(spark.sparkContext.parallelize(rows, partitions), "id int, path string")


def check(table: DataFrame, paths: list[str], folder: Path, expected: dict[str, bytes]) -> None:
    """Every photo has exactly one row and one file, which is that of the command; nothing else is in the folder."""
    rows = table.select("id", "path", "output.file", "error").collect()
    assert Counter((row.id, row.path) for row in rows) == Counter(enumerate(paths))
    assert [row.error for row in rows if row.error] == []
    for row in rows:
        assert Path(row.file).read_bytes() == expected[Path(row.path).stem], row
    assert files(folder) == {row.file for row in rows}


def files(folder: Path) -> set[str]:
    return {str(path) for path in folder.rglob("*") if path.is_file()}
