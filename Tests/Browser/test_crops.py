"""How a photo is displayed, and what the controls change."""

import unittest

from playground import PlaygroundTest
from service import FIXTURES

PREVIEW = """document.querySelector("input[name=shape][value='%s']").closest("label").querySelector("canvas").toDataURL()"""
# The number of pixels in the photo's canvas that have the color of the boxes around faces.
YELLOW = """(() => {
    const canvas = document.getElementById("photo");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) count += data[at] === 255 && data[at + 1] === 211 && data[at + 2] === 77;
    return count;
})()"""


class Crops(PlaygroundTest):
    def test_a_photo_is_shown_with_its_faces_and_a_crop_for_every_shape_and_scheme(self):
        page = self.open("composites/three_in_row.jpg")
        self.assertIn("3 faces found by YuNet", page.text("#status"))
        self.assertGreater(page.evaluate(YELLOW), 300, "no boxes are drawn")
        tiles = page.evaluate("[...document.querySelectorAll('.tile')].map((one) => one.innerText.replace(/\\s+/g, ' ').trim())")
        self.assertEqual([tile.split()[0] for tile in tiles], ["1:1", "16:9", "3:1", "1:3", "4:5", "All", "Largest", "Smallest"])
        for tile in tiles:
            self.assertRegex(tile, r"[123] of 3 faces$")
        self.assertEqual(page.evaluate("new Set([...document.querySelectorAll('#shapes canvas')].map((one) => one.toDataURL())).size"), 5)
        page.screenshot("desktop")

    def test_the_sliders_change_the_crop_immediately(self):
        page = self.open("photos/obama.jpg")
        before, preview = self.plan(page), page.evaluate(PREVIEW % "1:1")
        page.evaluate("document.getElementById('zoom').focus()")
        page.press("End")
        page.wait(f"{PREVIEW % '1:1'} !== {preview!r}")
        zoomed = self.wait_for_plan(page, f"plan.crop.width < {before['crop']['width']}")
        self.assertEqual(page.text("#zoomText"), "faces take 100%")
        page.evaluate("document.getElementById('padding').focus()")
        page.press("End")
        self.wait_for_plan(page, f"plan.bounds.width > {zoomed['bounds']['width']}")
        self.assertEqual(page.text("#paddingText"), "150%")
        page.click("#paddingReset")
        page.click("#zoomReset")
        after = self.wait_for_plan(page, f"plan.crop.width === {before['crop']['width']}")
        self.assertEqual(after, before)
        self.wait_for_result(page)

    def test_shapes_and_schemes_are_selected_by_their_previews(self):
        page = self.open("composites/two_big_and_small.jpg")
        page.click("label:has(input[name=shape][value='1:3'])")
        page.click("label:has(input[name=scheme][value=smallest])")
        smallest = self.wait_for_plan(page, "plan.scheme === 'smallest' && plan.aspect === '1:3'")
        page.click("label:has(input[name=scheme][value=largest])")
        largest = self.wait_for_plan(page, "plan.scheme === 'largest'")
        self.assertNotEqual(smallest["crop"], largest["crop"])
        self.wait_for_result(page)
        self.assertIn("The 1:3 crop", page.text("#status"))
        self.assertIn("around the largest face", page.text("#status"))

    def test_a_custom_shape_becomes_a_tile(self):
        page = self.open("photos/obama.jpg")
        page.write("#own", "2:x")
        page.wait("document.getElementById('own').ariaInvalid === 'true'")
        page.write("#own", "2:3")
        page.click("label:has(input[value='2:3'])")
        self.wait_for_plan(page, "plan.aspect === '2:3'")
        page.write("#own", "")
        page.evaluate("document.getElementById('own').value = ''")
        page.press("ArrowLeft")
        self.wait_for_result(page)

    def test_the_selected_detector_and_accuracy_are_requested(self):
        page = self.open("composites/three_in_row.jpg")
        page.click("label:has(input[value=haar])")
        self.wait_for_plan(page, "plan.detector === 'haar'")
        self.wait_for_result(page)
        page.wait("document.getElementById('status').textContent.includes('by Haar')")
        page.click("label:has(input[value=high])")
        self.wait_for_plan(page, "plan.accuracy === 'high'")
        self.wait_for_result(page)

    def test_without_a_face_the_crop_falls_back_to_attention_or_the_center(self):
        page = self.open("photos/coffee.png")
        self.assertIn("No face found", page.text("#status"))
        self.assertEqual(self.plan(page)["reason"], "attention")
        page.click("label:has(input[name=fallback][value=center])")
        self.wait_for_plan(page, "plan.reason === 'center'")
        self.wait_for_result(page)

    def test_a_rotated_photo_is_shown_upright_with_boxes_around_its_faces(self):
        page = self.open("orientations/" + sorted(one.name for one in (FIXTURES / "orientations").glob("*6*.jpg"))[0])
        plan = self.plan(page)
        self.assertEqual(plan["orientation"], 6)
        width, height = page.evaluate("[document.getElementById('photo').width, document.getElementById('photo').height]")
        self.assertAlmostEqual(width / height, plan["width"] / plan["height"], delta=0.02)
        self.assertEqual(len(plan["features"]), 1)

    def test_tiny_and_narrow_photos_are_cropped_too(self):
        page = self.open()
        for name, width, height in (("1x1.png", 1, 1), ("3000x8.jpg", 3000, 8), ("8x3000.png", 8, 3000), ("2x1.jpg", 2, 1)):
            page.choose_file("#file", FIXTURES / "edges" / name)
            self.wait_for_plan(page, f"plan.file === '{name}' && plan.width === {width} && plan.height === {height}")
            self.wait_for_result(page)

    def test_the_output_can_have_a_size_and_a_format(self):
        page = self.open("photos/obama.jpg")
        page.click("label:has(input[name=shape][value='16:9'])")
        page.write("#side", "320")
        page.evaluate("(() => { const one = document.getElementById('format'); one.value = 'webp';"
                      " one.dispatchEvent(new Event('input', { bubbles: true })); })()")
        page.wait("document.getElementById('resultText').textContent.startsWith('320 × 180 pixels, WebP')")
        self.assertIn("--size 320x180", page.text("#commandText"))
        self.wait_for_result(page)

    def test_effects_are_applied_to_the_result(self):
        page = self.open("photos/obama.jpg")
        self.assertIn("JPEG", page.text("#resultText"))
        page.click("input[value=circle]")
        page.click("input[value=tint]")
        page.wait("document.getElementById('resultText').textContent.includes('PNG')")
        self.wait_for_result(page)
        alpha = page.evaluate("""(() => {
            const image = document.getElementById("result");
            const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
            const context = canvas.getContext("2d");
            context.drawImage(image, 0, 0);
            const at = (x, y) => context.getImageData(x, y, 1, 1).data[3];
            return [at(0, 0), at(canvas.width / 2, canvas.height / 2)];
        })()""")
        self.assertEqual(alpha, [0, 255])
        page.screenshot("effects")


if __name__ == "__main__":
    unittest.main()
