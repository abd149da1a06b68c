"""Scripts/check-release, tried on a small repository."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "Scripts" / "check-release"
SOURCE = "Sources/BoundedCropRuntime/BoundedCropVersion.swift"


class ReleaseTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "Scripts").mkdir()
        (self.folder / SOURCE).parent.mkdir(parents=True)
        shutil.copy(SCRIPT, self.folder / "Scripts")
        self.git("init", "--quiet")
        self.write("1.2.3", "## [1.2.3] - 2026-11-22")

    def git(self, *arguments):
        identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false", "-c", "tag.gpgsign=false"]
        subprocess.run(["git", *identity, *arguments], cwd=self.folder, check=True, capture_output=True)

    def write(self, declared, heading):
        (self.folder / SOURCE).write_text(f'package enum BoundedCropVersion {{\n    package static let current = "{declared}"\n}}\n')
        (self.folder / "CHANGELOG.md").write_text(f"# Changelog\n\n{heading}\n\n- Something.\n\n## [1.2.2] - 2026-11-01\n")
        self.commit()

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "Work")

    def check(self, version, make="true"):
        command = [self.folder / "Scripts" / "check-release", version]
        return subprocess.run(command, capture_output=True, text=True, env={**os.environ, "MAKE": make})

    def assert_fails(self, version, *words, **options):
        outcome = self.check(version, **options)
        self.assertEqual(outcome.returncode, 1, outcome.stderr)
        for word in words:
            self.assertIn(word, outcome.stderr)

    def test_sources_that_agree_are_ready(self):
        outcome = self.check("1.2.3")
        self.assertEqual((outcome.returncode, outcome.stderr), (0, ""))

    def test_pre_releases_are_versions(self):
        self.write("2.0.0-rc.1", "## [2.0.0-rc.1] - 2026-11-22")
        self.assertEqual(self.check("2.0.0-rc.1").returncode, 0)

    def test_tags_that_swiftpm_does_not_find_fail(self):
        for version in ["v1.2.3", "1.2", "1.02.3", "1.2.3.4", "1.2.3-", "", "1.2.3\n1.2.3"]:
            self.write(version or "x", f"## [{version}] - 2026-11-22")
            self.assert_fails(version, "is not a version that SwiftPM finds")

    def test_another_declared_version_fails(self):
        self.write("1.2.2", "## [1.2.3] - 2026-11-22")
        self.assert_fails("1.2.3", "declares 1.2.2, not 1.2.3")

    def test_another_top_of_the_changelog_fails(self):
        self.write("1.2.3", "## [1.2.4] - 2026-11-22")
        self.assert_fails("1.2.3", "CHANGELOG.md does not begin with 1.2.3")

    def test_a_heading_without_a_date_fails(self):
        self.write("1.2.3", "## [Unreleased]")
        self.assert_fails("1.2.3", "[Unreleased]")

    def test_changed_files_fail(self):
        (self.folder / "extra.txt").write_text("extra")
        self.assert_fails("1.2.3", "?? extra.txt")

    def test_a_tag_on_another_commit_fails(self):
        self.git("tag", "1.2.3")
        self.commit()
        self.assert_fails("1.2.3", "names another commit")

    def test_a_tag_without_a_signature_fails(self):
        self.git("tag", "--annotate", "--message", "1.2.3", "1.2.3")
        self.assert_fails("1.2.3", "git tag --sign")

    def test_old_notices_fail(self):
        self.assert_fails("1.2.3", "THIRD-PARTY-NOTICES", make="false")

    def test_a_version_must_be_named(self):
        outcome = subprocess.run([self.folder / "Scripts" / "check-release"], capture_output=True, text=True)
        self.assertEqual((outcome.returncode, "Usage" in outcome.stderr), (64, True))


if __name__ == "__main__":
    unittest.main()
