"""Workers that are kept from one task to the next of the same Python process, which runs one task at a time."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Dict, Iterator, Tuple

from ..worker import Worker

Arguments = Tuple[str, ...]

_idle: Dict[Arguments, Worker] = {}


@contextmanager
def kept_worker(arguments: Arguments) -> Iterator[Worker]:
    """A worker that nobody else uses meanwhile. Others that are idle are ended, since each has its memory."""
    worker = _idle.pop(arguments, None) or Worker(arguments)
    while _idle:
        _idle.popitem()[1].close()
    try:
        yield worker
    finally:
        if _idle.setdefault(arguments, worker) is not worker:
            worker.close()
