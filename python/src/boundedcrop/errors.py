"""What can go wrong."""

from __future__ import annotations


class Error(Exception):
    """A picture, or an option, that cannot be used.

    ``code`` is for programs, such as ``"malformedImage"``, ``"noFeatureFound"`` or ``"invalidArgument"``; ``message`` is for people.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class NothingCovered(UserWarning):
    """The effect ``redact`` found no face, so that the picture is as it was."""
