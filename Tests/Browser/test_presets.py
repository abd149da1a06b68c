"""Sizes that have names."""

import json
import unittest
import urllib.request

from playground import TIMEOUT, PlaygroundTest


class Presets(PlaygroundTest):
    # One in place of a standard one, and one too large for the page.
    options = ("--presets", "banner=1200x400,avatar=96x96,wall=20000x10000")

    def choose(self, page, name):
        page.evaluate("(() => { const one = document.getElementById('preset');"
                      f" one.value = '{name}'; one.dispatchEvent(new Event('input', {{ bubbles: true }})); }})()")

    def test_every_preset_gives_a_picture_of_its_size(self):
        with urllib.request.urlopen(f"{self.service.url}playground/presets.json", timeout=TIMEOUT) as answer:
            presets = {one["name"]: one for one in json.load(answer)["presets"] if max(one["width"], one["height"]) <= 8000}
        page = self.open("photos/obama.jpg")
        self.assertEqual(page.evaluate("[...document.getElementById('preset').options].map((one) => one.value)"), ["", *presets])
        sizes = {(one["width"], one["height"]): name for name, one in presets.items()}
        for (width, height), name in sizes.items():
            self.choose(page, name)
            page.wait(f"document.getElementById('commandText').textContent.includes('--size {width}x{height}')")
            self.assertEqual(page.evaluate("document.getElementById('preset').value"), name)
        page.wait(f"document.getElementById('resultText').textContent.startsWith('{width} × {height} pixels')")
        self.wait_for_result(page)

    def test_the_choice_tells_whether_the_size_is_still_that_of_a_preset(self):
        page = self.open("photos/obama.jpg")
        self.choose(page, "open-graph")
        page.wait("document.getElementById('resultText').textContent.startsWith('1200 × 630 pixels')")
        self.assertEqual(page.evaluate("[document.getElementById('own').value, document.getElementById('side').value]"), ["40:21", "1200"])
        page.click("label:has(input[name=shape][value='1:1'])")
        page.wait("document.getElementById('preset').value === ''")
        page.write("#side", "180")
        page.wait("document.getElementById('preset').value === 'apple-touch-icon'")
        self.choose(page, "")
        self.wait_for_plan(page, "plan.aspect === '1:1'")
        self.assertEqual(page.evaluate("document.getElementById('side').value"), "")
        self.wait_for_result(page)

    def test_own_presets_are_a_group_before_the_standard_ones(self):
        page = self.open("photos/obama.jpg")
        groups = page.evaluate("""[...document.querySelectorAll('#preset optgroup')].map((group) =>
            [group.label, [...group.children].map((one) => one.textContent)])""")
        self.assertEqual([label for label, _ in groups], ["This service's own", "Standard"])
        self.assertEqual(groups[0][1], ["banner: 1200 × 400", "avatar: 96 × 96"])
        self.assertIn("Link preview (og:image): 1200 × 630", groups[1][1])
        self.assertFalse(any("400 × 400" in text for text in groups[1][1]))
        self.choose(page, "banner")
        page.wait("document.getElementById('resultText').textContent.startsWith('1200 × 400 pixels')")
        self.wait_for_result(page)


if __name__ == "__main__":
    unittest.main()
