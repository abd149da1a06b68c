"""What the worker tells of photos: dictionaries as ``--json`` prints them, whose members are typed attributes too."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, ClassVar, Dict, List, Mapping, Optional, Type, TypeVar

from .options import camel_case

Made = TypeVar("Made", bound="Record")


class Record(Dict[str, Any]):
    """A dictionary with the names of JSON, such as ``plan["outputTurn"]``, and attributes with those of Python: ``plan.output_turn``.

    Attributes do not follow changes of the dictionary. It may have members that this version of the package has no attribute for.
    """

    # The records in a record, by their names in JSON.
    _records: ClassVar[Mapping[str, Type[Record]]] = {}

    @classmethod
    def of(cls: Type[Made], members: Mapping[str, Any]) -> Made:
        """A record of what JSON has, such as a line that ``boundedcrop crop --plan --json`` printed."""
        read = {**members, **{name: _read(kind, members[name]) for name, kind in cls._records.items() if name in members}}
        names = [field.name for field in dataclasses.fields(cls)]  # type: ignore[arg-type]
        made = cls(**{name: read[camel_case(name)] for name in names if camel_case(name) in read})
        made.clear()
        made.update(read)
        return made

    def __post_init__(self) -> None:
        values = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}  # type: ignore[arg-type]
        self.update({camel_case(name): value for name, value in values.items() if value is not None})


def _read(kind: Type[Record], value: Any) -> Any:
    if isinstance(value, list):
        return [kind.of(item) for item in value]
    return None if value is None else kind.of(value)


@dataclass(frozen=True, eq=False)
class Point(Record):
    """A point, in pixels of the upright photo."""

    x: float
    y: float


@dataclass(frozen=True, eq=False)
class Rectangle(Record):
    """A rectangle, in pixels of the upright photo, with the origin at its top left."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, eq=False)
class PixelRectangle(Rectangle):
    """A rectangle of whole pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom, as Pillow's ``Image.crop`` takes them."""
        return self.x, self.y, self.x + self.width, self.y + self.height


@dataclass(frozen=True, eq=False)
class Landmarks(Record):
    """Points of a face. Right and left are the person's own."""

    _records = {name: Point for name in ("leftEye", "rightEye", "noseTip", "leftMouthCorner", "rightMouthCorner")}

    left_eye: Point
    right_eye: Point
    nose_tip: Point
    left_mouth_corner: Point
    right_mouth_corner: Point


@dataclass(frozen=True, eq=False)
class Feature(Rectangle):
    """A face, or what else a detector found or the caller gave."""

    _records = {"landmarks": Landmarks}

    #: 0 to 1.
    confidence: float
    #: ``"face"``, a class of a network, ``"region"``, ...
    kind: str
    #: Whether the crop contains all of it.
    kept: bool
    #: By how much it is turned, in degrees clockwise, if its eyes were found.
    roll: Optional[float] = None
    landmarks: Optional[Landmarks] = None
    priority: Optional[float] = None


@dataclass(frozen=True, eq=False)
class Detection(Record):
    """Where the faces of a photo are."""

    _records = {"features": Feature}

    #: The path; empty for other photos.
    file: str
    #: Pixels of the upright photo.
    width: int
    height: int
    #: 1 to 8, as in EXIF.
    orientation: int
    detector: str
    accuracy: str
    features: List[Feature]


@dataclass(frozen=True, eq=False)
class Plan(Detection):
    """Where a photo would be cropped, and why."""

    _records = {"features": Feature, "bounds": Rectangle, "crop": PixelRectangle}

    crop: PixelRectangle
    #: ``"bounds"``, ``"bestFaces"``, ``"closeUp"``, ``"aligned"``, ``"attention"``, ``"given"`` or ``"center"``.
    reason: str
    #: Such as ``"4:5"``.
    aspect: str
    scheme: str
    #: Around the faces with their padding, or what was given.
    bounds: Optional[Rectangle] = None
    fallback: Optional[str] = None
    #: The number of the face that the crop is for, if each has one.
    face: Optional[int] = None
    keep: Optional[str] = None
    placement: Optional[str] = None
    #: The turn, in degrees clockwise, that would make faces upright.
    turn: Optional[int] = None
    #: That of the output, with ``auto_rotate``.
    output_turn: Optional[int] = None
    aligned: Optional[Dict[str, Any]] = None
    animation: Optional[Dict[str, Any]] = None
    #: Sentences about given places that reach beyond the photo.
    warnings: Optional[List[str]] = None
    #: The names of the options that were corrected by hand.
    corrected: Optional[List[str]] = None
