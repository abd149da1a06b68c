"""The command ``boundedcrop``, which is in this package."""

from __future__ import annotations

import os
import sys

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "boundedcrop")


def main() -> None:
    """Becomes the command."""
    try:
        os.execv(PATH, ["boundedcrop", *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"boundedcrop: {PATH} cannot be started: {error.strerror}")
