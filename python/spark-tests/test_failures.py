"""Executors, workers and tasks that end in the middle."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pyarrow
from conftest import FIXTURES
from processes import descendants, executors, is_running, until, workers
from pyspark import TaskContext
from pyspark.sql import SparkSession
from tables import check, files, of

from boundedcrop import spark as photos

PARTITIONS = 12


def written_while(spark: SparkSession, paths: list[str], folder: Path, happens: Callable[[], None]) -> Path:
    """The table of a job during which something happens, when some crops are there and most are not."""
    table = folder / "table"
    crops = photos.crop(of(spark, paths, PARTITIONS), "path", [(300, 300)], output=str(folder / "crops"))
    with ThreadPoolExecutor(1) as thread:
        job = thread.submit(crops.write.parquet, str(table))
        until(lambda: len(files(folder / "crops")) > 20 or job.done())
        happens()
        assert len(files(folder / "crops")) < len(paths) / 2 and not job.done()
        job.result(300)
    return table


def test_an_executor_that_is_killed_loses_no_photo_and_doubles_none(
    spark: SparkSession, archive: list[str], expected: dict[str, bytes], tmp_path: Path
) -> None:
    victims: list[int] = []

    def kill() -> None:
        executor = next(executor for executor in executors(os.getpid()) if workers(executor))
        victims.extend(descendants(executor))
        os.kill(executor, signal.SIGKILL)

    table = written_while(spark, archive, tmp_path, kill)
    assert any(failed(spark))
    check(spark.read.parquet(str(table)), archive, tmp_path / "crops", expected)
    # Its worker ends as well.
    until(lambda: not any(is_running(victim) for victim in victims))


def test_a_worker_that_is_killed_is_started_again(
    spark: SparkSession, archive: list[str], expected: dict[str, bytes], tmp_path: Path
) -> None:
    table = written_while(spark, archive, tmp_path, lambda: os.kill(workers(os.getpid())[0], signal.SIGKILL))
    assert not any(failed(spark))
    # A process that is killed may leave what it was writing.
    for left in (tmp_path / "crops").rglob(".boundedcrop-*"):
        left.unlink()
    check(spark.read.parquet(str(table)), archive, tmp_path / "crops", expected)


def test_a_photo_that_ends_workers_is_an_error_alone(spark: SparkSession, archive: list[str]) -> None:
    deadly = str(FIXTURES / "edges" / "black_300x200.jpg")
    paths = archive[:5] + [deadly] + archive[5:10] + [deadly]
    detector = f"command:{Path(__file__).parent / 'deadly-detector.py'}"
    rows = photos.plan(of(spark, paths, 1), "path", [(9, 9)], detector=detector).collect()
    errors = {row.id: row.error for row in rows}
    assert len(rows) == len(paths) and [number for number, error in errors.items() if error] in ([5, 11], [11, 5])
    assert errors[5].code == "workerEnded" and "signal 9" in errors[5].message


def test_a_task_that_is_repeated_writes_the_same_again(
    spark: SparkSession, archive: list[str], expected: dict[str, bytes], tmp_path: Path
) -> None:
    paths = archive[:40]

    def failing(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        yield from batches
        if TaskContext.get().attemptNumber() == 0:
            raise OSError("at the end of the first attempt")

    crops = photos.crop(of(spark, paths, 3), "path", [(300, 300)], output=str(tmp_path / "crops"))
    crops.mapInArrow(failing, crops.schema).write.parquet(str(tmp_path / "table"))
    assert any(failed(spark))
    check(spark.read.parquet(str(tmp_path / "table")), paths, tmp_path / "crops", expected)


def failed(spark: SparkSession) -> list[int]:
    """How many tasks failed in each stage of the last job."""
    tracker = spark.sparkContext.statusTracker()
    job = tracker.getJobInfo(max(tracker.getJobIdsForGroup()))
    stages = [tracker.getStageInfo(stage) for stage in job.stageIds]
    return [stage.numFailedTasks for stage in stages if stage]
