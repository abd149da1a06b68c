"""What is dragged on the photo, and what the keyboard does instead."""

import json
import shlex
import subprocess
import unittest
import urllib.request

from playground import COMMAND, TIMEOUT, PlaygroundTest
from service import FIXTURES

SHIFT = 8


class Hands(PlaygroundTest):
    def setUp(self):
        super().setUp()
        self.page = self.load("composites/two_far_apart.jpg")

    def load(self, path, **screen):
        page = self.open(**screen)
        page.write("#url", path)
        page.press("Enter")
        self.wait_for_result(page)
        return page

    def choose_shape(self, page, shape):
        page.click(f"label:has(input[name=shape][value='{shape}'])")
        self.wait_for_plan(page, f"plan.aspect === '{shape}'")
        self.wait_for_result(page)

    def near(self, value, number):
        return f"Math.abs({value} - {number}) <= 4"

    def unit(self, page):
        """Pixels of the screen for each pixel of the photo."""
        return page.evaluate("document.getElementById('photo').clientWidth") / self.plan(page)["width"]

    def check_copies(self, page):
        """The command and the URL give the displayed crop."""
        self.wait_for_result(page)
        shown = self.plan(page)
        words = shlex.split(page.text("#commandText"))
        printed = subprocess.run([COMMAND, *words[1:], "--plan", "--json"], cwd=FIXTURES, capture_output=True, text=True,
                                 timeout=TIMEOUT, check=True).stdout
        self.assertEqual(json.loads(printed)["crop"], shown["crop"])
        self.assertEqual(json.loads(printed)["detector"], shown["detector"])
        place = next(one for one in words if one in ("--focal", "--region"))
        numbers = words[words.index(place) + 1].split(",")
        page.wait(f"document.getElementById('urlText').textContent.includes('focal({numbers[0]}x{numbers[1]}:')")
        with urllib.request.urlopen(page.text("#urlText"), timeout=TIMEOUT) as answer:
            self.assertIsNone(answer.headers["X-BoundedCrop-Ignored-Filters"])
            self.assertEqual(json.loads(answer.headers["X-BoundedCrop-Plan"])["crop"], shown["crop"])

    def test_a_dragged_crop_stays_where_it_is_put_and_the_command_and_the_url_follow(self):
        page = self.page
        self.choose_shape(page, "4:5")
        before = self.plan(page)["crop"]
        page.drag("#handles", (200, 0))
        after = self.wait_for_plan(page, f"{self.near('plan.crop.x', before['x'] + 200 / self.unit(page))}"
                                         " && plan.features[0].kind === 'focalPoint'")["crop"]
        self.assertEqual((after["width"], after["height"]), (before["width"], before["height"]))
        self.check_copies(page)
        self.assertIn("where you placed it and keeps 0 of 2 whole", page.text("#status"))
        page.screenshot("placed")
        page.click("#facesAgain")
        self.wait_for_plan(page, f"plan.crop.x === {before['x']} && plan.features.length === 2")
        self.wait_for_result(page)
        self.assertNotIn("--focal", page.text("#commandText"))
        self.assertNotIn("focal(", page.text("#urlText"))
        self.assertTrue(page.evaluate("document.getElementById('facesAgain').hidden"))

    def test_a_click_on_the_crop_places_nothing(self):
        self.page.click("#handles")
        self.page.click("label:has(input[name=shape][value='16:9'])")
        self.wait_for_plan(self.page, "plan.aspect === '16:9'")
        self.assertTrue(self.page.evaluate("document.getElementById('facesAgain').hidden"))
        self.wait_for_result(self.page)

    def test_arrow_keys_move_the_crop_and_escape_gives_it_back(self):
        page = self.page
        self.choose_shape(page, "1:1")
        before = self.plan(page)["crop"]
        page.evaluate("document.getElementById('moveCrop').focus()")
        page.press("ArrowRight", times=3)
        step = round(self.plan(page)["width"] / 100)
        self.wait_for_plan(page, self.near("plan.crop.x", before["x"] + 3 * step))
        self.check_copies(page)
        page.press("ArrowRight", modifiers=SHIFT)
        self.wait_for_plan(page, self.near("plan.crop.x", before["x"] + 8 * step))
        self.assertIn("by hand", page.evaluate("document.getElementById('moveCrop').ariaValueText"))
        page.press("Escape")
        self.wait_for_plan(page, f"plan.crop.x === {before['x']} && plan.features[0].kind === 'face'")
        self.assertEqual(page.evaluate("document.activeElement.id"), "moveCrop")
        self.wait_for_result(page)

    def test_a_zoomed_crop_keeps_its_size_when_it_is_dragged(self):
        page = self.load("photos/obama.jpg")
        page.evaluate("document.getElementById('zoom').focus()")
        page.press("End")
        before = self.wait_for_plan(page, "plan.crop.width < plan.width * 0.7")["crop"]
        self.wait_for_result(page)
        page.drag("#handles", (-30, 40))
        unit = self.unit(page)
        after = self.wait_for_plan(page, f"{self.near('plan.crop.x', before['x'] - 30 / unit)}"
                                         f" && {self.near('plan.crop.y', before['y'] + 40 / unit)}")
        self.assertEqual(after["features"][0]["kind"], "region")
        self.assertAlmostEqual(after["crop"]["width"], before["width"], delta=3)
        self.check_copies(page)

    def test_a_zoom_after_placing_keeps_the_place(self):
        page = self.load("photos/obama.jpg")
        at = self.plan(page)["crop"]["y"]
        page.drag("#handles", (0, 60))
        low = f"Math.min(plan.height - plan.crop.height, {at + 60 / self.unit(page)})"
        before = self.wait_for_plan(page, self.near("plan.crop.y", low))["crop"]
        self.wait_for_result(page)
        page.evaluate("document.getElementById('zoom').focus()")
        page.press("End")
        after = self.wait_for_plan(page, f"plan.crop.width < {before['width']} * 0.7 && plan.features[0].kind === 'region'")["crop"]
        self.assertAlmostEqual(after["y"] + after["height"] / 2, before["y"] + before["height"] / 2, delta=30)
        self.check_copies(page)

    def test_a_region_is_drawn_and_kept(self):
        page = self.page
        self.choose_shape(page, "1:1")
        page.click("#drawRegion")
        self.assertEqual(page.evaluate("document.getElementById('drawRegion').ariaPressed"), "true")
        page.drag("#drawSheet", (90, 70), start=(0.4, 0.3))
        unit = self.unit(page)
        drawn = f"plan.features[0].kind === 'region' && {self.near('plan.features[0].width', 90 / unit)}"
        region = self.wait_for_plan(page, drawn)["features"][0]
        self.assertAlmostEqual(region["x"], self.plan(page)["width"] * 0.4, delta=3 / unit)
        self.assertAlmostEqual(region["height"], 70 / unit, delta=3 / unit)
        self.assertTrue(region["kept"])
        self.assertEqual(page.evaluate("[document.getElementById('drawRegion').ariaPressed, document.getElementById('drawSheet').hidden]"),
                         ["false", True])
        self.check_copies(page)
        page.drag("#sizeRegion", (40, 0))
        self.wait_for_plan(page, self.near("plan.features[0].width", region["width"] + 40 / unit))
        self.check_copies(page)

    def test_a_region_needs_no_mouse(self):
        page = self.page
        page.evaluate("document.getElementById('drawRegion').focus()")
        page.press("Enter")
        region = self.wait_for_plan(page, "plan.features[0].kind === 'region'")["features"][0]
        self.assertEqual(page.evaluate("document.activeElement.id"), "moveCrop")
        page.evaluate("document.getElementById('sizeRegion').focus()")
        page.press("ArrowRight", times=4)
        page.press("ArrowUp")
        self.wait_for_plan(page, f"plan.features[0].width > {region['width']} && plan.features[0].height < {region['height']}")
        self.check_copies(page)

    def test_the_edges_of_the_rectangle_change_the_padding(self):
        page = self.load("photos/obama.jpg")
        before = self.plan(page)
        page.drag("[data-side=right]", (20, 0))
        page.wait("/^\\d+%$/.test(document.getElementById('paddingText').textContent)")
        right = before["bounds"]["x"] + before["bounds"]["width"] + 20 / self.unit(page)
        self.wait_for_plan(page, self.near("plan.bounds.x + plan.bounds.width", right))
        self.assertEqual(page.text("#paddingText"), f"{page.evaluate('document.getElementById(`padding`).value')}%")
        self.assertIn("--padding " + page.text("#paddingText"), page.text("#commandText"))
        self.wait_for_result(page)

    def test_the_corners_of_the_crop_change_the_zoom(self):
        page = self.load("photos/obama.jpg")
        before = self.plan(page)["crop"]
        page.drag("[data-corner='bottom right']", (-60, -60))
        after = self.wait_for_plan(page, f"plan.crop.width < {before['width']}")["crop"]
        self.assertRegex(page.text("#zoomText"), r"^faces take \d+%$")
        self.wait_for_result(page)
        page.drag("[data-corner='bottom right']", (300, 300))
        self.wait_for_plan(page, f"plan.crop.width > {after['width']}")
        page.wait("document.getElementById('zoomText').textContent === 'off'")
        self.wait_for_result(page)

    def test_plus_and_minus_zoom_and_a_dragged_crop_has_the_keys(self):
        page = self.load("photos/obama.jpg")
        before = self.plan(page)["crop"]
        page.drag("#handles", (0, 10))
        self.wait_for_plan(page, "plan.features[0].kind === 'focalPoint'")
        page.press("Escape")
        self.wait_for_plan(page, f"plan.crop.y === {before['y']} && plan.features[0].kind === 'face'")
        page.press("-", times=2)
        self.wait_for_plan(page, f"plan.crop.width < {before['width']}")
        page.press("+", times=3)
        page.wait("document.getElementById('zoomText').textContent === 'off'")
        self.wait_for_result(page)

    def test_a_click_while_drawing_sets_a_point(self):
        page = self.page
        page.click("#drawRegion")
        page.click("#drawSheet")
        point = self.wait_for_plan(page, "plan.features[0].kind === 'focalPoint'")["features"][0]
        self.assertAlmostEqual(point["x"], self.plan(page)["width"] / 2, delta=3 / self.unit(page))
        self.assertTrue(page.evaluate("document.getElementById('drawSheet').hidden"))
        self.check_copies(page)

    def test_the_wheel_zooms_with_the_control_key_and_scrolls_without(self):
        page = self.load("photos/obama.jpg", height=500)
        before = self.plan(page)["crop"]
        x, y = page.place("#handles")
        page.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=-100, modifiers=2)
        self.wait_for_plan(page, f"plan.crop.width < {before['width']}")
        page.wait("document.getElementById('zoom').value !== '0'")
        zoom = page.evaluate("document.getElementById('zoom').value")
        at = page.evaluate("scrollY")
        page.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=200)
        page.wait(f"scrollY > {at}")
        self.assertEqual(page.evaluate("document.getElementById('zoom').value"), zoom)
        self.wait_for_result(page)

    def test_fingers_drag_the_handles_and_scroll_on_the_rest_of_the_photo(self):
        page = self.load("composites/two_far_apart.jpg", width=390, height=844, phone=True)
        self.choose_shape(page, "4:5")
        page.evaluate("scrollTo(0, 0)")
        page.swipe("#handles", (0, -60))
        page.swipe("#moveCrop", (60, 0))
        self.wait_for_plan(page, "plan.features[0].kind === 'focalPoint'")
        self.wait_for_result(page)
        touch = page.evaluate("""["#photo", "#handles", "#moveCrop", "[data-side]", "[data-corner]"]
            .map((one) => getComputedStyle(document.querySelector(one)).touchAction)""")
        self.assertEqual(touch, ["auto", "auto", "none", "none", "none"])
        self.assertFalse(page.evaluate("document.documentElement.scrollWidth > innerWidth"))
        page.screenshot("placed-phone")

    def test_another_photo_is_not_placed_by_hand(self):
        page = self.page
        page.drag("#moveCrop", (40, 0))
        self.wait_for_plan(page, "plan.features[0].kind === 'focalPoint'")
        page.choose_files("#file", FIXTURES / "photos/obama.jpg")
        self.wait_for_plan(page, "plan.file === 'obama.jpg' && plan.features[0].kind === 'face'")
        self.wait_for_result(page)

    def test_each_photo_of_the_strip_keeps_what_was_placed_in_it(self):
        page = self.open("photos/obama.jpg", "photos/biden.jpg")
        page.wait("document.querySelectorAll('#photos [aria-busy=false]').length === 2")
        small = "[...document.querySelectorAll('#photos img')].map((one) => one.src)"
        before = page.evaluate(small)
        page.evaluate("document.getElementById('moveCrop').focus()")
        page.press("ArrowDown", times=4)
        self.wait_for_plan(page, "plan.features[0].kind === 'focalPoint'")
        self.wait_for_result(page)
        placed = self.plan(page)
        # Its small crop, and no other, is made anew.
        page.wait(f"{small}[0] !== {json.dumps(before[0])}")
        page.click("#photos [role=option]:nth-child(2)")
        self.wait_for_plan(page, "plan.file === 'biden.jpg' && plan.features[0].kind === 'face'")
        self.wait_for_result(page)
        self.assertNotIn("--focal", page.text("#commandText"))
        self.assertEqual(page.evaluate(small)[1], before[1])
        page.evaluate("document.getElementById('drawRegion').focus()")
        page.press("Enter")
        region = self.wait_for_plan(page, "plan.file === 'biden.jpg' && plan.features[0].kind === 'region'")["features"]
        page.click("#photos [role=option]:nth-child(1)")
        again = self.wait_for_plan(page, "plan.file === 'obama.jpg' && plan.features[0].kind === 'focalPoint'")
        self.assertEqual((again["crop"], again["features"]), (placed["crop"], placed["features"]))
        self.wait_for_result(page)
        self.assertIn("--focal", page.text("#commandText"))
        self.assertIn("focal(", page.text("#urlText"))
        page.click("#photos [role=option]:nth-child(2)")
        self.assertEqual(self.wait_for_plan(page, "plan.file === 'biden.jpg'")["features"], region)
        self.wait_for_result(page)

    def test_a_photo_without_faces_and_an_animation_are_placed_too(self):
        for name, then in (("photos/coffee.png", "!plan.animation"), ("animations/to_and_fro.gif", "true")):
            page = self.load(name)
            page.evaluate("document.getElementById('moveCrop').focus()")
            page.press("ArrowLeft", times=3)
            page.press("ArrowUp", times=3)
            self.wait_for_plan(page, f"plan.features[0]?.kind === 'focalPoint' && {then}")
            self.wait_for_result(page)

    def test_handles_are_named_and_have_values(self):
        self.page.evaluate("document.getElementById('drawRegion').focus()")
        self.page.press("Enter")
        self.wait_for_plan(self.page, "plan.features[0].kind === 'region'")
        self.wait_for_result(self.page)
        nodes = {node["name"]["value"]: node for node in self.page.accessibility_tree() if node.get("role", {}).get("value") == "slider"}
        for name, words in (("Middle of the crop", r"^\d+ from the left, \d+ from the top, placed by hand$"),
                            ("Size of the region", r"^\d+ wide, \d+ high$")):
            properties = {one["name"]: one["value"].get("value") for one in nodes[name]["properties"]}
            self.assertRegex(self.page.evaluate(f"document.querySelector('[aria-label={json.dumps(name)}]').ariaValueText"), words)
            self.assertGreater(nodes[name]["value"]["value"], 0)
            self.assertIn("Arrow keys", nodes[name]["description"]["value"])
            self.assertTrue(properties["focusable"])


if __name__ == "__main__":
    unittest.main()
