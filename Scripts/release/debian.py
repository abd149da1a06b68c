"""Debian's packages: which one holds a file, its version, and its licenses."""

import functools
import os
import re
import subprocess
import urllib.parse
from pathlib import Path


def query(*arguments):
    return subprocess.run(["dpkg-query", *arguments], capture_output=True, text=True)


@functools.cache
def package_of(path):
    """The name of the package that installed a file; None if none did."""
    real = os.path.realpath(path)
    # The same file has two names where /lib is a link to /usr/lib.
    for name in [path, real, real.removeprefix("/usr"), "/usr" + real]:
        outcome = query("--search", name)
        if outcome.returncode == 0:
            return outcome.stdout.split(": ")[0].split(",")[0].strip()
    return None


@functools.cache
def description_of(package):
    """A package's name without its architecture, version, architecture, and the source package and version that it was made from."""
    fields = ["binary:Package", "Version", "Architecture", "source:Package", "source:Version"]
    text = query("--show", "--showformat=" + "\t".join("${%s}" % field for field in fields), package).stdout
    values = dict(zip(fields, text.split("\t")))
    values["name"] = values["binary:Package"].split(":")[0]
    return values


def copyright_file(package):
    return Path("/usr/share/doc") / description_of(package)["name"] / "copyright"


def license_names(package):
    """The short names of the licenses in a machine-readable copyright file, without those of the packaging; empty if it is not one."""
    path = copyright_file(package)
    text = path.read_text(errors="replace") if path.exists() else ""
    if not text.startswith("Format:"):
        return []
    names = set()
    for stanza in re.split(r"\n\s*\n", text):
        files = re.search(r"(?m)^Files:\s*(.*)$", stanza)
        license_line = re.search(r"(?m)^License:[ \t]*(\S.*)$", stanza)
        if files and license_line and not files[1].startswith("debian/"):
            names.add(license_line[1].strip())
    return sorted(names)


def distribution():
    """The distribution's name, as in package URLs, and its release."""
    values = dict(line.split("=", 1) for line in Path("/etc/os-release").read_text().splitlines() if "=" in line)
    return values.get("ID", "debian").strip('"'), values.get("VERSION_ID", "").strip('"')


def component(package):
    """A package as a component of a bill of materials."""
    values = description_of(package)
    name, release = distribution()
    version = urllib.parse.quote(values["Version"], safe="")
    purl = f"pkg:deb/{name}/{values['name']}@{version}?arch={values['Architecture']}&distro={name}-{release}"
    part = {"type": "library", "bom-ref": purl, "purl": purl, "name": values["name"], "version": values["Version"]}
    source = f"{values['source:Package']} {values['source:Version']}"
    part["properties"] = [{"name": "boundedcrop:source", "value": source}]
    names = license_names(package)
    part["licenses"] = [{"license": {"name": name}} for name in names or ["see /usr/share/doc/%s/copyright" % values["name"]]]
    return part
