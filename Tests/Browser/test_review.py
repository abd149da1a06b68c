"""The page of `boundedcrop review`: order, filters, corrections by mouse, finger and keys, two windows, widths and accessibility."""

import json
import unittest
import urllib.error
import urllib.request

from review import ReviewTest
from test_axe import AXE, SCREENS, check

NAMES = "[...document.querySelectorAll('#grid li:not([hidden])')].map((one) => one.querySelector('bdi').textContent)"
SORTED = f"{NAMES}.join() === 'three_in_row.jpg,chelsea.png,coffee.png,biden.jpg'"


class Review(ReviewTest):
    def corrections(self, name="photos/boundedcrop.corrections.json"):
        """The lines of a file, without what tells the picture besides its name."""
        path = self.folder / name
        lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
        return [{name: value for name, value in line.items() if name not in ("sha256", "size")} for line in lines]

    def request(self, url, body=None, **headers):
        try:
            with urllib.request.urlopen(urllib.request.Request(url, body, headers)) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def test_the_worst_come_first_with_filters_and_search(self):
        page = self.open(self.review())
        page.wait("[...document.querySelectorAll('#grid img')].every((image) => image.naturalWidth > 0)")
        page.wait(SORTED)
        self.assertEqual(page.text("#left"), "3 of 4 pictures left to look at")
        page.click("label:has(input[value=faceless])")
        self.assertEqual(page.evaluate(NAMES), ["chelsea.png", "coffee.png"])
        page.write("[name=words]", "COFF")
        self.assertEqual(page.evaluate(NAMES), ["coffee.png"])
        self.assertEqual(page.errors(), [])

    def test_a_crop_that_is_dragged_is_saved_made_and_kept(self):
        page = self.open(self.review("--aspect", "1:1", "--aspect", "16:9", "-o", "out"))
        self.open_picture(page, "coffee.png")
        page.drag("#handles", (-400, 0))
        self.wait_for(page, "Crop saved")
        corrections = self.corrections()
        self.assertEqual(corrections, [{"file": "coffee.png", "aspect": "1:1", "crop": {"x": 0, "y": 0, "width": 400, "height": 400}}])
        before = (self.folder / "out/coffee-400x400.png").read_bytes()
        # Where there is no room to move, there is nothing to save.
        page.press("ArrowDown")
        page.press("z")
        self.wait_for(page, "Taken back")
        self.assertEqual(self.corrections(), [])
        self.assertNotEqual((self.folder / "out/coffee-400x400.png").read_bytes(), before, "the crop is made anew")
        self.assertFalse([path for path in self.folder.glob("photos/*") if path.suffix not in (".jpg", ".png", ".json")])

    def test_a_person_with_a_keyboard_corrects_and_goes_on(self):
        page = self.open(self.review())
        page.wait(SORTED)
        page.evaluate("document.querySelector('#grid button').focus()")
        page.press("ArrowRight")
        page.press("Enter")
        self.wait_for_picture(page, "chelsea.png")
        page.evaluate("document.getElementById('moveCrop').focus()")
        page.press("2")
        page.press("-")
        page.press("-")
        self.wait_for(page, "Crop saved")
        self.assertEqual([one["aspect"] for one in self.corrections()], ["16:9"])
        before = self.corrections()[0]["crop"]
        page.press("ArrowUp", times=3)
        page.wait("document.getElementById('said').textContent === 'Crop saved'")
        page.press("Enter")
        self.wait_for_picture(page, "coffee.png")
        after = self.corrections()[0]["crop"]
        self.assertEqual((after["x"], after["width"]), (before["x"], before["width"]))
        self.assertLess(after["y"], before["y"])
        page.press("Enter")
        self.wait_for_picture(page, "biden.jpg")
        self.assertIn({"file": "coffee.png", "good": True}, self.corrections())
        page.press("Escape")
        page.wait("!document.querySelector('dialog[open]')")
        page.wait("document.getElementById('left').textContent === '1 of 4 pictures left to look at'")

    def test_a_finger_draws_a_region_and_sets_a_point_on_a_phone(self):
        page = self.open(self.review(), width=390, height=844, phone=True)
        self.open_picture(page, "three_in_row.jpg")
        page.click("#tools label:has(#mark)")
        page.swipe("#handles", (80, 60), start=(0.1, 0.2))
        self.wait_for(page, "region saved for all shapes")
        region = self.corrections()[0]["region"]
        page.click("#alone")
        page.swipe("#handles", (0, 0), start=(0.9, 0.5))
        self.wait_for(page, "point saved for 1:1")
        self.assertEqual([set(one) for one in self.corrections()], [{"file", "region"}, {"file", "aspect", "focal"}])
        self.assertEqual(self.corrections()[0]["region"], region)
        self.assertEqual(page.errors(), [])

    def test_corners_the_wheel_and_fingers_change_the_crop(self):
        page = self.open(self.review(), width=390, height=844, phone=True)
        page.wait(SORTED)
        self.open_picture(page, "coffee.png")
        page.swipe("[data-corner='bottom right']", (-30, -30))
        self.wait_for(page, "Crop saved")
        small = self.corrections()[0]["crop"]
        self.assertLess(small["width"], 400)
        self.assertEqual(small["width"], small["height"])
        page.swipe("#handles", (20, 0))
        x, y = page.place("#handles")
        page.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=-100, modifiers=2)
        page.press("Enter")
        self.wait_for_picture(page, "biden.jpg")
        last = self.corrections()[0]["crop"]
        self.assertLess(last["width"], small["width"])
        self.assertGreater(last["x"] + last["width"] / 2, small["x"] + small["width"] / 2)
        self.assertEqual(page.errors(), [])

    def test_a_picture_is_left_out_and_comes_back(self):
        page = self.open(self.review())
        self.open_picture(page, "chelsea.png")
        # Without a crop, its handle is hidden, and the keys must still have an effect.
        page.evaluate("document.getElementById('moveCrop').focus()")
        page.press("s")
        self.wait_for(page, "Left out")
        self.assertEqual(self.corrections(), [{"file": "chelsea.png", "skip": True}])
        page.press("s")
        self.wait_for(page, "Not left out")
        self.assertEqual(self.corrections(), [])

    def test_what_is_left_out_is_published_no_more_until_it_comes_back(self):
        options = ("--aspect", "1:1", "-o", "out")
        run, crop = self.review(*options), self.folder / "out/chelsea.png"
        page = self.open(run)
        self.open_picture(page, "chelsea.png")
        self.assertTrue(crop.exists())
        page.press("s")
        self.wait_for(page, "Left out")
        self.assertFalse(crop.exists())
        run.stop()
        page = self.open(self.review(*options))
        page.evaluate("[...document.querySelectorAll('#grid li')].find((one) => one.textContent.includes('chelsea')).firstElementChild.click()")
        page.wait("document.getElementById('name').textContent.endsWith('chelsea.png')")
        page.press("s")
        self.wait_for(page, "Not left out")
        page.wait("!document.getElementById('moveCrop').hidden")
        self.assertTrue(crop.exists())
        self.assertEqual(page.errors(), [])

    def test_what_is_known_of_a_picture_stays_when_its_crop_is_dragged(self):
        page = self.open(self.review())
        self.open_picture(page, "three_in_row.jpg")
        self.assertRegex(page.text("#about"), "^[0-3] of 3 whole")
        page.drag("#handles", (-60, 0))
        self.wait_for(page, "Crop saved")
        self.assertRegex(page.text("#about"), "Corrected, 1:1: crop. [0-3] of 3 whole")

    def test_corrections_of_a_picture_that_is_gone_are_attached_to_another(self):
        path = self.folder / "photos/boundedcrop.corrections.json"
        path.write_text('{"file": "gone.png", "size": "1200x800", "aspect": "1:1", "crop": "100,0,800,800"}\n'
                        '{"file": "chelsea.png", "size": "451x100", "focal": "1,1"}\n')
        page = self.open(self.review())
        self.assertIn("Correction does not fit", page.text("#grid"))
        self.open_picture(page, "coffee.png")
        self.assertFalse(page.evaluate("document.getElementById('lost').hidden"))
        page.screenshot("review-lost", whole=False)
        page.click("#attach")
        self.wait_for(page, "Corrections attached")
        self.assertTrue(page.evaluate("document.getElementById('lost').hidden"))
        self.assertIn({"file": "coffee.png", "aspect": "1:1", "crop": "50,0,400,400"}, self.corrections())
        self.assertEqual(page.errors(), [])

    def test_two_windows_and_other_programs_lose_nothing(self):
        run = self.review()
        one, other = self.open(run), self.open(run)
        for page in (one, other):
            self.open_picture(page, "coffee.png")
        other.press("2")
        one.drag("#handles", (-400, 0))
        self.wait_for(one, "Crop saved")
        other.drag("#handles", (0, -100))
        self.wait_for(other, "Crop saved")
        self.assertEqual(sorted(entry["aspect"] for entry in self.corrections()), ["16:9", "1:1"])
        with open(self.folder / "photos/boundedcrop.corrections.json", "a") as file:
            file.write('{"file": "chelsea.png", "focal": "1,1"}\n')
        one.press("Escape")
        one.wait("document.querySelector('#groups label:has([value=corrected]) b').textContent === '2'")
        self.assertEqual(len(self.corrections()), 3)

    def test_a_file_of_corrections_for_all_folders_is_written_and_another_run_knows_it(self):
        options = ("--size", "100x100", "--corrections", "fixes.jsonl")
        run = self.review(*options)
        page = self.open(run)
        page.wait(SORTED)
        self.open_picture(page, "chelsea.png")
        page.press("Enter")
        page.wait("document.getElementById('name').textContent.endsWith('coffee.png')")
        self.assertEqual(self.corrections("fixes.jsonl"), [{"file": "photos/chelsea.png", "good": True}])
        self.assertEqual(run.stop(), (0, ""))
        page = self.open(self.review(*options))
        self.assertIn("2 of 4", page.text("#left"))

    def test_a_wrong_file_is_told_and_stays_as_it_is(self):
        path = self.folder / "photos/boundedcrop.corrections.json"
        path.write_text("nonsense\n")
        run = self.review()
        page = self.open(run)
        self.assertIn("line 1", page.text("#grid .error"))
        page.evaluate("document.querySelector('#grid button').click()")
        page.wait("document.getElementById('about').textContent.includes('line 1')")
        page.press("Enter")
        page.wait("document.getElementById('said').textContent.startsWith('Not saved')")
        self.assertEqual(path.read_text(), "nonsense\n")

    def test_nothing_is_answered_without_the_token_or_to_other_names(self):
        run = self.review()
        root = run.url.rsplit("/", 2)[0]
        for address in (root + "/", root + "/changes", root + "/x/changes"):
            self.assertEqual(self.request(address)[0], 404)
        self.assertEqual(self.request(run.url + "changes", Host="example.com")[0], 404)
        self.assertEqual(self.request(run.url + "changes")[0], 200)
        for address in ("pictures/99", "pictures/-1", "pictures/x/original", "pictures/0/small/7", "pictures/0/large/7", "pictures/0/corrections"):
            self.assertIn(self.request(run.url + address)[0], (400, 404))
        wrong = b'{"seen": [], "corrections": [{"words": {"detector": "./evil"}}]}'
        address = run.url + "pictures/0/corrections"
        self.assertEqual(self.request(address, wrong)[0], 415)
        for body in (wrong, b"{", b'{"seen": [], "corrections": [{"words": {"crop": "0,0,0,0"}}]}'):
            self.assertEqual(self.request(address, body, **{"Content-Type": "application/json"})[0], 400)
        stale = b'{"seen": [{"words": {"skip": true}}], "corrections": []}'
        self.assertEqual(self.request(address, stale, **{"Content-Type": "application/json"})[0], 409)
        self.assertEqual(self.corrections(), [])

    @unittest.skipUnless(AXE.exists(), "axe-core is not installed: Scripts/install-axe .build/axe")
    def test_axe_finds_no_fault(self):
        run = self.review()
        for screen in SCREENS:
            page = self.open(run, **screen)
            check(self, page, "review-grid", screen, whole=False)
            self.open_picture(page, "three_in_row.jpg")
            check(self, page, "review-editor", screen, whole=False)


if __name__ == "__main__":
    unittest.main()
