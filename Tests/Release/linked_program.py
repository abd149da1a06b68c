"""A small program, linked by lld from the project's own code and from packages as SwiftPM checks them out."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Scripts" / "release"))

APACHE = "Apache License\nVersion 2.0, January 2004\n"
HEADER = "// Copyright 2001 A Vendor\n// Copyright 2002 Another\n//\n// Use it as you like.\n\n"


class LinkedProgramTest(unittest.TestCase):
    """Has `program`, its `map`, and `checkouts` with the packages used, unused and half-used."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.checkouts = self.folder / ".build" / "checkouts"
        self.models = self.folder / "Models"
        self.write(self.models / "faces.onnx", "weights")
        self.write(self.models / "faces.onnx.license", "MIT License\n\nCopyright (c) 2020 Somebody\n")
        self.write(self.models / "other.onnx", "not embedded")
        self.package("used", "int used(void) { return 1; }\n")
        self.package("unused", "int unused(void) { return 2; }\n")
        self.write(self.folder / "Sources" / "main.c", 'int used(void);\n#embed_me\nint main(void) { return used(); }\n')
        packages = [{"subpath": name, "packageRef": {"location": f"https://example.org/{name}.git"},
                     "state": {"checkoutState": {"revision": name * 4, "version": "1.2.3"}}} for name in ["used", "unused"]]
        self.write(self.folder / ".build" / "workspace-state.json", json.dumps({"object": {"dependencies": packages}}))
        objects = [self.compile("used"), self.compile("unused"), self.compile_own()]
        self.program, self.map = self.link("program", objects)

    def write(self, file, text):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def package(self, name, code):
        self.write(self.checkouts / name / "LICENSE.txt", APACHE)
        self.write(self.checkouts / name / "Sources" / f"C{name}" / f"{name}.c", HEADER + code)

    @property
    def clang(self):
        swift = shutil.which("swift")
        beside = Path(os.path.realpath(swift)).parent / "clang" if swift else None
        return str(beside if beside and beside.exists() else "clang")

    def compile(self, name):
        return self.compile_source(self.checkouts / name / "Sources" / f"C{name}" / f"{name}.c", f"C{name}.build")

    def compile_own(self):
        source = self.folder / "Sources" / "main.c"
        model = '#pragma clang diagnostic ignored "-Wc23-extensions"\nstatic const char model[] = {\n#embed "../Models/faces.onnx"\n};\n'
        source.write_text(source.read_text().replace("#embed_me\n", model).replace("return used()", "return used() + model[0]"))
        return self.compile_source(source, "main.build")

    def compile_source(self, source, folder):
        target = self.folder / ".build" / "release" / folder / f"{source.name}.o"
        target.parent.mkdir(parents=True)
        rule = target.with_suffix(".d")
        self.run_clang("-c", "-O0", "-g", "-ffunction-sections", "-fPIE", "-MD", "-MF", rule, "-o", target, source)
        return target

    def link(self, name, objects):
        program, link_map = self.folder / name, self.folder / f"{name}.map"
        self.run_clang("-fuse-ld=lld", "-pie", "-Wl,--gc-sections", f"-Wl,--Map={link_map}", "-o", program, *objects)
        return program, link_map

    def run_clang(self, *arguments):
        subprocess.run([self.clang, *map(str, arguments)], check=True)

    def find(self):
        from components import components

        return components([(self.map, self.program)], self.models)
