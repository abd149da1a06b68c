"""Where crops are written: names that depend on nothing but the row, so that a repeated task writes the same files."""

from __future__ import annotations

import hashlib
from typing import Any

from ..errors import Error

# The formats of crops, and how their files end. A file of the photo's own format has no ending: it would depend on what is in the photo.
ENDINGS = {"auto": "", "jpeg": ".jpg", "png": ".png", "webp": ".webp", "avif": ".avif", "gif": ".gif"}


# The formats of videos.
VIDEO_ENDINGS = {"mp4": ".mp4", "mov": ".mov", "mkv": ".mkv", "webm": ".webm"}


def key(photo: str | bytes) -> str:
    """The name of a photo without one: of its path or URL as it is in the table, or of its bytes."""
    digest = hashlib.sha256(photo if isinstance(photo, bytes) else photo.encode()).hexdigest()[:32]
    # A hundred million files in one folder are slow to list and to remove.
    return f"{digest[:2]}/{digest}"


def checked(name: Any) -> str:
    """A name from a column. Raises `Error` if it is none, or leads out of the folder."""
    if not isinstance(name, str) or not name:
        raise Error("invalidArgument", "the output has no name: the value is null or empty")
    if "\0" in name or any(part in ("", ".", "..") for part in name.split("/")):
        raise Error("invalidArgument", f"an output is named by a path within its folder, such as people/12, not {name[:80]!r}")
    return name


def label(size: str) -> str:
    """A size or aspect in a file name."""
    return size.replace(":", "x")
