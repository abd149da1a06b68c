"""The options of the worker itself, named as those of the command ``boundedcrop worker``."""

from __future__ import annotations

from typing import Any, Mapping, TypedDict

# The most bytes of a file that are read, unless an option says otherwise.
MOST_BYTES = 64_000_000


class WorkerOptions(TypedDict, total=False):
    """All are explained by ``boundedcrop worker --help``. Keys of object storage come from the environment of the executors."""

    allow_private: bool
    allow_truncated: bool
    max_bytes: int
    max_frames: int
    max_pixels: int
    s3_endpoint: str
    s3_path_style: bool
    s3_profile: str
    s3_region: str
    timeout: float


def arguments(options: Mapping[str, Any]) -> list[str]:
    """As they are on a command line. Every photo is loaded once, so that nothing of URLs is kept."""
    line = options.get("max_bytes", MOST_BYTES) * 4 // 3 + 1_000_000
    words = ["--no-cache", f"--max-line={line}"]
    for name, value in sorted(options.items()):
        option = name.replace("_", "-")
        if isinstance(value, bool):
            # Only the style of URLs has a default other than no.
            words += [f"--{option}"] if value else [f"--no-{option}"] if name == "s3_path_style" else []
        else:
            words.append(f"--{option}={value}")
    return words
