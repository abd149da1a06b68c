"""Everything open, at three widths, in light and dark mode."""

import unittest

from playground import PlaygroundTest
from test_access import CONTRASTS

SMALL = """[...document.querySelectorAll("button, a.button, input, select, summary, .pull")]
    .map((one) => [one.closest("label") ?? one, one.id || one.name || one.className])
    .filter(([one]) => one.checkVisibility())
    .map(([one, name]) => [one.getBoundingClientRect(), name])
    .filter(([box]) => box.width < 24 || box.height < 24).map(([, name]) => name)"""


class Widths(PlaygroundTest):
    def test_everything_fits_and_is_legible(self):
        for width in (1440, 768, 390):
            page = self.open("composites/two_far_apart.jpg", width=width, height=900, phone=width == 390)
            page.click("label:has(input[name=shape][value='4:5'])")
            self.wait_for_plan(page, "plan.aspect === '4:5'")
            page.click("#compare")
            page.evaluate("document.getElementById('drawRegion').focus()")
            page.press("Enter")
            self.wait_for_plan(page, "plan.features[0].kind === 'region'")
            page.click("#looksTitle")
            page.wait("document.querySelectorAll('#looksList table').length === 6")
            page.wait("!document.getElementById('versus').hidden")
            self.wait_for_result(page)
            for colors in page.in_both_colors():
                with self.subTest(width=width, colors=colors):
                    self.assertFalse(page.evaluate("document.documentElement.scrollWidth > innerWidth"))
                    self.assertEqual(page.evaluate(SMALL), [], "too small")
                    self.assertEqual(page.evaluate(CONTRASTS), [])
                    page.screenshot(f"open-{width}-{colors}")


if __name__ == "__main__":
    unittest.main()
