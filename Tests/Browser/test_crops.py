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

# Remembers the last picture that got a URL, since the page's policy keeps scripts from reading it back.
REMEMBER = """(() => {
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob) => create.call(URL, window.lastBlob = blob);
})()"""
# The number of different colors in a picture.
COLORS = """(() => {
    const element = document.getElementById(%s);
    const canvas = new OffscreenCanvas(100, 100);
    const context = canvas.getContext("2d");
    context.drawImage(element, 0, 0, 100, 100);
    return new Set(new Uint32Array(context.getImageData(0, 0, 100, 100).data.buffer)).size;
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
        page = self.open("photos/chelsea.png")
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
            page.choose_files("#file", FIXTURES / "edges" / name)
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

    def test_a_file_that_browsers_do_not_show_is_shown_by_the_service(self):
        page = self.open()
        for name in ("obama.heic", "obama.tif"):
            page.choose_files("#file", FIXTURES / "formats" / name)
            plan = self.wait_for_plan(page, f"plan.file === '{name}' && plan.features.length === 1")
            self.assertEqual((plan["width"], plan["height"]), (240, 300))
            self.wait_for_result(page)
            page.wait("document.getElementById('resultText').textContent.includes('JPEG')")
            self.assertTrue(page.evaluate("document.getElementById('empty').hidden"))
            self.assertGreater(page.evaluate(YELLOW), 100, f"{name} has no box around its face")
            self.assertGreater(page.evaluate(COLORS % "'photo'"), 100, f"{name} is not shown")
            self.assertGreater(page.evaluate(COLORS % "'result'"), 100, f"the crop of {name} is not shown")
        page.screenshot("heic")

    def test_an_animation_is_cropped_to_one_window_that_holds_the_face_in_every_frame(self):
        for name, scale in (("to_and_fro.gif", 1), ("to_and_fro.webp", 2)):
            page = self.open(f"animations/{name}", prepare=REMEMBER)
            plan = self.plan(page)
            self.assertEqual((plan["animation"]["frames"], len(plan["features"])), (16, 1))
            # The face moves by more than its own width.
            self.assertGreater(plan["features"][0]["width"], 70 * scale)
            self.assertTrue(plan["features"][0]["kept"])
            self.assertRegex(page.text("#status"), r"^1 face found by YuNet in \d+ of 16 frames\.")
            self.assertEqual(self.result_frames(page), [name.rsplit(".")[1], 16])
        page.screenshot("animation")

    def test_a_transparent_crop_of_an_animation_is_an_animation(self):
        page = self.open("animations/to_and_fro.gif", prepare=REMEMBER)
        page.click("input[value=circle]")
        page.wait("document.getElementById('resultText').textContent.includes('WebP, 16 frames')")
        self.wait_for_result(page)
        self.assertEqual(self.result_frames(page), ["webp", 16])

    def test_one_frame_of_an_animation_can_be_taken(self):
        page = self.open("animations/to_and_fro.gif", prepare=REMEMBER)
        moving = self.plan(page)
        page.click("#still")
        still = self.wait_for_plan(page, "!plan.animation")
        self.assertLess(still["features"][0]["width"], moving["features"][0]["width"] / 2)
        self.wait_for_result(page)
        self.assertEqual(self.result_frames(page), ["gif", 1])
        self.assertIn("--still 1", page.text("#commandText"))
        self.assertIn("still()", page.text("#urlText"))
        page.choose_files("#file", FIXTURES / "photos/obama.jpg")
        self.wait_for_plan(page, "plan.file === 'obama.jpg'")
        self.assertTrue(page.evaluate("document.getElementById('stillOption').hidden"))
        self.wait_for_result(page)
        self.assertNotIn("--still", page.text("#commandText"))

    def test_every_writable_format_can_be_chosen(self):
        page = self.open("photos/obama.jpg")
        page.write("#side", "120")
        for name, words in (("jpeg", "JPEG"), ("png", "PNG"), ("webp", "WebP"), ("avif", "AVIF"), ("gif", "GIF")):
            page.evaluate("(() => { const one = document.getElementById('format');"
                          f" one.value = '{name}'; one.dispatchEvent(new Event('input', {{ bubbles: true }})); }})()")
            page.wait(f"document.getElementById('resultText').textContent.startsWith('120 × 120 pixels, {words}, ')")
            self.assertIn(f"--format {name}", page.text("#commandText"))
        self.wait_for_result(page)

    def result_frames(self, page):
        """The format of the result and the number of its frames, as the browser decodes them."""
        return page.evaluate("""(async () => {
            const decoder = new ImageDecoder({ data: await lastBlob.arrayBuffer(), type: lastBlob.type });
            await decoder.tracks.ready;
            await decoder.completed;
            return [lastBlob.type.replace("image/", ""), decoder.tracks.selectedTrack.frameCount];
        })()""")


if __name__ == "__main__":
    unittest.main()
