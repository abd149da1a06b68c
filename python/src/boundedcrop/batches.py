"""Many things made at once, of which only so many are held, in the order in which they were asked for."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Callable, Iterable, Iterator, TypeVar

Item = TypeVar("Item")


def threads_for(jobs: int | None) -> int:
    """How many threads keep a worker busy: one prepares while the others wait."""
    return (jobs or len(os.sched_getaffinity(0))) + 1


def in_order(make: Callable[[Item], Any], items: Iterable[Item], jobs: int | None, returns_errors: bool) -> Iterator[Any]:
    """What is made of each item, or its exception."""

    def made(item: Item) -> Any:
        try:
            return make(item)
        except Exception as error:
            if returns_errors:
                return error
            raise

    pending: deque[Future[Any]] = deque()
    with ThreadPoolExecutor(threads_for(jobs), "boundedcrop-many") as threads:
        try:
            for item in items:
                pending.append(threads.submit(made, item))
                while pending and (is_full(pending, jobs) or pending[0].done()):
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        finally:
            for future in pending:
                future.cancel()


def is_full(pending: deque[Any], jobs: int | None) -> bool:
    """Whether nothing more should be asked for before something was taken."""
    return len(pending) >= 2 * threads_for(jobs)
