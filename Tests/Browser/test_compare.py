"""The comparison with a center crop."""

import unittest

from playground import PlaygroundTest
from service import FIXTURES

# Where the two sides meet, as a share of the picture.
SPLIT = """(() => {
    const [line, picture] = ["#versus .divider", "#versus"].map((one) => document.querySelector(one).getBoundingClientRect());
    return Math.round((line.x + line.width / 2 - picture.x) / picture.width * 100);
})()"""


class Compare(PlaygroundTest):
    def compared(self, photo="composites/two_far_apart.jpg", shape="4:5", **screen):
        page = self.open(photo, **screen)
        page.click(f"label:has(input[name=shape][value='{shape}'])")
        self.wait_for_plan(page, f"plan.aspect === '{shape}'")
        page.click("#compare")
        page.wait("!document.getElementById('versus').hidden")
        self.wait_for_result(page)
        return page

    def test_both_crops_are_shown_under_a_slider_that_the_keyboard_moves(self):
        page = self.compared()
        sizes = page.evaluate("[result, center].map((one) => [one.naturalWidth, one.naturalHeight])")
        self.assertEqual(sizes[0], sizes[1])
        self.assertEqual(page.evaluate(SPLIT), 50)
        page.evaluate("document.getElementById('split').focus()")
        page.press("ArrowRight", times=10)
        self.assertEqual(page.evaluate(SPLIT), 60)
        self.assertEqual(page.evaluate("document.getElementById('split').ariaValueText"), "60% center crop, 40% BoundedCrop")
        page.press("Home")
        self.assertEqual(page.evaluate(SPLIT), 0)
        clips = page.evaluate("[result, center].map((one) => getComputedStyle(one).clipPath)")
        self.assertEqual(clips, ["inset(0px 0px 0px 0%)", "inset(0px 100% 0px 0px)"])
        self.assertIn("A center crop keeps 0 of 2 faces whole", page.text("#compareText"))
        page.screenshot("compare")
        page.click("#compare")
        page.wait("document.getElementById('versus').hidden")
        self.wait_for_result(page)

    def test_the_line_follows_the_mouse_and_the_finger(self):
        page = self.compared()
        width = page.evaluate("document.getElementById('versus').clientWidth")
        page.drag("#split", (width * 0.3, 0))
        self.assertAlmostEqual(page.evaluate(SPLIT), 80, delta=2)
        phone = self.compared(width=390, height=844, phone=True)
        width = phone.evaluate("document.getElementById('versus').clientWidth")
        # Below the photo, which stays at the top.
        phone.evaluate("document.getElementById('split').scrollIntoView({ block: 'end', behavior: 'instant' })")
        phone.swipe("#split", (-width * 0.3, 0))
        phone.wait(f"Math.abs({SPLIT} - 20) <= 3")
        self.assertFalse(phone.evaluate("document.documentElement.scrollWidth > innerWidth"))

    def test_effects_are_the_same_on_both_sides_and_the_zoom_is_only_ours(self):
        page = self.compared()
        page.evaluate("""(() => {
            const ask = fetch;
            window.asked = [];
            window.fetch = (path, options) => { asked.push(String(path)); return ask(path, options); };
        })()""")
        page.click("input[value=tint]")
        page.evaluate("document.getElementById('zoom').focus()")
        page.press("ArrowRight", times=30)
        page.wait("asked.some((one) => one.includes('zoom=0.3') && one.startsWith('crop'))")
        self.wait_for_result(page)
        crops = [one for one in page.evaluate("asked") if one.startswith("crop?")]
        center = [one for one in crops if "no-bounding" in one]
        self.assertTrue(center and all("zoom" not in one for one in center), crops)
        self.assertTrue(all("effects=tint" in one for one in crops), crops)

    def test_there_is_nothing_to_compare_if_the_center_crop_is_the_same(self):
        page = self.compared()
        page.choose_files("#file", FIXTURES / "edges/2x1.jpg")
        self.wait_for_plan(page, "plan.width === 2")
        page.click("label:has(input[name=scheme][value=all])")
        page.write("#own", "2:1")
        page.click("label:has(input[value='2:1'])")
        self.wait_for_plan(page, "plan.aspect === '2:1'")
        page.wait("document.getElementById('compare').disabled && document.getElementById('versus').hidden")
        self.assertEqual(page.text("#compareText"), "Here, a center crop is the same.")
        self.wait_for_result(page)

    def test_the_slider_has_a_name_and_a_value(self):
        page = self.compared()
        nodes = [node for node in page.accessibility_tree() if node.get("role", {}).get("value") == "slider"]
        self.assertIn("Comparison with the center crop", [one["name"]["value"] for one in nodes])
        self.assertEqual(page.evaluate("document.getElementById('split').ariaValueText"), "50% center crop, 50% BoundedCrop")


if __name__ == "__main__":
    unittest.main()
