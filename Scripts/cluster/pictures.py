"""Some hundred distinct pictures, made from a few photos by changing their brightness, and the right answers for them."""

import asyncio
import json
import subprocess

from cluster import load
from cluster.services import Service

# In percent: seen in every pixel, and too little to hide a face.
CHANGES = range(-5, 6)
# Shapes differ, so that each needs a plan of its own.
SIZES = ["300x300", "320x180", "180x320", "400x300", "240x300", "360x120", "120x240", "250x100"]


def path(name, size):
    return f"/unsafe/{size}/smart/{name}"


class Pictures:
    def __init__(self, command, photos, scratch):
        self.folder = scratch / "pictures"
        self.folder.mkdir()
        self.names = make(command, photos, self.folder)
        self.digests = answers(command, self.folder, self.names, scratch)

    def is_right(self, outcome):
        return outcome.digest == self.digests[outcome.path]


def make(command, photos, folder):
    requests = [
        {"id": f"{photo.stem}{change:+d}.jpg", "source": {"path": str(photo.resolve())},
         "outputs": [{"file": str(folder / f"{photo.stem}{change:+d}.jpg"), "format": "jpeg", "effects": f"brightness({change})"}]}
        for photo in sorted(photos.iterdir()) if photo.suffix in (".jpg", ".png") for change in CHANGES
    ]
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    answered = subprocess.run([command, "worker"], input=lines, capture_output=True, text=True, check=True)
    results = [json.loads(line) for line in answered.stdout.splitlines()[1:]]
    failed = [result for result in results if "error" in result]
    if failed or len(results) != len(requests):
        raise SystemExit(f"{len(requests) - len(results)} pictures were not made, and these failed: {failed[:3]}")
    names = [request["id"] for request in requests]
    if len({(folder / name).read_bytes() for name in names}) != len(names):
        raise SystemExit("some pictures are equal")
    return names


def answers(command, folder, names, scratch):
    """By path: the digest of what one service answers that has no one to share with."""
    service = Service(command, "reference", scratch, {"--root": str(folder)})
    outcomes = asyncio.run(load.send(service.port, [path(name, size) for size in SIZES for name in names], clients=2))
    service.program.stop()
    failed = [outcome for outcome in outcomes if outcome.status != 200]
    if failed:
        raise SystemExit(f"{len(failed)} answers to compare with could not be made: {failed[0]}")
    return {outcome.path: outcome.digest for outcome in outcomes}
