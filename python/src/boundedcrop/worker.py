"""A worker that is there when it is needed: started at the first request, and again if it has ended."""

from __future__ import annotations

import atexit
import os
import threading
import weakref
from typing import Any, Sequence

from .connection import Connection, Ended
from .errors import Error


class Worker:
    """Answers requests from any thread. A forked child has a worker of its own."""

    def __init__(self, arguments: Sequence[str] = ()) -> None:
        self._arguments = list(arguments)
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._is_closed = False
        _workers.add(self)

    def ask(self, request: dict[str, Any]) -> list[dict[str, Any]]:
        """Returns the results. Raises `Error` for what is wrong with the request."""
        try:
            answer = self.connected().ask(request)
        except Ended:
            # It may have ended before this request, or because of another one. This one has no effect but its answer.
            try:
                answer = self.connected().ask(request)
            except Ended as ended:
                raise Error("workerEnded", str(ended)) from None
        if "error" in answer:
            message, path = answer["error"]["message"], request.get("source", {}).get("path", "")
            raise Error(answer["error"]["code"], message if path in message else f"{path}: {message}")
        results: list[dict[str, Any]] = answer["results"]
        return results

    @property
    def pid(self) -> int | None:
        """The number of the process; None if none is running."""
        with self._lock:
            return self._connection.pid if self._connection and self._connection.is_open else None

    def close(self) -> None:
        """Ends the process when it has answered what it was asked. Further requests are errors."""
        with self._lock:
            connection, self._connection, self._is_closed = self._connection, None, True
        if connection:
            connection.close()

    def connected(self) -> Connection:
        """The process, started if there is none that takes requests."""
        with self._lock:
            if self._is_closed:
                raise Error("closed", "this cropper was closed")
            if self._connection is None or not self._connection.is_open:
                ended, self._connection = self._connection, None
                if ended:
                    ended.close()
                self._connection = Connection(self._arguments)
            return self._connection

    def _forget(self) -> None:
        # In a forked child: another thread may have held the lock, and the process belongs to the parent.
        self._lock = threading.Lock()
        connection, self._connection = self._connection, None
        if connection:
            connection.forget()


_workers: weakref.WeakSet[Worker] = weakref.WeakSet()


def _close_all() -> None:
    for worker in list(_workers):
        worker.close()


def _forget_all() -> None:
    for worker in list(_workers):
        worker._forget()


atexit.register(_close_all)
os.register_at_fork(after_in_child=_forget_all)
