"""Corrections made by hand, which the worker reads."""

from __future__ import annotations

import asyncio
import hashlib
import json
import shutil
from pathlib import Path

import pytest

import boundedcrop


def write(path: Path, *corrections: dict[str, object]) -> Path:
    path.write_text("\n".join(map(json.dumps, corrections)))
    return path


def test_a_cropper_uses_its_file(tmp_path: Path, portrait: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = hashlib.sha256(portrait.read_bytes()).hexdigest()
    write(tmp_path / "fixes.jsonl", {"sha256": content, "aspect": "1:1", "crop": [10, 20, 100, 100]})
    monkeypatch.chdir(tmp_path)
    with boundedcrop.Cropper(corrections="fixes.jsonl") as cropper:
        monkeypatch.chdir("/")
        for photo in (portrait, portrait.read_bytes()):
            plan = cropper.plan(photo, 50)
            assert plan.corrected == ["crop"] and plan.crop.box == (10, 20, 110, 120)
        assert cropper.plan(portrait, (60, 40)).corrected is None
        assert cropper.plan(portrait, 50, region=(1, 2, 30, 40)).corrected is None
        assert cropper.effects(portrait, "grayscale()", output="pil").size == (240, 300)


def test_the_file_beside_a_photo_is_found(tmp_path: Path, portrait: Path) -> None:
    shutil.copy(portrait, tmp_path / "a.png")
    write(tmp_path / "boundedcrop.corrections.json", {"file": "a.png", "focal": [1, 1]}, {"file": "a.png", "aspect": "2:1", "skip": True})
    assert boundedcrop.plan(tmp_path / "a.png", 50).corrected == ["focal"]
    for make in (boundedcrop.crop, boundedcrop.plan, boundedcrop.faces):
        with pytest.raises(boundedcrop.Error, match="a.png in the shape 2:1") as raised:
            make(tmp_path / "a.png", (60, 30))
        assert raised.value.code == "leftOut"
    assert boundedcrop.redact(tmp_path / "a.png")


def test_an_async_cropper_uses_it_too(tmp_path: Path, portrait: Path) -> None:
    fixes = write(tmp_path / "fixes.jsonl", {"file": str(portrait), "zoom": 0.5})

    async def run() -> object:
        async with boundedcrop.AsyncCropper(corrections=fixes) as cropper:
            return (await cropper.plan(portrait, 50)).corrected

    assert asyncio.run(run()) == ["zoom"]
