"""The values of a column as photos that a worker can open."""

from __future__ import annotations

import base64
import re
from typing import Any
from urllib.parse import unquote

from ..errors import Error

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):/|data:")


def source(value: Any, max_bytes: int) -> dict[str, str]:
    """A path, URL or bytes as in a request. Raises `Error` for what cannot be asked for."""
    if value is None:
        raise Error("invalidArgument", "there is no photo: the value is null")
    if isinstance(value, bytes):
        # The worker would drop a line that is too long, and could not say whose it was.
        if len(value) > max_bytes:
            raise Error("limitExceeded", f"the file has {len(value)} bytes, more than the limit of {max_bytes}")
        return {"base64": base64.b64encode(value).decode("ascii")}
    if not value:
        raise Error("invalidArgument", "there is no photo: the text is empty")
    place = located(value)
    # The key of an object is taken as it is; in a URL, it would be percent-encoded.
    return {"s3": place} if place.startswith("s3://") else {"url": place} if _SCHEME.match(place) else {"path": place}


def video(value: Any) -> dict[str, str]:
    """The path of a video as in a request. Raises `Error` for what cannot be asked for."""
    if not value:
        raise Error("invalidArgument", "there is no video: the value is null or empty")
    return {"video": located(value)}


def located(text: str) -> str:
    """A path or URL as a worker takes it, from one as Hadoop and Spark write it."""
    found = _SCHEME.match(text)
    scheme = (found.group(1) or "").lower() if found else ""
    if scheme == "file":
        # `file:///` begins a URL, as from input_file_name(); with one slash it is as from the source binaryFile, which escapes nothing.
        return unquote(text[7:]) if text[5:].startswith("///") else text[5:]
    if scheme in ("s3", "s3a", "s3n"):
        return "s3" + text[len(scheme) :]
    return text
