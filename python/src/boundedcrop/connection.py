"""One process of ``boundedcrop worker`` and the requests that it has not answered yet."""

from __future__ import annotations

import io
import json
import subprocess
import threading
from concurrent.futures import Future
from typing import Any, Sequence, cast

from .errors import Error
from .program import PATH

PROTOCOL = 1
# How long a process may take to end after its last answer.
END_SECONDS = 10


class Ended(Exception):
    """The process ended before it answered."""


class Connection:
    """Requests are sent as they come, and answered in any order."""

    def __init__(self, arguments: Sequence[str]) -> None:
        try:
            # In a session of its own, so that Ctrl-C ends only this process, which then ends the worker.
            self._process = subprocess.Popen(
                [PATH, "worker", "--unordered", *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise Error("workerNotStarted", f"{PATH} cannot be started: {error.strerror}") from error
        self.pid = self._process.pid
        self.is_open = True
        self._count = 0
        self._pending: dict[int, Future[dict[str, Any]]] = {}
        self._pending_lock = threading.Lock()
        self._write_lock = threading.Lock()
        self._reader = threading.Thread(target=self._read, name="boundedcrop", daemon=True)
        self._reader.start()

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Returns the answer. Raises `Ended` if there will be none."""
        return self.send(request).result()

    def send(self, request: dict[str, Any]) -> Future[dict[str, Any]]:
        """Returns where the answer, or `Ended`, will be. Raises `Ended` if the request cannot be sent."""
        answer: Future[dict[str, Any]] = Future()
        with self._pending_lock:
            if not self.is_open:
                raise Ended("the worker has ended")
            self._count += 1
            number = self._count
            self._pending[number] = answer
        try:
            self._write(_line({**request, "id": number}))
        except BaseException:
            with self._pending_lock:
                self._pending.pop(number, None)
            raise
        return answer

    def close(self) -> None:
        """Ends the process."""
        self._close_input()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join()

    def forget(self) -> None:
        """Closes what a forked child has of the parent's process, which would otherwise not see its input end."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream:
                stream.close()
        # Not a child of this process, which must not wait for it.
        self._process.returncode = 0

    def _write(self, line: bytes) -> None:
        with self._write_lock:
            stream = self._process.stdin
            if stream is None or stream.closed:
                raise Ended("the worker has ended")
            rest = memoryview(line)
            try:
                while rest:
                    rest = rest[stream.write(rest) :]
            except BrokenPipeError:
                self.is_open = False
                raise Ended(self._end_text()) from None
            except BaseException:
                # What follows would be read as the rest of this line.
                self.is_open = False
                self._process.kill()
                raise

    def _close_input(self) -> None:
        with self._write_lock:
            if self._process.stdin:
                self._process.stdin.close()

    def _read(self) -> None:
        problem: Exception | None = None
        try:
            self._read_answers()
        except (OSError, ValueError, KeyError, TypeError) as error:
            problem = Error("workerFailed", f"the worker answered what it should not: {error!r}")
            self._process.kill()
        ended = problem or Ended(self._end_text())
        with self._pending_lock:
            self.is_open = False
            pending = list(self._pending.values())
        for answer in pending:
            if not answer.done():
                answer.set_exception(ended)

    def _read_answers(self) -> None:
        if self._process.stdout is None:
            return
        with io.BufferedReader(cast(io.RawIOBase, self._process.stdout), 1 << 16) as lines:
            greeting = lines.readline()
            if not greeting:
                return
            if json.loads(greeting)["protocol"] != PROTOCOL:
                raise ValueError(f"protocol {PROTOCOL} is needed, not {greeting!r}")
            for line in lines:
                answer = json.loads(line)
                if answer["id"] is None:
                    # Whose it is cannot be known, and whoever it is would wait forever.
                    raise ValueError(answer["error"]["message"])
                with self._pending_lock:
                    waiting = self._pending.pop(answer["id"], None)
                if waiting:
                    waiting.set_result(answer)

    def _end_text(self) -> str:
        try:
            status = self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            return "the worker has closed its output"
        return f"the worker was ended by signal {-status}" if status < 0 else f"the worker ended with status {status}"


def _line(request: dict[str, Any]) -> bytes:
    """Raises `Error` for what the worker could not read."""
    try:
        return json.dumps(request, ensure_ascii=False, allow_nan=False).encode() + b"\n"
    except ValueError as error:
        raise Error("invalidArgument", f"a value cannot be sent to the worker: {error}") from None
