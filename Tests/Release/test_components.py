"""What is found in a program: Scripts/release/components.py."""

import subprocess
import unittest

from linked_program import APACHE, LinkedProgramTest

import link_map
import swift_packages
from components import Component


class ComponentsTest(LinkedProgramTest):
    def named(self, kind):
        return [component for component in self.find() if component.kind == kind]

    def test_packages_that_were_linked_are_found_and_others_are_not(self):
        [package] = self.named("swift package")
        self.assertEqual((package.name, package.parts, package.vendored), ("used", ["Cused"], ["Cused"]))
        self.assertEqual(swift_packages.versions(package.place), ("https://example.org/used", "1.2.3", "used" * 4))

    def test_models_that_were_embedded_are_found(self):
        self.assertEqual([model.name for model in self.named("model")], ["faces.onnx"])

    def test_start_files_are_found(self):
        self.assertIn("glibc", [component.name for component in self.named("startup")])

    def test_texts_are_those_of_files_and_of_sources(self):
        [package] = self.named("swift package")
        self.write(package.place / "Sources" / "Cused" / "NOTICE", "A notice\n")
        texts = package.texts()
        self.assertEqual(set(texts), {APACHE.strip(), "A notice", "Use it as you like."})
        self.assertEqual(texts["Use it as you like."], {"Copyright 2001 A Vendor", "Copyright 2002 Another"})

    def test_a_package_without_a_license_is_refused(self):
        place = self.checkouts / "bare"
        place.mkdir()
        with self.assertRaisesRegex(SystemExit, "No license was found for bare"):
            Component("swift package", "bare", place).texts()

    def test_a_model_without_a_license_is_refused(self):
        (self.models / "faces.onnx.license").unlink()
        [model] = self.named("model")
        with self.assertRaisesRegex(SystemExit, "faces.onnx.license"):
            model.texts()

    def test_a_file_of_nobody_is_refused(self):
        source = self.folder / "lone.c"
        self.write(source, "int used(void) { return 3; }\n")
        own = self.folder / ".build" / "release" / "main.build" / "main.c.o"
        self.run_clang("-c", "-fPIE", "-o", self.folder / "lone.o", source)
        self.program, self.map = self.link("other", [own, self.folder / "lone.o"])
        with self.assertRaisesRegex(SystemExit, r"lone\.o was linked, but belongs to no"):
            self.find()

    def test_the_map_of_another_link_is_refused(self):
        self.program, _ = self.link("other", list((self.folder / ".build" / "release").glob("*/[mu]*.o")) + ["-Wl,--no-gc-sections"])
        with self.assertRaisesRegex(SystemExit, "is of another link"):
            self.find()

    def test_a_stripped_program_has_the_same_map(self):
        before = self.find()
        subprocess.run(["strip", self.program], check=True)
        self.assertEqual(self.find(), before)

    def test_what_is_not_a_map_is_refused(self):
        self.map = self.models / "other.onnx"
        with self.assertRaisesRegex(SystemExit, "is not a map"):
            self.find()

    def test_names_with_spaces_in_rules_are_read(self):
        self.assertEqual(swift_packages.paths_of_rule("a.o: /a\\ b.c \\\n  /c.h\n"), ["/a b.c", "/c.h"])

    def test_members_of_archives_are_their_archive(self):
        self.assertEqual(link_map.archive_or_object("/a (b)/libc.a(d.o)"), "/a (b)/libc.a")
        self.assertEqual(link_map.archive_or_object("/a (b)/c.o"), "/a (b)/c.o")


if __name__ == "__main__":
    unittest.main()
