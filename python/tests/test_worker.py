"""The process behind the functions."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import boundedcrop
from boundedcrop import program


def number(cropper: boundedcrop.Cropper) -> int:
    found = cropper._worker.pid
    assert found is not None
    return found


def test_threads_share_one_process(cropper: boundedcrop.Cropper, portrait: Path) -> None:
    widths = list(range(10, 90))
    with ThreadPoolExecutor(16) as threads:
        plans = list(threads.map(lambda width: cropper.plan(portrait, (width, 100)), widths))
    assert [plan["aspect"] for plan in plans] == [cropper.plan(portrait, (width, 100))["aspect"] for width in widths]
    assert len(set(plan["aspect"] for plan in plans)) == len(widths)


def test_an_error_is_for_its_request_only(cropper: boundedcrop.Cropper, portrait: Path) -> None:
    first = cropper.crop(portrait, (30, 20))
    process = number(cropper)

    def attempt(index: int) -> bytes | str:
        try:
            return cropper.crop(b"broken" if index % 2 else portrait, (30, 20))
        except boundedcrop.Error as error:
            return error.code

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(attempt, range(40))) == [first, "unsupportedFormat"] * 20
    assert number(cropper) == process


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_a_worker_that_ended_is_started_again(cropper: boundedcrop.Cropper, portrait: Path, end: signal.Signals) -> None:
    crop = cropper.crop(portrait, (30, 20))
    process = number(cropper)
    os.kill(process, end)
    # It may answer a few more.
    while cropper._worker.pid in (process, None):
        assert cropper.crop(portrait, (30, 20)) == crop


def test_a_worker_that_is_killed_at_work_loses_nothing(cropper: boundedcrop.Cropper, portrait: Path) -> None:
    crop = cropper.crop(portrait, (30, 20))
    with ThreadPoolExecutor(8) as threads:
        crops = [threads.submit(cropper.crop, portrait, (30, 20)) for _ in range(60)]
        crops[5].result()
        os.kill(number(cropper), signal.SIGKILL)
        assert all(future.result() == crop for future in crops)


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_child_has_its_own(cropper: boundedcrop.Cropper, portrait: Path) -> None:
    crop = cropper.crop(portrait, (30, 20))
    parent, (reader, writer) = number(cropper), os.pipe()
    child = os.fork()
    if child == 0:
        try:
            same = cropper.crop(portrait, (30, 20)) == crop
            os.write(writer, f"{same} {number(cropper)}".encode())
            cropper.close()
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as answer:
        words = answer.read().split()
    os.waitpid(child, 0)
    assert words[0] == "True" and int(words[1]) != parent
    assert cropper.crop(portrait, (30, 20)) == crop and number(cropper) == parent


def test_close_ends_the_process(portrait: Path) -> None:
    with boundedcrop.Cropper() as cropper:
        cropper.plan(portrait)
        process = number(cropper)
    assert not os.path.exists(f"/proc/{process}")
    with pytest.raises(boundedcrop.Error, match="closed"):
        cropper.plan(portrait)
    cropper.close()


def test_nothing_is_left_when_python_ends(portrait: Path) -> None:
    code = "import boundedcrop, sys; boundedcrop.plan(sys.argv[1]); print(boundedcrop.plan.__self__._worker.pid)"
    done = subprocess.run([sys.executable, "-c", code, portrait], check=True, capture_output=True, text=True)
    assert done.stderr == "" and not os.path.exists(f"/proc/{int(done.stdout)}")


def test_libraries_are_imported_only_when_used(portrait: Path) -> None:
    code = (
        "import sys; sys.modules['PIL'] = sys.modules['numpy'] = None\n"
        "import boundedcrop; assert boundedcrop.crop(sys.argv[1], (30, 20))[1:4] == b'PNG'"
    )
    subprocess.run([sys.executable, "-c", code, portrait], check=True)


def test_a_cropper_can_be_sent_to_another_process(portrait: Path) -> None:
    with boundedcrop.Cropper(jobs=1, scheme="largest", padding="10%") as cropper:
        expected = cropper.crop(portrait, 30)
        with pickle.loads(pickle.dumps(cropper)) as other:
            assert other.crop(portrait, 30) == expected
            assert other._worker.pid != cropper._worker.pid
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            assert pool.apply(cropper.crop, (str(portrait), 30)) == expected


def test_the_command_is_found_on_the_search_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script, command = tmp_path / "a" / "boundedcrop", tmp_path / "b" / "boundedcrop"
    for file, content in [(script, b"#!/bin/sh\n"), (command, b"\x7fELF")]:
        file.parent.mkdir()
        file.write_bytes(content)
        file.chmod(0o755)
    monkeypatch.setenv("PATH", f"{script.parent}{os.pathsep}{command.parent}")
    monkeypatch.setattr(program, "__file__", str(tmp_path / "program.py"))
    assert program._found() == str(command)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "boundedcrop").write_bytes(b"")
    assert program._found() == str(tmp_path / "bin" / "boundedcrop")
