"""What the linker put into a program, by the map that lld writes (-Map)."""

import re
import subprocess

# VMA, LMA, size, alignment; then a section of the program, a file and its section further to the right, or a symbol.
SECTION = re.compile(r" *[0-9a-f]+ +[0-9a-f]+ +[0-9a-f]+ +[0-9]+ (?=\S)")
PART = re.compile(r" *[0-9a-f]+ +[0-9a-f]+ +([0-9a-f]+) +[0-9]+ {9}(\S.*?):\(")


def linked_files(map_path, program):
    """The objects and archives of which something is in the program, sorted."""
    files, code, is_loaded = set(), None, False
    with open(map_path, encoding="utf-8", errors="surrogateescape") as lines:
        next(lines, None)
        for line in lines:
            if SECTION.match(line):
                address, _, size, _, name = line.split(maxsplit=4)
                # Sections for debuggers are not loaded, and have no address.
                is_loaded = int(address, 16) > 0
                if name.strip() == ".text":
                    code = (int(address, 16), int(size, 16))
            elif is_loaded and (part := PART.match(line)):
                if int(part[1], 16) and part[2] != "<internal>":
                    files.add(archive_or_object(part[2]))
    if not files:
        raise SystemExit(f"{map_path} is not a map that lld wrote: link with -Xlinker --Map={map_path}")
    if code != code_section(program):
        raise SystemExit(f"{map_path} is of another link than {program}: remove the program, and run make programs")
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
