"""What schemathesis needs to know besides the service's description: bodies that are pictures."""

from pathlib import Path

import schemathesis
from hypothesis import strategies

PHOTOS = Path(__file__).resolve().parent.parent.parent / "Fixtures/photos"
SMALL = [path.read_bytes() for path in sorted(PHOTOS.iterdir()) if path.suffix in (".jpg", ".png") and path.stat().st_size < 300_000]

# Some are cut off, and some are no pictures at all.
BODIES = strategies.sampled_from(SMALL + [SMALL[0][:1000], SMALL[-1][:-20], b"\x89PNG\r\n\x1a\n", b"no picture"])

for name in ["jpeg", "png", "webp", "avif", "gif", "heic", "tiff", "bmp"]:
    schemathesis.openapi.media_type(f"image/{name}", BODIES)
schemathesis.openapi.media_type("application/octet-stream", BODIES)
