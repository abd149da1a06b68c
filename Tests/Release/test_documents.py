"""What is written about a program: the notices, and the bill of materials."""

import hashlib
import json
import unittest

from linked_program import APACHE, LinkedProgramTest

import bill_of_materials
import notices


class NoticesTest(LinkedProgramTest):
    def text(self):
        return notices.text(self.find(), ["libc", "libz"])

    def test_components_are_named_and_each_text_stands_once(self):
        self.write(self.models / "faces.onnx.license", "  " + APACHE.replace("\n", "\n  "))
        text = self.text()
        self.assertIn("used: https://example.org/used with Cused", text)
        self.assertNotIn("unused", text)
        self.assertEqual(text.count("Apache License"), 1)
        self.assertIn("For faces.onnx, used\n", text)
        self.assertIn("Copyright 2001 A Vendor\nCopyright 2002 Another\n\nUse it as you like.", text)
        self.assertIn("not contained:\n  libc, libz\n", text)

    def test_equal_files_do_not_differ(self):
        self.assertEqual(notices.differences(self.text(), self.text()), [])

    def test_what_is_missing_or_too_much_is_said(self):
        before = self.text()
        self.write(self.checkouts / "used" / "NOTICE.txt", "New notice\n")
        after = self.text()
        self.assertTrue(any("Missing: " in line for line in notices.differences(before, after)))
        self.assertTrue(any("No longer linked: " in line for line in notices.differences(after, before)))
        self.assertTrue(notices.differences("", after))


class BillTest(LinkedProgramTest):
    def bill(self):
        return bill_of_materials.document(self.program, "0.1.0", self.find(), "2026-11-22T00:00:00Z")

    def component(self, name):
        return next(part for part in json.loads(self.bill())["components"] if part["name"] == name)

    def test_the_program_is_known_by_its_hash(self):
        [sha256, _] = json.loads(self.bill())["metadata"]["component"]["hashes"]
        self.assertEqual(sha256, {"alg": "SHA-256", "content": hashlib.sha256(self.program.read_bytes()).hexdigest()})

    def test_a_package_has_its_version_license_and_commit(self):
        part = self.component("used")
        self.assertEqual(part["purl"], "pkg:swift/example.org/used@1.2.3")
        self.assertEqual(part["licenses"], [{"expression": "Apache-2.0"}])
        self.assertEqual(part["pedigree"], {"commits": [{"uid": "used" * 4}]})
        self.assertEqual([inner["name"] for inner in part["components"]], ["Cused"])

    def test_a_model_has_its_checksum(self):
        [sha256, _] = self.component("faces.onnx")["hashes"]
        self.assertEqual(sha256["content"], hashlib.sha256(b"weights").hexdigest())

    def test_shared_libraries_are_packages_of_the_system(self):
        part = self.component("libc6")
        self.assertRegex(part["purl"], r"^pkg:deb/\w+/libc6@")
        self.assertEqual(part["scope"], "required")
        self.assertIn({"name": "boundedcrop:linkage", "value": "dynamic"}, part["properties"])

    def test_the_same_program_gives_the_same_document(self):
        self.assertEqual(self.bill(), self.bill())
        before = json.loads(self.bill())["serialNumber"]
        self.write(self.models / "faces.onnx", "other weights")
        self.assertNotEqual(json.loads(self.bill())["serialNumber"], before)

    def test_references_are_unique_and_known(self):
        bill = json.loads(self.bill())
        references = [part["bom-ref"] for part in bill["components"]]
        self.assertEqual(len(references), len(set(references)))
        self.assertEqual(bill["dependencies"][0]["dependsOn"], references)


if __name__ == "__main__":
    unittest.main()
