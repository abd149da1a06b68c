"""License texts: those in files of their own, and those that stand at the top of source files."""

import os
import re
from pathlib import Path

FILE_NAME = re.compile(r"(LICEN[SC]E|NOTICE|COPYING)([.-].*)?$", re.IGNORECASE)
COMMENT = re.compile(r"\s*(?:/\*(.*?)\*/|((?:[ \t]*//[^\n]*(?:\n|$))+)|((?:[ \t]*#(?![ \t]*(?:include|if|ifdef|ifndef|define|pragma))[^\n]*\n)+)|<!--(.*?)-->|<\?xml[^>]*>)", re.DOTALL)
# Comments that only say where the license is: in a file that is collected, too.
POINTER = re.compile(r"LICENSE(\.txt)? for license information|in the LICENSE file|see copyright notice in", re.IGNORECASE)


def license_files(folder, sources):
    """The license and notice files in a package's folder, and in the folders of its sources that were linked."""
    folders = {folder}
    for place in {os.path.dirname(source) for source in sources}:
        folders.update(parent for parent in [Path(place), *Path(place).parents] if folder in parent.parents)
    return sorted(file for place in folders for file in place.iterdir() if FILE_NAME.match(file.name) and file.is_file())


def tidy(text):
    """Without spaces at the ends of lines, empty lines at both ends, and indentation that all lines have."""
    lines = [line.expandtabs().rstrip() for line in text.replace("\f", "\n").splitlines()]
    indentation = min((len(line) - len(line.lstrip()) for line in lines if line), default=0)
    return "\n".join(line[indentation:] for line in lines).strip("\n")


def top_comments(file):
    """The comments before a source file's first code, without their marks."""
    with open(file, errors="replace") as source:
        text = source.read(30_000)
    at, comments = 0, []
    while found := COMMENT.match(text, at):
        at = found.end()
        body = next((group for group in found.groups() if group), "")
        comments.append(tidy(re.sub(r"(?m)^[ \t]*(?://+|\*|#+)", "", body)))
    return comments


def terms_in(files):
    """License texts at the tops of source files: each without its copyright lines, with the set of those."""
    terms = {}
    for file in files:
        for comment in top_comments(file):
            if not re.search(r"copyright", comment, re.IGNORECASE) or POINTER.search(comment):
                continue
            owners = {line.strip() for line in comment.splitlines() if re.match(r"\s*(Portions )?Copyright ", line)}
            rest = "\n".join(line for line in comment.splitlines() if line.strip() not in owners)
            terms.setdefault(tidy(re.sub(r"\n{3,}", "\n\n", rest)), set()).update(owners)
    return {text: owners for text, owners in terms.items() if text or owners}


def spdx_expression(text):
    """The SPDX expression of a license text that is recognized; None for others."""
    words = " ".join(text.split())
    if "Apache License" in words and "Version 2.0" in words:
        return "Apache-2.0 WITH Swift-exception" if "Runtime Library Exception" in words else "Apache-2.0"
    if words.startswith("UNICODE LICENSE V3"):
        return "Unicode-3.0"
    if "Permission is hereby granted, free of charge, to any person obtaining a copy" in words:
        return "MIT"
    return None


def license_name(text):
    """What a license that is not recognized calls itself."""
    title = re.search(r"(?m)^\s*(\S.{0,70}Licen[sc]e(?: Agreement)?)$", text)
    return title[1] if title else "see THIRD-PARTY-NOTICES"


def is_license(file):
    """Whether a file is not only a notice."""
    return not file.name.upper().startswith("NOTICE")
