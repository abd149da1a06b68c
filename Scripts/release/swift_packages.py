"""Which Swift package an object file was compiled from."""

import functools
import json
import re
import shlex
from pathlib import Path

PACKAGE = re.compile(r"(.*/checkouts)/([^/]+)/")


def sources_of(object_file):
    """The files that an object was compiled from: for C also headers and embedded files; for Swift all files of the module."""
    dependencies = Path(object_file.removesuffix(".o") + ".d")
    if dependencies.exists():
        return paths_of_rule(dependencies.read_text())
    for folder in Path(object_file).parents:
        if folder.suffix == ".build":
            return sources_of_module(folder / "sources")
    return []


@functools.cache
def sources_of_module(list_file):
    return shlex.split(list_file.read_text()) if list_file.exists() else []


def paths_of_rule(text):
    """The prerequisites of a rule for make, in which a backslash stands before a space of a name."""
    prerequisites = text.replace("\\\n", " ").split(": ", 1)[-1]
    return [re.sub(r"\\(.)", r"\1", path) for path in re.findall(r"(?:\\.|\S)+", prerequisites)]


def module_of(object_file):
    """The module's name, since SwiftPM compiles each into a folder of its name."""
    folders = [folder.stem for folder in Path(object_file).parents if folder.suffix == ".build" and folder.stem]
    return folders[0] if folders else None


@functools.cache
def checkout_of(source):
    """The folder of the package that a source file belongs to; None for the project's own."""
    found = PACKAGE.match(source)
    return Path(found[1]) / found[2] if found else None


def versions(checkout):
    """What SwiftPM checked out there: its address and its version, or its commit if it has none."""
    state_file = checkout.parent.parent / "workspace-state.json"
    for dependency in json.loads(state_file.read_text())["object"]["dependencies"]:
        if dependency["subpath"] == checkout.name:
            state = dependency["state"]["checkoutState"]
            location = dependency["packageRef"]["location"].removesuffix(".git")
            return location, state.get("version") or state["revision"], state["revision"]
    raise SystemExit(f"{state_file} does not name {checkout.name}: run swift package resolve")
