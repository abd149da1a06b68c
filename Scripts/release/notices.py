"""The file THIRD-PARTY-NOTICES: what is in the programs, then each license text once."""

import swift_packages

RULE = "=" * 80
THIN_RULE = "-" * 80
HEAD = """Third-party notices for boundedcrop

The programs boundedcrop and boundedcrop-network contain the software and models
that are named here. “make notices” writes this file from what the linker put
into them. The license of BoundedCrop itself is in LICENSE."""
STARTUP = "start files and functions of the compiler, whose licenses ask nothing of programs linked with them"


def text(found, loaded):
    """The whole file. `loaded` are the names of shared libraries, which are not in the programs."""
    named = [line(component) for component in found]
    shared = ["Loaded from the system, and not contained:", "  " + "\n  ".join(wrapped(", ".join(loaded), 76))]
    blocks = [HEAD, "Contained:\n" + "\n".join(named), "\n".join(shared)]
    return "\n\n".join(blocks + sections(found)) + "\n"


def line(component):
    if component.kind == "swift package":
        about = " with ".join([swift_packages.versions(component.place)[0]] + [", ".join(component.vendored)][: len(component.vendored)])
    elif component.kind == "startup":
        about = STARTUP
    elif component.kind == "model":
        about = "a model"
    else:
        about = ", ".join(component.parts)
    return "\n    ".join(wrapped(f"  {component.name}: {about}", 76))


def sections(found):
    """Each license text with the components that it holds for, those of most components first."""
    holders, owners = {}, {}
    for component in found:
        for terms, lines in component.texts().items():
            key = " ".join(terms.split())
            holders.setdefault(key, (terms, []))[1].append(component.name)
            owners.setdefault(key, set()).update(lines)
    ordered = sorted(holders.items(), key=lambda item: (-len(item[1][1]), item[1][1], item[0]))
    return [section(names, terms, sorted(owners[key])) for key, (terms, names) in ordered]


def section(names, terms, owners):
    heading = "\n    ".join(wrapped("For " + ", ".join(names), 76))
    return "\n".join([RULE, heading, THIN_RULE, ""] + ["\n".join(part) for part in [owners + [""] if owners else [], [terms]] if part])


def wrapped(words, width):
    lines = [""]
    indentation = words[: len(words) - len(words.lstrip())]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    lines[0] = indentation + lines[0]
    return lines


def differences(present, wanted):
    """What a reader of the present file would miss or find too much; empty if the files are equal."""
    if present == wanted:
        return []
    before, after = (set(block.split("\n\n")) for block in (present, wanted))
    lines = [f"Missing: {part.splitlines()[0][:100]}" for part in sorted(after - before) if part.strip()]
    lines += [f"No longer linked: {part.splitlines()[0][:100]}" for part in sorted(before - after) if part.strip()]
    return lines[:20] or ["The order of the parts differs."]
