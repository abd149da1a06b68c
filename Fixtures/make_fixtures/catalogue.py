"""Photos, labelled pictures made from them, and the manifest that lists every decodable file."""

import hashlib
import json
import shutil
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

FIXTURES = Path(__file__).resolve().parent.parent
DERIVED_FOLDERS = ("orientations", "formats", "colour", "metadata", "composites", "animations", "edges", "broken")
SYNTHETIC = ("made by make-fixtures.py, no photo", "as this package", "")

Box = tuple[float, float, float, float]
PHOTO_LABELS = {entry["file"]: entry for entry in json.loads((Path(__file__).parent / "photos.json").read_text())}


@dataclass(frozen=True)
class Picture:
    """An upright image with its face boxes, which follow every change made to it."""

    image: Image.Image
    faces: tuple[Box, ...] = ()
    photos: tuple[str, ...] = ()

    def resized(self, width: int, height: int) -> "Picture":
        x_scale, y_scale = width / self.image.width, height / self.image.height
        faces = tuple((x * x_scale, y * y_scale, w * x_scale, h * y_scale) for x, y, w, h in self.faces)
        return Picture(self.image.resize((width, height), Image.Resampling.LANCZOS), faces, self.photos)

    def cropped(self, left: int, top: int, width: int, height: int) -> "Picture":
        """The part of the picture in the rectangle, which must hold every face whole."""
        faces = tuple((x - left, y - top, w, h) for x, y, w, h in self.faces)
        for x, y, w, h in faces:
            assert x >= 0 and y >= 0 and x + w <= width and y + h <= height, "a crop cuts a face"
        return Picture(self.image.crop((left, top, left + width, top + height)), faces, self.photos)

    def with_image(self, image: Image.Image) -> "Picture":
        """The same labels on another rendering (grey, with alpha...) of the same size."""
        assert image.size == self.image.size
        return Picture(image, self.faces, self.photos)


def photo(name: str) -> Picture:
    """A committed photo as RGB, checked against its recorded hash so that labels and pixels belong together."""
    path = FIXTURES / "photos" / name
    label = PHOTO_LABELS[name]
    assert hashlib.sha256(path.read_bytes()).hexdigest() == label["sha256"], f"{name} is not the labelled photo"
    image = Image.open(path).convert("RGB")
    image.info = {}  # or Pillow would copy the photo's own profile, EXIF and comments into derived files
    return Picture(image, tuple(map(tuple, label["faces"])), (name,))


class Catalogue:
    """Writes files below one folder and remembers the labels of those that can be decoded."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.entries: list[dict] = []

    def remove_derived_folders(self) -> None:
        for name in DERIVED_FOLDERS:
            shutil.rmtree(self.folder / name, ignore_errors=True)

    def write(self, file: str, data: bytes) -> None:
        """Writes a file that gets no label: a broken one, or one that is no picture."""
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def add(self, file: str, data: bytes, picture: Picture, *tags: str, orientation: int = 1) -> None:
        """Writes a decodable file and its label; `picture` is what a viewer shows, upright."""
        self.write(file, data)
        origins = [PHOTO_LABELS[name] for name in picture.photos]
        source, licence, credit = SYNTHETIC
        if origins:
            source = ", ".join("photos/" + origin["file"] for origin in origins)
            licence = "; ".join(dict.fromkeys(origin["licence"] for origin in origins))
            credit = "; ".join(dict.fromkeys(origin["credit"] for origin in origins))
        faces = [[round(value) for value in box] for box in picture.faces]
        count = ("no_face", "single")[len(faces)] if len(faces) < 2 else "group"
        self._label(file, picture.image.size, faces, [count, *tags], source, licence, credit, orientation)

    def add_photos(self) -> None:
        for name, label in PHOTO_LABELS.items():
            size = label["width"], label["height"]
            origin = label["source"], label["licence"], label["credit"]
            self._label("photos/" + name, size, label["faces"], label["tags"], *origin, 1)

    def _label(self, file, size, faces, tags, source, licence, credit, orientation) -> None:
        entry = {"file": file, "width": size[0], "height": size[1], "faces": faces, "tags": tags}
        entry |= {"source": source, "licence": licence, "credit": credit, "orientation": orientation}
        self.entries.append(entry)

    def write_manifest(self) -> None:
        """One line for each file, so that a change of labels reads well in a diff."""
        lines = ",\n".join(" " + json.dumps(entry) for entry in self.entries)
        self.write("manifest.json", f"[\n{lines}\n]\n".encode())
