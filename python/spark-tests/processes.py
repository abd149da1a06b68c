"""Processes that tests started, as /proc has them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Found = TypeVar("Found")


def until(find: Callable[[], Found | None], seconds: float = 120) -> Found:
    """What is found, as soon as it is something."""
    end = time.monotonic() + seconds
    while not (found := find()):
        assert time.monotonic() < end, f"nothing after {seconds} seconds"
        time.sleep(0.02)
    return found


def words(process: int) -> list[str]:
    """The command line of a process; empty if it has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_text().split("\0")
    except (OSError, UnicodeDecodeError):
        return []


def descendants(process: int) -> list[int]:
    """All processes that a process started, and those that they started."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            children.setdefault(parent, []).append(int(folder.name))
    found, unseen = [], [process]
    while unseen:
        next_ = children.get(unseen.pop(), [])
        found += next_
        unseen += next_
    return found


def workers(process: int) -> list[int]:
    """The processes ``boundedcrop worker`` below a process."""
    return [found for found in descendants(process) if words(found)[1:2] == ["worker"] and "boundedcrop" in words(found)[0]]


def executors(process: int) -> list[int]:
    return [found for found in descendants(process) if any("CoarseGrainedExecutorBackend" in word for word in words(found))]


def is_running(process: int) -> bool:
    """Whether it has not ended, even if nobody has waited for it yet."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
