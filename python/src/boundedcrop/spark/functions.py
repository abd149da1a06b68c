"""What is called on the driver."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, Sequence, Tuple, Union

import pyarrow
from pyspark.sql import DataFrame
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import BinaryType, StringType, StructType

from ..options import DETECTION, Options, VideoOptions, fields
from . import columns
from .job import Job
from .outputs import ENDINGS, VIDEO_ENDINGS, label
from .photos import located
from .worker_options import MOST_BYTES, WorkerOptions, arguments

if TYPE_CHECKING:
    from typing_extensions import Unpack

    class BatchOptions(Options, WorkerOptions, total=False):
        """Options of crops, and of the worker."""


# A width and a height, or an aspect such as "16:9".
Size = Union[Tuple[int, int], str]


def crop(
    df: DataFrame, column: str, sizes: Sequence[Size], *, output: str | None = None, names: str | None = None, format: str = "jpeg",
    quality: int | None = None, **options: Unpack[BatchOptions],
) -> DataFrame:
    """Crops the photos of a column: one row for each photo and size, in any order.

    ``column`` has paths, URLs and ``s3://`` URLs, or the bytes of files. Its other columns stay, and so does it unless it has bytes. A size
    is ``(width, height)``, or an aspect, such as ``"16:9"``, for the largest crop of that shape.

    Crops are in the column ``image``, or are written to ``output``, a folder that all executors share or ``s3://bucket/prefix``; a folder
    begins with a slash, since each executor works in another one. Files are named by a hash of the path, URL or bytes, or by the column
    ``names``, followed by the size, and replace those that exist. ``format="auto"`` is the photo's own; such files have no ending.

    A photo that cannot be cropped has an ``error``. Wrong options fail the job. All columns are explained in docs/spark.md.
    """
    if format not in ENDINGS:
        raise ValueError(f"a format is one of {', '.join(ENDINGS)}, not {format!r}")
    if names is not None and output is None:
        raise ValueError("names are for crops that are written to an output")
    encoding = {"format": format} if quality is None else {"format": format, "quality": quality}
    added = columns.IMAGE if output is None else columns.FILE
    return _asked(df, column, added, _shapes(sizes), encoding, options, output=output, names=names, format=format)


def render(
    df: DataFrame, column: str, requests: Mapping[str, Mapping[str, Any]], *, output: str | None = None, names: str | None = None,
    **options: Unpack[WorkerOptions],
) -> DataFrame:
    """Makes what requests say of the photos of a column: one row for each photo and request, whose name is its ``size``. See `crop`.

    A request is what ``boundedcrop url`` prints for a URL, and says all of the picture, also its format. The bytes are those of the URL.
    """
    if not requests:
        raise ValueError('requests is a dictionary, such as {"small": {"stages": [{}]}}')
    added = columns.IMAGE if output is None else columns.FILE
    shapes = {name: {"request": dict(request)} for name, request in requests.items()}
    unknown = sorted(set(options) - set(WorkerOptions.__annotations__))
    if unknown:
        raise TypeError(f"{unknown[0]!r} is not an option of the worker: a request says all of a picture")
    given = {name: value for name, value in options.items() if value is not None}
    return _table(df, column, added, shapes, {}, given, output, names)


def plan(df: DataFrame, column: str, sizes: Sequence[Size], **options: Unpack[BatchOptions]) -> DataFrame:
    """Says where `crop` would crop the photos, and why: one row for each photo and size. Nothing is written."""
    return _asked(df, column, columns.PLAN, _shapes(sizes), {"plan": True}, options)


def detect(df: DataFrame, column: str, **options: Unpack[BatchOptions]) -> DataFrame:
    """Says where the faces of the photos are: one row for each photo. Only options of detection and of the worker apply."""
    return _asked(df, column, columns.DETECTION, {}, {"features": True}, options)


def crop_videos(
    df: DataFrame, column: str, sizes: Sequence[Size] = (), *, output: str, names: str | None = None, format: str = "mp4",
    redact: str | None = None, **options: Unpack[VideoOptions],
) -> DataFrame:
    """Crops the videos of a column so that their faces stay visible: one row for each video and size, in any order.

    ``column`` has paths that all executors share. Each video is analyzed once. Files are named as by ``crop``, in the folder ``output``,
    and replace those that exist; ``format`` is mp4, mov, mkv, or webm with ``codec="av1"``. ``redact``, such as ``"blur"``, hides the faces
    of every frame; with it, and without ``sizes``, there is one row for each video, with its whole frames. A row with ``lost`` times may
    show a face then.

    A video that cannot be cropped has an ``error``. Wrong options fail the job. See docs/spark.md.
    """
    if format not in VIDEO_ENDINGS:
        raise ValueError(f"a format is one of {', '.join(VIDEO_ENDINGS)}, not {format!r}")
    if format == "webm" and options.get("codec") != "av1":
        raise ValueError('webm needs codec="av1"')
    if output.startswith("s3"):
        raise ValueError(f"videos are written to a folder that all executors share, not to {output!r}")
    if not sizes and redact is None:
        raise ValueError('sizes is a list, such as ["9:16"]; only with redact it may be empty')
    shapes = _shapes(sizes) if sizes else {}
    asked = {**fields(options, VideoOptions), **({} if redact is None else {"redact": redact})}
    return _table(df, column, columns.VIDEO, shapes, asked, {}, output, names, VIDEO_ENDINGS[format], is_video=True)


def _asked(
    df: DataFrame, column: str, added: pyarrow.Schema, shapes: dict[str, dict[str, Any]], wish: dict[str, Any], options: Any,
    output: str | None = None, names: str | None = None, format: str = "auto",
) -> DataFrame:
    given = {name: value for name, value in options.items() if value is not None}
    of_worker = {name: value for name, value in given.items() if name in WorkerOptions.__annotations__}
    asked = fields({name: value for name, value in given.items() if name not in of_worker})
    if "eachFace" in asked:
        raise TypeError("'each_face' is not an option of tables: each photo has a row for each size")
    unused = sorted(set(asked) - DETECTION)
    if unused and not shapes:
        raise TypeError(f"{unused[0]!r} is not an option of detection")
    return _table(df, column, added, shapes, {**asked, **wish}, of_worker, output, names, ENDINGS[format])


def _table(
    df: DataFrame, column: str, added: pyarrow.Schema, shapes: dict[str, dict[str, Any]], asked: dict[str, Any], of_worker: dict[str, Any],
    output: str | None, names: str | None, ending: str | None = None, is_video: bool = False,
) -> DataFrame:
    photo = _number(df, column, (StringType,) if is_video else (StringType, BinaryType))
    is_bytes = isinstance(df.schema[photo].dataType, BinaryType)
    carried = [number for number in range(len(df.columns)) if number != photo or not is_bytes]
    names_added = {name.lower() for name in added.names}
    doubled = [df.columns[number] for number in carried if df.columns[number].lower() in names_added]
    if doubled:
        raise ValueError(f"the table has a column {doubled[0]!r}, and so would the result: rename it with withColumnRenamed, or drop it")
    job = Job(
        photo=photo,
        carried=carried,
        name=None if names is None else _number(df, names, (StringType,)),
        added=added,
        # Those that exist are replaced, so that tasks can be repeated.
        fields=asked if output is None else {**asked, "overwrite": True},
        shapes=shapes,
        folder=None if output is None else _folder(output),
        ending=ending,
        arguments=arguments(of_worker),
        max_bytes=of_worker.get("max_bytes", MOST_BYTES),
        is_video=is_video,
    )
    schema = StructType([df.schema[number] for number in carried] + from_arrow_schema(added).fields)
    return df.mapInArrow(job.run, schema)


def _folder(output: str) -> str:
    place = located(output)
    if not place.startswith(("s3://", "/")):
        # The worker would write to a folder of this name where its executor happens to work, which is lost.
        raise ValueError(f"an output is a path that begins with a slash, or s3://bucket/prefix, not {output!r}")
    return place.rstrip("/")


def _number(df: DataFrame, name: str, types: tuple[type, ...]) -> int:
    found = [number for number, column in enumerate(df.columns) if column == name]
    if len(found) != 1:
        raise ValueError(f"the table has {len(found)} columns {name!r}; its columns are {', '.join(df.columns)}")
    type_ = df.schema[found[0]].dataType
    if not isinstance(type_, types):
        expected = " or ".join(kind().simpleString() for kind in types)
        raise TypeError(f"the column {name!r} is of type {type_.simpleString()}, not {expected}")
    return found[0]


def _shapes(sizes: Sequence[Size]) -> dict[str, dict[str, Any]]:
    if isinstance(sizes, str) or not sizes:
        raise ValueError('sizes is a list, such as [(300, 300), "16:9"]')
    shapes: dict[str, dict[str, Any]] = {}
    for size in sizes:
        shape: dict[str, Any]
        if isinstance(size, str):
            text, shape = size, {"aspect": size}
        else:
            width, height = int(size[0]), int(size[1])
            text, shape = f"{width}x{height}", {"width": width, "height": height}
        if label(text) in map(label, shapes):
            raise ValueError(f"two sizes would have the name {label(text)}")
        shapes[text] = shape
    return shapes
