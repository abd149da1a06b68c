"""What the linker put into a program, by the map that lld writes (-Map)."""

import re
import subprocess

# VMA, LMA, size, alignment, then a file and its section; symbols stand further to the right. Sections for debuggers, which are not
# loaded, have the address 0.
PART = re.compile(r"\s*([0-9a-f]+)\s+[0-9a-f]+\s+([0-9a-f]+)\s+\d+ {9}(\S.*?):\(")
CODE = re.compile(r"\s*([0-9a-f]+)\s+[0-9a-f]+\s+([0-9a-f]+)\s+\d+ \.text$")


def linked_files(map_path, program):
    """The objects and archives of which something is in the program, sorted."""
    files, code = set(), None
    with open(map_path, encoding="utf-8", errors="surrogateescape") as lines:
        for line in lines:
            if ":(" in line:
                part = PART.match(line)
                if part and int(part[1], 16) and int(part[2], 16) and part[3] != "<internal>":
                    files.add(archive_or_object(part[3]))
            elif code is None and (found := CODE.match(line)):
                code = (int(found[1], 16), int(found[2], 16))
    if not files:
        raise SystemExit(f"{map_path} is not a map that lld wrote: link with -Xlinker --Map={map_path}")
    if code != code_section(program):
        raise SystemExit(f"{map_path} is of another link than {program}: remove the program, and run make release")
    return sorted(files)


def archive_or_object(name):
    """Members of an archive are named as path(member)."""
    member = re.match(r"(.*\.a)\(.*\)$", name)
    return member[1] if member else name


def code_section(program):
    """The address and size of the program's code."""
    sections = run_readelf("--sections", program)
    found = re.search(r"\] \.text\s+PROGBITS\s+([0-9a-f]+)\s+[0-9a-f]+\s+([0-9a-f]+)", sections)
    return (int(found[1], 16), int(found[2], 16)) if found else None


def needed_libraries(program):
    """The shared libraries that the program loads at its start, in the linker's order."""
    return re.findall(r"\(NEEDED\).*\[(.*)\]", run_readelf("--dynamic", program))


def run_readelf(option, program):
    outcome = subprocess.run(["readelf", "--wide", option, program], capture_output=True, text=True, env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"})
    if outcome.returncode or "Error:" in outcome.stderr:
        raise SystemExit(f"{program} is not an ELF program: {outcome.stderr.strip()}")
    return outcome.stdout
