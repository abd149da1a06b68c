"""Tasks that run twice at once, as Spark starts them for slow ones."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow
from clusters import session, standalone
from pyspark import TaskContext
from tables import check, of

from boundedcrop import spark as photos

SPECULATION = {
    "speculation": "true", "speculation_interval": "100ms", "speculation_multiplier": "1.01", "speculation_quantile": "0.1",
}


def test_twins_write_the_same_and_one_is_in_the_table(archive: list[str], expected: dict[str, bytes], tmp_path: Path) -> None:
    paths, marks = archive[:42], tmp_path / "marks"
    marks.mkdir()

    def slow(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        """The first attempt at the first partition waits for its twin, after a part of its photos, and then runs beside it."""
        task = TaskContext.get()
        twin = marks / "twin"
        for batch in batches:
            (marks / f"{task.partitionId()}-{task.attemptNumber()}").touch()
            yield batch.slice(0, 5)
            if task.partitionId() == 0 and task.attemptNumber() > 0:
                twin.touch()
            end = time.monotonic() + 100
            while task.partitionId() == 0 and not twin.exists() and time.monotonic() < end:
                time.sleep(0.01)
            yield batch.slice(5)

    with standalone(["127.0.0.2", "127.0.0.3"], tmp_path / "cluster") as master, session(master, tmp_path, **SPECULATION) as spark:
        table = of(spark, paths, 3)
        crops = photos.crop(table.mapInArrow(slow, table.schema), "path", [(300, 300)], output=str(tmp_path / "crops"))
        crops.write.parquet(str(tmp_path / "table"))
        assert {mark.name for mark in marks.iterdir()} >= {"0-0", "0-1", "twin"}
        check(spark.read.parquet(str(tmp_path / "table")), paths, tmp_path / "crops", expected)
