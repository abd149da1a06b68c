"""The command ``boundedcrop``, which is in this package, or else on the search path."""

from __future__ import annotations

import os
import sys


def _found() -> str:
    own = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "boundedcrop")
    if os.path.exists(own):
        return own
    for folder in os.get_exec_path():
        path = os.path.join(folder, "boundedcrop")
        if os.access(path, os.X_OK) and os.path.isfile(path):
            with open(path, "rb") as file:
                # A script is what pip makes of `main`, which would find itself.
                if file.read(2) != b"#!":
                    return path
    return own


PATH = _found()


def main() -> None:
    """Becomes the command."""
    try:
        os.execv(PATH, ["boundedcrop", *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"boundedcrop: {PATH} cannot be started: {error.strerror}")
