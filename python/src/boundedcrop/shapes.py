"""Sizes and aspects of crops, as people write them."""

from __future__ import annotations

import difflib
import re
from typing import Any, Optional, Sequence, Tuple, Union

from .errors import Error
from .options import joined, text

# A square's side, both sides, one of them, "300x200", "300x", a size on paper such as "35x45mm@300dpi", or the name of a preset.
Size = Union[int, str, Sequence[int], Tuple[Optional[int], Optional[int]]]
# "16:9", (16, 9), or the width by the height.
Aspect = Union[str, float, Tuple[float, float]]

# The presets of the command, in docs/web.md.
PRESETS = {
    "open-graph": (1200, 630),
    "x-card": (1200, 628),
    "x-header": (1500, 500),
    "facebook-cover": (851, 315),
    "instagram-portrait": (1080, 1350),
    "instagram-square": (1080, 1080),
    "story": (1080, 1920),
    "linkedin-post": (1200, 627),
    "linkedin-banner": (1584, 396),
    "pinterest-pin": (1000, 1500),
    "youtube-thumbnail": (1280, 720),
    "youtube-banner": (2560, 1440),
    "avatar": (400, 400),
    "avatar-large": (800, 800),
    "favicon": (48, 48),
    "apple-touch-icon": (180, 180),
    "web-app-icon": (512, 512),
    "web-app-icon-small": (192, 192),
    "app-store-icon": (1024, 1024),
    "google-play-icon": (512, 512),
}
# The worker reads what it says.
PAPER = re.compile(r"(?=.*(\d\s*(mm|cm|in)|@))([\d.x\s]|mm|cm|in)*(@.*)?", re.IGNORECASE)
# Larger numbers could not be read as JSON; the worker says what a side may be.
MOST_SIDE = 1 << 31


def shape(size: Size | None, aspect: Aspect | None, has_presets: bool = False) -> dict[str, Any]:
    """As it is in a request; empty for the photo's own shape. Raises `ValueError` or `TypeError` for what is no size or aspect.

    With presets of one's own, the worker reads all names.
    """
    if size is None:
        return {} if aspect is None else {"aspect": text(aspect) if isinstance(aspect, (str, float, int)) else joined(aspect, ":")}
    if aspect is not None:
        raise ValueError("a crop has a size or an aspect, not both")
    if isinstance(size, str) and PAPER.fullmatch(size):
        return {"size": size}
    if has_presets and isinstance(size, str) and not re.fullmatch(r"\s*\d+\s*(x\s*\d+\s*)?|\d+x|x\d+", size):
        return {"preset": size}
    width, height = _sides(size)
    if max(abs(side or 0) for side in (width, height)) > MOST_SIDE:
        raise Error("invalidArgument", "a side of a crop is 1 to 65535 pixels")
    if width is None or height is None:
        return {"size": f"{'' if width is None else width}x{'' if height is None else height}"}
    return {"width": width, "height": height}


def _sides(size: Any) -> tuple[int | None, int | None]:
    """Width and height; None for one that the photo's own shape gives."""
    try:
        if isinstance(size, str):
            if size in PRESETS:
                return PRESETS[size]
            sides = size.split("x")
            width, height = [side or None for side in sides] if len(sides) > 1 else sides * 2
        else:
            # NumPy's numbers and arrays as Python's.
            size = size.tolist() if hasattr(size, "tolist") else size
            width, height = size if isinstance(size, (list, tuple)) else (size, size)
        if isinstance(size, (bytes, bytearray)) or width is height is None:
            raise TypeError
        return None if width is None else int(width), None if height is None else int(height)
    except (TypeError, ValueError, OverflowError):
        near = difflib.get_close_matches(size, PRESETS, 1) if isinstance(size, str) else []
        advice = f": did you mean {near[0]!r}?" if near else ""
        message = f'a size is 300, (300, 200), "300x200" or a preset such as "open-graph", not {size!r}{advice}'
        kind = ValueError if isinstance(size, (str, float, Sequence)) else TypeError
        raise kind(message) from None
