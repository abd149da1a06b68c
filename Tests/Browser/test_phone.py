"""The page on a phone: the photo, the result under it, and then everything else."""

import unittest

from playground import PlaygroundTest
from service import FIXTURES

BOXES = """Object.fromEntries(["#mat", "#result", ".result", "#status", ".legend", ".hand", ".shapes", "#controls", ".copies"].map((one) => {
    const { top, bottom, left, right } = document.querySelector(one).getBoundingClientRect();
    return [one, { top, bottom, left, right }];
}))"""


class Phone(PlaygroundTest):
    def test_the_result_is_under_the_photo_and_the_controls_are_below_it(self):
        for height in (844, 667):
            with self.subTest(height=height):
                page = self.open("photos/obama.jpg", width=390, height=height, phone=True)
                page.evaluate("scrollTo(0, 0)")
                boxes = page.evaluate(BOXES)
                photo, result = boxes["#mat"], boxes["#result"]
                self.assertLess(result["top"] - photo["bottom"], 60, "there is something between the photo and the result")
                size = result["bottom"] - result["top"]
                self.assertLess(result["top"] + 0.8 * size, height, "the result is not in sight")
                self.assertGreater(size, height / 4)
                for name in ("#status", ".legend", ".hand", ".shapes", "#controls", ".copies"):
                    self.assertGreaterEqual(boxes[name]["top"], boxes[".result"]["bottom"], name)
                self.assertFalse(page.evaluate("document.documentElement.scrollWidth > innerWidth"))
                page.screenshot(f"phone-{height}")

    def test_the_photo_and_the_result_stay_one_above_the_other_for_another_photo_and_shape(self):
        page = self.open("photos/obama.jpg", width=390, height=844, phone=True)
        page.choose_files("#file", FIXTURES / "photos/coffee.png")
        self.wait_for_plan(page, "plan.file === 'coffee.png'")
        for shape in ("1:3", "3:1"):
            page.click(f"label:has(input[name=shape][value='{shape}'])")
            self.wait_for_plan(page, f"plan.aspect === '{shape}'")
            self.wait_for_result(page)
            page.evaluate("scrollTo(0, 0)")
            boxes = page.evaluate(BOXES)
            self.assertLessEqual(boxes["#mat"]["bottom"], boxes["#result"]["top"])
            self.assertLess(boxes["#result"]["bottom"], 844)
            self.assertLessEqual(boxes["#result"]["right"], 390)


if __name__ == "__main__":
    unittest.main()
