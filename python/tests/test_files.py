"""Open files as photos."""

from __future__ import annotations

import gzip
import io
import mmap
import os
import tempfile
from pathlib import Path
from typing import Any

import pytest

import boundedcrop
from boundedcrop import pictures


class Stream:
    """Has nothing but `read`, as other libraries' uploads may."""

    def __init__(self, content: Any) -> None:
        self.read = lambda: content


@pytest.fixture
def crop(portrait: Path) -> bytes:
    return boundedcrop.crop(portrait, (30, 20))


def test_an_open_file_gives_bytes_and_stays_open(portrait: Path, crop: bytes) -> None:
    with open(portrait, "rb") as file:
        assert boundedcrop.crop(file, (30, 20)) == crop
        assert not file.closed and file.read() == b""
    with open(portrait, "rb", buffering=0) as raw:
        assert boundedcrop.crop(raw, (30, 20)) == crop


def test_it_is_read_from_its_position_on(portrait: Path, crop: bytes) -> None:
    file = io.BytesIO(b"a header" + portrait.read_bytes())
    file.seek(8)
    assert boundedcrop.crop(file, (30, 20)) == crop


def test_files_of_all_kinds(portrait: Path, crop: bytes, tmp_path: Path) -> None:
    data = portrait.read_bytes()
    with tempfile.SpooledTemporaryFile() as spooled:
        spooled.write(data)
        spooled.seek(0)
        assert boundedcrop.crop(spooled, (30, 20)) == crop
    packed = tmp_path / "a.gz"
    packed.write_bytes(gzip.compress(data))
    with gzip.open(packed) as unpacked:
        assert boundedcrop.crop(unpacked, (30, 20)) == crop
    with open(portrait, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        assert boundedcrop.crop(mapped, (30, 20)) == crop
    for content in (data, bytearray(data), memoryview(data)):
        assert boundedcrop.crop(Stream(content), (30, 20)) == crop


def test_a_pipe_cannot_seek_and_need_not(empty: Path) -> None:
    reader, writer = os.pipe()
    with os.fdopen(writer, "wb") as end:
        end.write(empty.read_bytes())
    with os.fdopen(reader, "rb") as pipe:
        assert boundedcrop.plan(pipe, 9)["file"] == ""


def test_all_methods_take_files(portrait: Path) -> None:
    def opened() -> io.BytesIO:
        return io.BytesIO(portrait.read_bytes())

    assert boundedcrop.detect(opened())["features"] == boundedcrop.detect(portrait)["features"]
    assert boundedcrop.plan(opened(), 9)["crop"] == boundedcrop.plan(portrait, 9)["crop"]
    assert boundedcrop.crop(opened(), 9, output="pil").size == (9, 9)


def test_text_is_no_photo_and_is_not_read(portrait: Path) -> None:
    with open(portrait) as file:
        with pytest.raises(TypeError, match="binary mode"):
            boundedcrop.crop(file, 9)  # type: ignore[call-overload]
        assert file.buffer.tell() == 0
    for text in (io.StringIO("a photo"), Stream("a photo")):
        with pytest.raises(TypeError, match="binary mode"):
            boundedcrop.crop(text, 9)


@pytest.mark.parametrize("content", [None, 7, ["a"]])
def test_what_gives_no_bytes(content: object) -> None:
    with pytest.raises(TypeError, match="the read of Stream gave"):
        boundedcrop.crop(Stream(content), 9)


def test_a_read_that_must_be_awaited() -> None:
    class Upload:
        async def read(self) -> bytes:
            return b""

    with pytest.raises(TypeError, match="AsyncCropper"):
        boundedcrop.crop(Upload(), 9)  # type: ignore[call-overload]


def test_a_closed_file_and_one_at_its_end(portrait: Path) -> None:
    file = open(portrait, "rb")
    file.read()
    with pytest.raises(boundedcrop.Error, match="emptyFile: .*seek"):
        boundedcrop.crop(file, 9)
    file.close()
    with pytest.raises(ValueError, match="closed file"):
        boundedcrop.crop(file, 9)


def test_what_a_read_raises_is_raised() -> None:
    class Broken:
        def read(self) -> bytes:
            raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        boundedcrop.crop(Broken(), 9)


def test_a_photo_that_is_too_long_for_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MOST_BYTES", 9)
    with pytest.raises(boundedcrop.Error, match="limitExceeded: the photo has 10 bytes"):
        boundedcrop.crop(bytes(10), 9)
