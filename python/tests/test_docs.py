"""The programs in docs/python.md run, in order."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import boundedcrop
from boundedcrop import functions, options

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "python.md").read_text()


def test_the_programs_run(portrait: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    Image.open(portrait).convert("RGB").save("photo.jpg")
    names: dict[str, Any] = {}
    for program in re.findall(r"```python\n(.*?)```", TEXT, re.S):
        exec(program, names)
    assert "missing.jpg: fileNotFound" in capsys.readouterr().out


def test_all_that_there_is_is_explained() -> None:
    assert [name for name in vars(functions) if callable(getattr(boundedcrop, name, None)) and f"`{name}" not in TEXT] == []


def test_values_of_options_are_as_the_table_says() -> None:
    table = TEXT[TEXT.index("| option | also |") : TEXT.index("NumPy's numbers and arrays")]
    names = {name for cell in re.findall(r"^\| (.*?) \|", table, re.M) for name in re.findall(r"`(\w+)`", cell)}
    assert names == {*options._KINDS, *options._OWN_KINDS, "zoom", "min_confidence", "min_face"}
