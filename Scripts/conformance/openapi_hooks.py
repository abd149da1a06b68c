"""What schemathesis needs to know besides the service's description, and what it does not check by itself."""

from pathlib import Path

import schemathesis
from hypothesis import strategies

PHOTOS = Path(__file__).resolve().parents[2] / "Fixtures" / "photos"
SMALL = [path.read_bytes() for path in sorted(PHOTOS.iterdir()) if path.suffix in (".jpg", ".png") and path.stat().st_size < 300_000]

# Some are cut off, and some are no pictures at all.
BODIES = strategies.sampled_from(SMALL + [SMALL[0][:1000], SMALL[-1][:-20], b"\x89PNG\r\n\x1a\n", b"no picture", b""])

for name in ["jpeg", "png", "webp", "avif", "jxl", "jp2", "gif", "heic", "tiff", "bmp", "ico", "svg+xml", "x-dcraw"]:
    schemathesis.openapi.media_type(f"image/{name}", BODIES)
schemathesis.openapi.media_type("application/octet-stream", BODIES)

# Fields of every answer in HTTP, which a description does not repeat.
FIELDS_OF_HTTP = {"connection", "content-length", "content-type", "date", "server", "transfer-encoding"}


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    """Half of the generated pictures exist."""
    for name in ("picture", "identifier"):
        text = (path_parameters or {}).get(name)
        if isinstance(text, str) and len(text) % 2:
            path_parameters[name] = "beach.jpg"
    return path_parameters


@schemathesis.check
def fields_are_described(context, response, case):
    described = case.operation.responses.find_by_status_code(response.status_code)
    # Another check is about statuses, and requests with methods that are not described have answers that are not.
    if described is None or response.request.method != case.operation.method.upper():
        return
    names = {name.lower() for name, _ in described.headers.items()} | FIELDS_OF_HTTP
    unknown = sorted(set(response.headers) - names)
    assert not unknown, f"header fields that are not described: {', '.join(unknown)}"


@schemathesis.check
def examples_are_answered(context, response, case):
    if case.meta is not None and case.meta.phase.name.value == "examples":
        signed = "SIGNATURE" in response.request.url and response.status_code == 403
        assert response.status_code < 400 or signed, f"{response.status_code} for an example"
