"""Runs the formats' own programs: heif-enc, heif-convert, avifenc, avifdec, cjxl, djxl, opj_compress and tiffcp."""

import subprocess
import tempfile
from pathlib import Path


def convert(command: list[str], data: bytes | list[bytes], source: str, target: str) -> bytes:
    """What a program makes of files: IN in the command becomes their names, and OUT that of the result."""
    inputs = data if isinstance(data, list) else [data]
    with tempfile.TemporaryDirectory() as scratch:
        names = [f"{number}.{source}" for number in range(len(inputs))]
        for name, contents in zip(names, inputs):
            (Path(scratch) / name).write_bytes(contents)
        result = f"result.{target}"
        words = [word for part in command for word in (names if part == "IN" else [result] if part == "OUT" else [part])]
        done = subprocess.run(words, cwd=scratch, capture_output=True)
        assert done.returncode == 0, f"{' '.join(words)}: {done.stderr.decode()}"
        return (Path(scratch) / result).read_bytes()


def with_file(data: bytes, use) -> bytes:
    """What `use` makes of the name of a file with these bytes, for options that name one."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "data"
        path.write_bytes(data)
        return use(str(path))
