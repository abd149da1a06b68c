"""The shared libraries that a program loads: at its start, or when a file needs them."""

import re
import subprocess
from pathlib import Path

import debian


def output(command, pattern):
    """The first group of a pattern in what a command prints."""
    outcome = subprocess.run(command, capture_output=True, text=True)
    found = re.search(pattern, outcome.stdout)
    if not found:
        raise SystemExit(f"{' '.join(command)} does not print what was expected: {outcome.stdout}{outcome.stderr}")
    return found[1]


def at_start(program):
    """The names and files of all libraries that the program loads at its start, directly or not."""
    outcome = subprocess.run(["ldd", str(program)], capture_output=True, text=True)
    missing = re.findall(r"(\S+) => not found", outcome.stdout)
    if outcome.returncode or missing:
        raise SystemExit(f"{program} cannot be loaded here: {outcome.stderr.strip()} {' '.join(missing)}: install its libraries")
    return {file.rsplit("/", 1)[-1]: file for file in re.findall(r"(/\S+) \(0x", outcome.stdout)}


def when_needed(program, loaded):
    """Libraries that the program names without being linked with them, with their files; None for those that are not installed."""
    names = {name.decode() for name in re.findall(rb"\0(lib[\w+-]+\.so(?:\.\d+)+)(?=\0)", program.read_bytes())}
    listed = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True).stdout
    files = dict(re.findall(r"(?m)^\s*(\S+) \(.*\) => (\S+)$", listed))
    return {name: files.get(name) for name in sorted(names - set(loaded))}


def components(program):
    """The Debian packages that hold the libraries."""
    packages, absent = {}, []
    start = at_start(program)
    later = when_needed(program, start)
    for name, file in [*start.items(), *later.items()]:
        if not file:
            absent.append({"type": "library", "bom-ref": f"library:{name}", "name": name, "scope": "optional"})
            continue
        package = debian.package_of(file)
        if not package:
            raise SystemExit(f"{file} belongs to no Debian package")
        packages.setdefault(package, {})[name] = "required" if name in start else "optional"
    return [component(package, libraries) for package, libraries in sorted(packages.items())] + absent


def component(package, libraries):
    part = debian.component(package)
    part["scope"] = "required" if "required" in libraries.values() else "optional"
    part["properties"] = [{"name": "boundedcrop:linkage", "value": "dynamic"}] + part.get("properties", [])
    part["properties"] += [{"name": "boundedcrop:part", "value": name} for name in sorted(libraries)]
    return part
