"""How many photos are in a worker at once, what happens when it ends, and how much memory rows take. Without Spark."""

from __future__ import annotations

from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any

import pyarrow
import pytest
from conftest import FIXTURES

from boundedcrop.connection import Ended
from boundedcrop.errors import Error
from boundedcrop.spark import columns, page, window
from boundedcrop.spark.job import Job
from boundedcrop.spark.kept import kept_worker

Asked = dict[str, Any]
DONE: Asked = {"results": []}


class Connection:
    """A process that answers the oldest request when somebody waits for an answer, and does not survive some requests."""

    def __init__(self, deadly: set[str]) -> None:
        self.is_open = True
        self.deadly = deadly
        self.unanswered: list[tuple[str, Future[Asked]]] = []
        self.most = 0

    def send(self, request: Asked) -> Future[Asked]:
        if not self.is_open:
            raise Ended("the worker has ended")
        answer: Future[Asked] = Future()
        self.unanswered.append((request["source"]["path"], answer))
        self.most = max(self.most, len(self.unanswered))
        return answer

    def ask(self, request: Asked) -> Asked:
        answer = self.send(request)
        self.answer()
        return answer.result()

    def answer(self) -> None:
        path, answer = self.unanswered.pop(0)
        if path not in self.deadly:
            return answer.set_result(DONE)
        self.is_open = False
        for _, ended in [(path, answer), *self.unanswered]:
            ended.set_exception(Ended("the worker was ended by signal 9"))
        self.unanswered.clear()


class Worker:
    def __init__(self, *deadly: str) -> None:
        self.deadly = set(deadly)
        self.connections: list[Connection] = []

    def connected(self) -> Connection:
        if not self.connections or not self.connections[-1].is_open:
            self.connections.append(Connection(self.deadly))
        return self.connections[-1]


class Settled(SimpleQueue):  # type: ignore[type-arg]
    def __init__(self, worker: Worker) -> None:
        self.worker = worker

    def get(self) -> Any:
        if self.empty():
            self.worker.connections[-1].answer()
        return super().get()


def answers(worker: Worker, count: int, **more: str) -> list[tuple[int, Asked]]:
    asking: window.Window[int] = window.Window(worker, 4)  # type: ignore[arg-type]
    asking._settled = Settled(worker)
    return list(asking.answers((number, {"source": {"path": str(number), **more}}) for number in range(count)))


def test_no_more_than_the_window_is_in_flight() -> None:
    worker = Worker()
    assert sorted(answers(worker, 50)) == [(number, DONE) for number in range(50)]
    assert [connection.most for connection in worker.connections] == [4]


@pytest.mark.parametrize(("length", "most"), [(100, 2), (500, 1), (9000, 1)])
def test_long_requests_wait_for_each_other(monkeypatch: pytest.MonkeyPatch, length: int, most: int) -> None:
    monkeypatch.setattr(window, "MOST_BYTES", 2500)
    worker = Worker()
    assert len(answers(worker, 9, base64="a" * length)) == 9
    assert worker.connections[0].most == most


def test_only_requests_that_end_a_worker_alone_are_errors() -> None:
    worker = Worker("3", "4", "11")
    found = dict(answers(worker, 20))
    failed = [number for number, answer in found.items() if answer != DONE]
    assert sorted(found) == list(range(20)) and sorted(failed) == [3, 4, 11]
    assert {found[number]["error"]["code"] for number in failed} == {"workerEnded"}
    # Five ended: 3 and 11 each ended one with others around, and 3, 4 and 11 each ended one alone.
    assert len(worker.connections) == 6


def test_a_row_with_an_error_needs_no_worker() -> None:
    worker = Worker()
    asking: window.Window[int] = window.Window(worker, 4)  # type: ignore[arg-type]
    found = list(asking.answers([(1, Error("invalidArgument", "there is no photo"))]))
    assert found == [(1, {"error": {"code": "invalidArgument", "message": "there is no photo"}})] and not worker.connections


def test_a_worker_is_kept_for_the_next_task_with_the_same_options() -> None:
    with kept_worker(("--jobs=1",)) as first, kept_worker(("--jobs=1",)) as second:
        assert first is not second
    with kept_worker(("--jobs=1",)) as again:
        assert again is second
        with kept_worker(("--jobs=2",)) as other:
            assert other is not again


def job(shapes: dict[str, Asked], added: pyarrow.Schema) -> Job:
    return Job(
        photo=0, carried=[1], name=None, added=added, fields={"format": "png"}, shapes=shapes, folder=None, ending=".png", arguments=[],
        max_bytes=1_000_000,
    )


def test_batches_of_crops_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "MOST_BYTES", 100_000)
    photo = (FIXTURES / "formats" / "obama_rgb8.png").read_bytes()
    batch = pyarrow.RecordBatch.from_pydict({"content": [photo] * 12, "id": list(range(12))})
    (one,) = job({"200x200": {"width": 200, "height": 200}}, columns.IMAGE).run([batch.slice(0, 1)])
    made = list(job({"200x200": {"width": 200, "height": 200}}, columns.IMAGE).run([batch]))
    assert sorted(number for part in made for number in part.column("id").to_pylist()) == list(range(12))
    assert len(made) > 2 and all(part.column("image").nbytes < 100_000 + one.column("image").nbytes for part in made)


def test_batches_of_plans_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "MOST_ROWS", 5)
    batch = pyarrow.RecordBatch.from_pydict({"content": [b"none"] * 12, "id": list(range(12))})
    assert [part.num_rows for part in job({"1:1": {"aspect": "1:1"}}, columns.PLAN).run([batch])] == [5, 5, 2]
