"""The page of `boundedcrop review --redact`: what is covered and shown, by mouse, finger and keys, limits and accessibility."""

import json
import subprocess
import time
import unittest
import urllib.error
import urllib.request

from playground import COMMAND
from review import ReviewTest
from test_axe import AXE, SCREENS, check

PHOTO = "three_in_row.jpg"


class Redaction(ReviewTest):
    def corrections(self):
        path = self.folder / "photos/boundedcrop.corrections.json"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def review(self, *options):
        return super().review("--redact", "black", *options)

    def wait_for_picture(self, page, name):
        page.wait(f"document.getElementById('name').textContent.endsWith('{name}') && !document.getElementById('photo').hidden")
        page.wait("!document.getElementById('after').hidden && document.getElementById('after').naturalWidth > 0")

    def opened(self, name=PHOTO, **screen):
        page = self.open(self.review(), **screen)
        self.open_picture(page, name)
        return page

    def places(self, page, kind):
        """The texts of the places of a kind, in their order."""
        return page.evaluate(f"[...document.querySelectorAll('#places .{kind}')].map((one) => one.textContent)")

    def click_photo(self, page, x, y, by=(0, 0)):
        """Clicks a place of the photo, in its pixels, or draws from there."""
        page.drag("#drawSheet", by, start=page.evaluate(f"(async () => {{ const {{ width, height }} = await {self.DETAIL}; "
                                                        f"return [{x} / width, {y} / height]; }})()"))

    # What the program says of the picture that is open.
    DETAIL = "fetch(document.getElementById('after').src.replace(/\\/large.*/, '')).then((answer) => answer.json())"

    def found(self, page):
        return page.evaluate(self.DETAIL)["redaction"]["places"]

    def test_a_click_on_a_cover_shows_the_face_and_another_covers_it_again(self):
        page = self.opened()
        covered = self.places(page, "covered")
        self.assertGreaterEqual(len(covered), 3)
        shares = [int(text.split("%")[0].split()[-1]) for text in covered]
        self.assertEqual(shares, sorted(shares), "the uncertain come first")
        place, before = [one for one in self.found(page) if one["isCovered"]][-1], page.evaluate("document.getElementById('after').src")
        middle = (place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        self.click_photo(page, *middle)
        self.wait_for(page, "Shown")
        self.assertNotEqual(page.evaluate("document.getElementById('after').src"), before)
        self.assertEqual(len(self.places(page, "shown")), 1)
        self.assertLess(len(self.places(page, "covered")), len(covered))
        [line] = self.corrections()
        self.assertEqual(set(line), {"file", "sha256", "size", "show"})
        self.assertEqual(line["file"], PHOTO)
        self.click_photo(page, *middle)
        self.wait_for(page, "Covered again")
        self.assertEqual(self.corrections(), [])
        self.assertEqual(len(self.places(page, "covered")), len(covered))
        page.press("z")
        self.wait_for(page, "Taken back")
        self.assertEqual(self.corrections(), [line])
        self.assertEqual(page.errors(), [])

    def test_a_face_that_was_missed_is_covered_by_a_click_or_a_drawing_and_later_runs_keep_it(self):
        page = self.opened()
        self.click_photo(page, 3, 3)
        self.wait_for(page, "Covered")
        self.click_photo(page, 3, 100, by=(40, 30))
        page.wait("document.querySelectorAll('#places .hidden').length === 2")
        [line] = self.corrections()
        self.assertEqual(len(line["hide"]), 2)
        first = line["hide"][0]
        self.assertEqual((first["x"], first["y"], first["width"]), (0, 0, first["height"]))
        self.assertGreater(first["width"], 20, "as large as the faces that were found")
        self.assertGreater(line["hide"][1]["width"], line["hide"][1]["height"])
        made = subprocess.run([COMMAND, "effects", f"photos/{PHOTO}", "--redact", "black", "--json", "-o", "out.png"], cwd=self.folder,
                              capture_output=True, text=True, check=True)
        said = json.loads(made.stdout)
        self.assertEqual(said["corrected"], ["hide"])
        self.assertIn((first["x"], first["y"]), [(one["x"], one["y"]) for one in said["covers"]])
        self.assertEqual(page.errors(), [])

    def test_a_person_with_a_keyboard_covers_moves_shows_and_goes_on(self):
        page = self.opened()
        page.evaluate("document.getElementById('add').focus()")
        page.press("Enter")
        self.wait_for(page, "Covered")
        page.wait("document.activeElement.className === 'hidden'")
        before = self.corrections()[0]["hide"][0]
        page.press("ArrowRight", times=2)
        self.wait_for(page, "Cover moved")
        page.wait("document.activeElement.className === 'hidden'")
        after = self.corrections()[0]["hide"]
        self.assertEqual(len(after), 1)
        self.assertGreater(after[0]["x"], before["x"])
        self.assertEqual(after[0]["y"], before["y"])
        page.press("-", times=3)
        page.wait("document.getElementById('said').textContent === 'Cover moved'")
        page.wait("document.activeElement.className === 'hidden'")
        page.press("Delete")
        self.wait_for(page, "Cover taken away")
        self.assertEqual(self.corrections(), [])
        page.evaluate("document.querySelector('#places .covered').focus()")
        page.press("Enter")
        self.wait_for(page, "Shown")
        self.assertEqual(page.evaluate("document.activeElement.className"), "shown")
        page.press("Delete")
        self.wait_for(page, "Corrections taken back")
        self.assertEqual(self.corrections(), [])
        self.assertEqual(page.errors(), [])

    def test_a_finger_covers_on_a_phone(self):
        page = self.opened(width=390, height=844, phone=True)
        page.swipe("#drawSheet", (30, 20), start=(0.02, 0.05))
        self.wait_for(page, "Covered")
        self.assertEqual(len(self.corrections()[0]["hide"]), 1)
        self.assertEqual(page.errors(), [])

    def test_pictures_that_were_found_good_are_done(self):
        page = self.open(self.review())
        total = int(page.text("#left").split(" pictures")[0].split()[-1])
        before = int(page.text("#left").split()[0])
        self.open_picture(page, "coffee.png")
        page.press("Enter")
        page.wait("!document.getElementById('name').textContent.endsWith('coffee.png') || document.getElementById('said').textContent")
        page.wait("document.querySelector('#groups label:has([value=good]) b').textContent === '1'")
        self.assertEqual([(line["file"], line["hide"]) for line in self.corrections()], [("coffee.png", [])])
        page.press("Escape")
        self.assertEqual(total, 4)
        self.assertLess(int(page.text("#left").split()[0]), before)

    def test_corrections_of_crops_and_those_written_by_hand_stay(self):
        path = self.folder / "photos/boundedcrop.corrections.json"
        written = f'{{"file": "{PHOTO}", "focal": "1,1"}}\n'
        path.write_text(written + f'{{"file": "{PHOTO}", "hide": ["0,0,30,30", [40, 0, 30, 30]], "show": "0,100,30,30"}}\n')
        page = self.opened()
        self.assertEqual((len(self.places(page, "hidden")), len(self.places(page, "shown"))), (2, 1))
        self.click_photo(page, 55, 15)
        self.wait_for(page, "Cover taken away")
        self.assertTrue(path.read_text().startswith(written))
        self.assertEqual([(line["hide"], line["show"]) for line in self.corrections()[1:]], [(["0,0,30,30"], ["0,100,30,30"])])
        # Somebody else corrects it meanwhile.
        with open(path, "a") as file:
            file.write(f'{{"file": "{PHOTO}", "hide": "200,0,30,30"}}\n')
        self.click_photo(page, 3, 115)
        self.wait_for(page, "Covered again")
        self.assertEqual([line["hide"] for line in self.corrections()[1:]], [["0,0,30,30", "200,0,30,30"]])

    def test_what_is_hidden_but_does_not_fit_is_told(self):
        path = self.folder / "photos/boundedcrop.corrections.json"
        path.write_text(f'{{"file": "{PHOTO}", "size": "10x300", "hide": "0,0,9,9"}}\n')
        page = self.open(self.review())
        self.assertIn("Correction does not fit", page.text("#grid"))
        page.evaluate(f"[...document.querySelectorAll('#grid li')].find((one) => one.textContent.includes('{PHOTO}')).firstElementChild.click()")
        page.wait("document.getElementById('about').textContent.includes('another shape')")
        self.assertTrue(page.evaluate("document.getElementById('after').hidden"))

    def request(self, url, body):
        try:
            with urllib.request.urlopen(urllib.request.Request(url, body, {"Content-Type": "application/json"})) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def test_too_many_places_are_refused_at_once_and_the_program_ends(self):
        crops = super().review("--aspect", "1:1")
        for run, word in ((self.review(), "hide"), (crops, "region")):
            address = run.url + "pictures/0/corrections"
            begin = time.monotonic()
            for count, status, said in ((90_000, 400, "at most 1000"), (200_000, 413, "bytes long")):
                body = json.dumps({"seen": [], "corrections": [{"words": {word: ["1,1,2,2"] * count}}]}).encode()
                answer = self.request(address, body)
                self.assertEqual(answer[0], status, answer)
                self.assertIn(said, answer[1])
            # Much longer than it takes, and much less than the minutes that a square of them took.
            self.assertLess(time.monotonic() - begin, 30)
            self.assertIn("is not", self.request(address, b'{"seen": 1}')[1])
            self.assertEqual(self.request(address, b'{"seen": [], "corrections": [{"words": {"skip": true, "hide": []}}]}')[0], 400)
            self.assertEqual(run.stop(), (0, ""))
        self.assertEqual(self.corrections(), [])

    @unittest.skipUnless(AXE.exists(), "axe-core is not installed: Scripts/install-axe .build/axe")
    def test_it_is_accessible(self):
        run = self.review()
        for screen in SCREENS:
            page = self.open(run, **screen)
            check(self, page, "redaction-grid", screen, whole=False)
            self.open_picture(page, PHOTO)
            check(self, page, "redaction", screen, whole=False)


if __name__ == "__main__":
    unittest.main()
