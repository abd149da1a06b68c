"""A man page as text in the macros of man(7)."""

import re
import textwrap

# Of the source, some of whose characters are escaped.
WIDTH = 72
# Characters that groff would print as something else.
GLYPHS = {"\\": r"\(rs", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti", '"': r"\(dq"}


def escaped(text):
    """Text that is printed exactly as it is: a hyphen stays the character of options, which can be copied and found."""
    return "".join(GLYPHS.get(character, character) for character in text).replace("-", r"\-")


def escaped_prose(text):
    """Like `escaped`, but a hyphen within a word is a hyphen."""
    return re.sub(r"(?<=[A-Za-z])\\-(?=[A-Za-z])", "-", escaped(text)) if "--" not in text else escaped(text)


def bold(text):
    return rf"\fB{escaped(text)}\fR"


def italic(text):
    return rf"\fI{escaped(text)}\fR"


def line(text):
    """A line of text that is not mistaken for a macro."""
    return rf"\&{text}" if text.startswith((".", "'")) else text


class Page:
    def __init__(self, title, number, date, source):
        self.title, self.number = title, number
        self.lines = [f'.TH {escaped(title.upper())} {number} {date} "{source}" "BoundedCrop"']

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"

    def name(self, name, summary):
        self.section("Name")
        summary = summary.rstrip(".")
        # A sentence becomes a summary: “Crop pictures” to “crop pictures”, but not “HTTP”.
        if summary[1:2].islower():
            summary = summary[0].lower() + summary[1:]
        self.lines.append(rf"{escaped(name)} \- {escaped_prose(summary)}")

    def section(self, title):
        # An empty paragraph before a section has no effect.
        self.lines.append(f".SH {escaped(title.upper())}" if " " not in title else f'.SH "{escaped(title.upper())}"')

    def markup(self, text):
        """A paragraph that is escaped already."""
        self.lines.append(line(text))

    def prose(self, text):
        """A paragraph. Indented lines stay as they are."""
        if not self.lines[-1].startswith((".SH", ".TP")):
            self.lines.append(".PP")
        self.fill(text)

    def fill(self, text):
        filled = []
        for part in text.splitlines():
            if part.startswith(" "):
                self.wrap(filled)
                filled = []
                self.verbatim([part])
            else:
                filled.append(part)
        self.wrap(filled)

    def wrap(self, parts):
        for part in textwrap.wrap(" ".join(parts), WIDTH, break_long_words=False, break_on_hyphens=False):
            self.lines.append(line(" ".join(escaped_prose(word) for word in part.split(" "))))

    def verbatim(self, lines):
        indent = min((len(text) - len(text.lstrip()) for text in lines if text.strip()), default=0)
        self.lines += [".RS 2", ".nf"] + [line(escaped(text[indent:])) for text in lines] + [".fi", ".RE"]

    def item(self, heading, text):
        self.lines += [".TP", heading]
        first, *others = text.split("\n")
        self.fill(first or "\N{NO-BREAK SPACE}")
        for other in others:
            self.lines.append(".br")
            self.fill(other)

    def see_also(self, titles):
        self.section("See also")
        texts = [rf"{bold(title)}({number})" for title, number in titles.items()]
        self.lines += [text + "," for text in texts[:-1]] + texts[-1:]
