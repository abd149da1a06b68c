"""Scripts/check-linkage, tried on small programs that are linked well and badly."""

import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHECK = ROOT / "Scripts" / "check-linkage"
GOOD = ["-fPIE", "-pie", "-Wl,-z,relro,-z,now,-z,noexecstack"]


class LinkageTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "main.c").write_text("#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n")
        (self.folder / "part.c").write_text("int part(void) { return 0; }\n")
        (self.folder / "user.c").write_text("int part(void);\nint main(void) { return part(); }\n")

    def compile(self, *flags, source="main.c"):
        program = self.folder / "program"
        subprocess.run(["cc", "-o", program, self.folder / source, *flags], check=True, capture_output=True)
        return program

    def check(self, program, *more):
        return subprocess.run([CHECK, program, *more], capture_output=True, text=True)

    def assert_fails(self, program, *words):
        outcome = self.check(program)
        self.assertEqual(outcome.returncode, 1, outcome.stderr)
        self.assertEqual(len(outcome.stderr.splitlines()), 1, outcome.stderr)
        for word in (str(program), *words):
            self.assertIn(word, outcome.stderr)

    def compile_with_library(self, *flags):
        library = self.folder / "libpart.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-Wl,-soname,libpart.so.9", "-o", library, self.folder / "part.c"], check=True)
        return self.compile(*GOOD, *flags, str(library), source="user.c")

    def test_a_program_linked_as_it_should_be_passes(self):
        outcome = self.check(self.compile(*GOOD))
        self.assertEqual((outcome.returncode, outcome.stderr), (0, ""))

    def test_a_library_that_is_not_allowed_fails(self):
        self.assert_fails(self.compile_with_library(), "libpart.so.9", "linkage.allowed")

    def test_a_library_that_another_list_allows_passes(self):
        program = self.compile_with_library()
        allowed = self.folder / "allowed"
        allowed.write_text("# Why\n\nlibc.so.6\nlibpart.so.*\n")
        self.assertEqual(self.check(program, allowed).returncode, 0)
        # A name is compared as a whole.
        allowed.write_text("libc.so.6\nlibpart.so\npart\n")
        self.assertEqual(self.check(program, allowed).returncode, 1)

    def test_of_a_command_for_tests_only_the_libraries_are_checked(self):
        self.assertEqual(self.check("--tested", self.compile("-fPIE", "-pie", "-Wl,-rpath,$ORIGIN,-z,lazy")).returncode, 0)
        outcome = self.check("--tested", self.compile_with_library())
        self.assertEqual((outcome.returncode, len(outcome.stderr.splitlines())), (1, 1), outcome.stderr)
        self.assertIn("libpart.so.9", outcome.stderr)

    def test_a_last_line_without_an_end_counts(self):
        allowed = self.folder / "allowed"
        allowed.write_text("libc.so.6\nlibpart.so.9")
        self.assertEqual(self.check(self.compile_with_library(), allowed).returncode, 0)

    def test_a_place_to_look_for_libraries_fails(self):
        for tags in ["--enable-new-dtags", "--disable-new-dtags"]:
            self.assert_fails(self.compile(*GOOD, f"-Wl,{tags},-rpath,$ORIGIN/parts"), "$ORIGIN/parts", "-rpath")

    def test_functions_looked_up_at_their_first_call_fail(self):
        self.assert_fails(self.compile("-fPIE", "-pie", "-Wl,-z,relro,-z,lazy,-z,noexecstack"), "BIND_NOW", "-z now")

    def test_addresses_that_stay_writable_fail(self):
        self.assert_fails(self.compile("-fPIE", "-pie", "-Wl,-z,norelro,-z,now,-z,noexecstack"), "GNU_RELRO", "-z relro")

    def test_a_fixed_address_fails(self):
        self.assert_fails(self.compile("-no-pie", "-fno-pie", "-Wl,-z,relro,-z,now,-z,noexecstack"), "fixed address", "-pie")

    def test_a_stack_that_holds_code_fails(self):
        self.assert_fails(self.compile("-fPIE", "-pie", "-Wl,-z,relro,-z,now,-z,execstack"), "RWE", "noexecstack")

    def test_each_failure_is_reported(self):
        outcome = self.check(self.compile("-no-pie", "-fno-pie", "-Wl,-z,norelro,-z,lazy,-z,execstack,-rpath,/parts"))
        self.assertEqual((outcome.returncode, len(outcome.stderr.splitlines())), (1, 5), outcome.stderr)

    def test_what_is_not_a_program_is_refused(self):
        for file in [self.folder / "main.c", self.folder / "missing", self.folder]:
            outcome = self.check(file)
            self.assertEqual(outcome.returncode, 66)
            self.assertIn("is not an ELF program", outcome.stderr)

    def test_a_missing_list_is_refused(self):
        outcome = self.check(self.compile(*GOOD), self.folder / "missing")
        self.assertEqual(outcome.returncode, 66)
        self.assertIn("cannot be read", outcome.stderr)


if __name__ == "__main__":
    unittest.main()
