"""Photos of a service with corrections, which the page shows as their URLs give them."""

import json
import tempfile
import unittest
import urllib.request
from pathlib import Path

from playground import TIMEOUT, PlaygroundTest


class Corrections(PlaygroundTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        file = Path(folder.name) / "fixes.jsonl"
        file.write_text(json.dumps({"file": "photos/obama.jpg", "focal": [10, 1100]})
                        + "\n" + json.dumps({"file": "photos/obama.jpg", "aspect": "16:9", "crop": [100, 200, 480, 270]}))
        cls.file = file
        cls.options = ("--corrections", str(file), "--save-corrections")
        super().setUpClass()

    def load(self, path):
        page = self.open()
        page.write("#url", path)
        page.press("Enter")
        self.wait_for_result(page)
        return page

    def check_url(self, page):
        self.wait_for_result(page)
        shown = self.plan(page)
        with urllib.request.urlopen(page.text("#urlText"), timeout=TIMEOUT) as answer:
            plan = json.loads(answer.headers["X-BoundedCrop-Plan"])
        self.assertEqual((plan["crop"], plan.get("corrected")), (shown["crop"], shown.get("corrected")))

    def test_a_corrected_photo_is_shown_as_its_url_gives_it(self):
        page = self.load("photos/obama.jpg")
        self.wait_for_plan(page, "plan.corrected[0] === 'focal'")
        self.assertIn("as it was corrected by hand and keeps", page.text("#status"))
        self.check_url(page)
        page.click("label:has(input[name=shape][value='16:9'])")
        plan = self.wait_for_plan(page, "plan.aspect === '16:9' && plan.corrected[0] === 'crop'")
        self.assertEqual(plan["crop"], {"x": 100, "y": 200, "width": 480, "height": 270})
        self.assertIn("1 face found", page.text("#status"))
        self.check_url(page)

    def test_what_is_placed_by_hand_wins_over_a_correction(self):
        page = self.load("photos/obama.jpg")
        self.wait_for_plan(page, "plan.corrected[0] === 'focal'")
        page.evaluate("document.getElementById('moveCrop').focus()")
        page.press("ArrowUp", times=10)
        self.wait_for_plan(page, "!plan.corrected && plan.features[0].kind === 'focalPoint'")
        self.check_url(page)
        page.press("Escape")
        self.wait_for_plan(page, "plan.corrected[0] === 'focal'")
        self.check_url(page)

    def test_what_is_placed_is_saved_for_all_and_taken_back(self):
        before = self.file.read_text()
        page = self.load("photos/biden.jpg")
        self.assertTrue(page.evaluate("document.getElementById('saveCorrection').hidden"))
        page.evaluate("document.getElementById('moveCrop').focus()")
        page.press("ArrowUp", times=10)
        self.wait_for_plan(page, "plan.features[0].kind === 'focalPoint'")
        page.click("#saveCorrection")
        self.wait_for_plan(page, "plan.corrected && plan.corrected[0] === 'focal'")
        self.check_url(page)
        saved = json.loads(self.file.read_text().splitlines()[-1])
        self.assertEqual(set(saved), {"file", "focal", "sha256", "size"})
        self.assertTrue(saved["file"].endswith("/photos/biden.jpg"), saved)
        page.click("#saveCorrection")
        self.wait_for_plan(page, "!plan.corrected")
        self.assertEqual(self.file.read_text().splitlines(), before.splitlines())

    def test_other_photos_and_files_are_not_corrected(self):
        page = self.load("photos/biden.jpg")
        self.assertNotIn("corrected", self.plan(page))
        page = self.open("photos/obama.jpg")
        self.assertNotIn("corrected", self.plan(page))


if __name__ == "__main__":
    unittest.main()
