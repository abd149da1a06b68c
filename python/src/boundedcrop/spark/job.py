"""What tasks do. Spark sends it to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterable, Iterator

import pyarrow
from pyspark import TaskContext

from ..errors import Error
from ..worker import Worker
from .columns import values
from .kept import kept_worker
from .outputs import ENDINGS, checked, key, label
from .page import Page
from .photos import source, video
from .window import Fields, Window


@dataclass(frozen=True)
class Row:
    """A row of a batch."""

    batch: pyarrow.RecordBatch
    index: int

    def value(self, column: int) -> Any:
        return self.batch.column(column)[self.index].as_py()


@dataclass(frozen=True)
class Job:
    """Asks a worker about the photo of each row."""

    # The numbers of columns: of the photos, of those that stay, and of the names of outputs.
    photo: int
    carried: list[int]
    name: int | None
    # The columns that are added.
    added: pyarrow.Schema
    # The fields of all requests, and the shape of each output by its size as text; empty for detection.
    fields: Fields
    shapes: dict[str, dict[str, Any]]
    # Where crops are written; None if they come back in the rows.
    folder: str | None
    # None if it is that of the format in each request.
    ending: str | None
    # Of the worker.
    arguments: list[str]
    max_bytes: int
    # Whether the rows have videos.
    is_video: bool = False

    def run(self, batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        """The rows of a partition with the added columns."""
        task = TaskContext.get()
        jobs = task.cpus() if task else 1
        sizes: list[str | None] = [*self.shapes] or [None]
        page = Page(self.added)
        with kept_worker((*self.arguments, f"--jobs={jobs}")) as worker:
            self._check(worker)
            # As many as the worker holds.
            window: Window[Row] = Window(worker, 2 * jobs + 4)
            for row, answer in window.answers(self._requests(batches)):
                page.add(row.batch, row.index, self.carried, values(answer, sizes))
                if page.is_full:
                    yield page.take()
        if not page.is_empty:
            yield page.take()

    def _check(self, worker: Worker) -> None:
        """Raises `Error` if the options are wrong or the worker does not work: no photo would tell more."""
        # Of what does not exist, nothing else is wrong.
        place, expected = ({"video": "/dev/null/none"}, "fileNotFound") if self.is_video else ({"base64": ""}, "emptyFile")
        try:
            worker.ask(self._request(place, "options"))
        except Error as error:
            if error.code != expected:
                raise

    def _requests(self, batches: Iterable[pyarrow.RecordBatch]) -> Iterator[tuple[Row, Fields | Error]]:
        for batch in batches:
            for index in range(batch.num_rows):
                row = Row(batch, index)
                try:
                    photo = row.value(self.photo)
                    place = video(photo) if self.is_video else source(photo, self.max_bytes)
                    name = "" if self.folder is None else key(photo) if self.name is None else checked(row.value(self.name))
                    yield row, self._request(place, name)
                except Error as error:
                    yield row, error

    def _request(self, place: dict[str, str], name: str) -> Fields:
        request = {**self.fields, "source": place}
        if self.shapes:
            request["outputs"] = [self._output(f"{name}-{label(size)}", shape) for size, shape in self.shapes.items()]
        elif self.is_video:
            request["outputs"] = [self._output(name, {})]
        return request

    def _output(self, name: str, shape: dict[str, Any]) -> dict[str, Any]:
        if self.folder is None:
            return shape
        ending = ENDINGS.get(shape["request"].get("output", {}).get("format", "auto"), "") if self.ending is None else self.ending
        return {**shape, "file": f"{self.folder}/{name}{ending}"}
