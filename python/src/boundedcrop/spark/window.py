"""A bounded number of photos in a worker at once."""

from __future__ import annotations

from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, Dict, Generic, Iterable, Iterator, NamedTuple, TypeVar

from ..connection import Connection, Ended
from ..errors import Error
from ..worker import Worker

Row = TypeVar("Row")
Fields = Dict[str, Any]
# What most lines in flight take together; a longer one is alone.
MOST_BYTES = 32_000_000


class _Sent(NamedTuple):
    row: Any
    request: Fields
    answer: Future[Fields]

    @property
    def has_ended(self) -> bool:
        return isinstance(self.answer.exception(), Ended)

    @property
    def byte_count(self) -> int:
        return _byte_count(self.request)


class Window(Generic[Row]):
    """Asks a worker about the photos of rows. Answers come in any order."""

    def __init__(self, worker: Worker, count: int) -> None:
        self._worker = worker
        self._most = count
        self._connection: Connection | None = None
        self._count = 0
        self._byte_count = 0
        self._settled: SimpleQueue[_Sent] = SimpleQueue()

    def answers(self, requests: Iterable[tuple[Row, Fields | Error]]) -> Iterator[tuple[Row, Fields]]:
        """Each row with its answer, which has ``results`` or an ``error``. A row with an error is not asked about.

        A request that the worker does not survive is repeated once, alone, since others may have been in flight.
        Raises `Error` if no worker can be started.
        """
        for row, request in requests:
            if isinstance(request, Error):
                yield row, _failed(request)
                continue
            while self._count and not self._has_room(_byte_count(request)):
                yield from self._next()
            self._send(row, request)
        while self._count:
            yield from self._next()

    def _has_room(self, byte_count: int) -> bool:
        # All that is in flight is in one process.
        is_open = self._connection is not None and self._connection.is_open
        return is_open and self._count < self._most and self._byte_count + byte_count <= MOST_BYTES

    def _send(self, row: Row, request: Fields) -> None:
        self._connection = self._worker.connected()
        try:
            answer = self._connection.send(request)
        except Ended as ended:
            answer = Future()
            answer.set_exception(ended)
        sent = _Sent(row, request, answer)
        self._count += 1
        self._byte_count += sent.byte_count
        answer.add_done_callback(lambda _: self._settled.put(sent))

    def _next(self) -> Iterator[tuple[Row, Fields]]:
        settled = [self._settled.get()]
        if settled[0].has_ended:
            settled += [self._settled.get() for _ in range(self._count - 1)]
        for sent in settled:
            self._count -= 1
            self._byte_count -= sent.byte_count
        for sent in settled:
            yield sent.row, self._alone(sent.request) if sent.has_ended else sent.answer.result()

    def _alone(self, request: Fields) -> Fields:
        self._connection = self._worker.connected()
        try:
            return self._connection.ask(request)
        except Ended as ended:
            return _failed(Error("workerEnded", f"{ended}, twice, at this row"))


def _byte_count(request: Fields) -> int:
    return 1000 + len(request["source"].get("base64", ""))


def _failed(error: Error) -> Fields:
    return {"error": {"code": error.code, "message": error.message}}
