"""The software and models that are in a program."""

import dataclasses
import re
from pathlib import Path

import debian
import link_map
import swift_packages
from license_texts import license_files, terms_in, tidy, top_comments

TOOLCHAIN = re.compile(r"(.*)/lib/swift_static/")
# The C library's start files and the compiler's own functions. Their licenses have exceptions for the programs that they are linked into.
STARTUP = re.compile(r"([SMgr]?crt[1in]|crt(begin|end)\w*)\.o|libgcc(_eh)?\.a|libc_nonshared\.a")
# Made by Scripts/static-opencv, not by others.
OWN = "libopencv_static_stand_ins.a"
# Linked with all of Foundation. The toolchain does not bring along its license, and it takes 40 MB.
ICU = "lib_FoundationICU.a"


@dataclasses.dataclass
class Component:
    """Something that was linked in: `files` are the objects, archives and models, `sources` what objects were compiled from."""

    kind: str
    name: str
    place: Path
    files: set = dataclasses.field(default_factory=set)
    sources: set = dataclasses.field(default_factory=set)

    @property
    def parts(self):
        """The modules or libraries of it that were linked in."""
        return sorted({swift_packages.module_of(file) if self.kind == "swift package" else Path(file).name for file in self.files})

    @property
    def vendored(self):
        """The modules of a Swift package that are not written in Swift, most of which are copies of other software."""
        others = {file for file in self.files if not file.endswith((".swift.o", ".swiftmodule.o"))}
        return sorted({swift_packages.module_of(file) for file in others}) if self.kind == "swift package" else []

    def texts(self):
        """Its license texts, each with the copyright lines that stand above it in source files."""
        if self.kind == "swift package":
            files = license_files(self.place, self.sources)
            texts = {tidy(file.read_text(errors="replace")): set() for file in files}
            texts.update(terms_in(sorted(file for file in self.sources if not file.endswith(".swift"))))
        elif self.kind == "toolchain":
            texts = {tidy((self.place / "share/swift/LICENSE.txt").read_text()): set()}
        elif self.kind == "debian":
            texts = {tidy(debian.copyright_file(self.place).read_text(errors="replace")): set()}
        elif self.kind == "model":
            texts = {model_license(self.place): set()}
        else:
            texts = {}
        if not texts and self.kind != "startup":
            raise SystemExit(f"No license was found for {self.name} in {self.place}")
        return texts


def model_license(model):
    """The text in the file beside a model, or the comment at its top."""
    beside = model.with_name(model.name + ".license")
    texts = [beside.read_text()] if beside.exists() else [text for text in top_comments(model) if "opyright" in text]
    if not texts:
        raise SystemExit(f"{model} does not name its license: put it into {beside.name}")
    return tidy(texts[0])


def components(programs, models):
    """The components of programs, given as pairs of the linker's map and the program, sorted. `models` is the folder of models."""
    found = {}

    def add(kind, name, place, file, sources=()):
        component = found.setdefault((kind, name), Component(kind, name, place))
        component.files.add(file)
        component.sources.update(sources)

    for file in sorted({file for map_path, program in programs for file in link_map.linked_files(map_path, program)}):
        if Path(file).name == OWN:
            continue
        if swift_packages.module_of(file):
            add_compiled(file, models, add)
        elif toolchain := TOOLCHAIN.match(file):
            if Path(file).name == ICU:
                raise SystemExit(f"{file} was linked: import FoundationEssentials instead of Foundation, and see what traits packages have")
            add("toolchain", "Swift", Path(toolchain[1]), file)
        elif package := debian.package_of(file):
            kind = "startup" if STARTUP.fullmatch(Path(file).name) else "debian"
            add(kind, debian.description_of(package)["source:Package"], package, file)
        else:
            raise SystemExit(f"{file} was linked, but belongs to no Swift package, toolchain or Debian package")
    return sorted(found.values(), key=lambda component: (component.name.lower(), component.kind))


def add_compiled(file, models, add):
    sources = swift_packages.sources_of(file)
    checkouts = {swift_packages.checkout_of(source) for source in sources}
    for checkout in checkouts - {None}:
        add("swift package", checkout.name, checkout, file, [source for source in sources if source.startswith(f"{checkout}/")])
    for name in {Path(source).name for source in sources if f"/{models.name}/" in source}:
        if (models / name).exists():
            add("model", name, models / name, file)
