"""Several photos at once: a strip of small crops, of which one is on the stage."""

import json
import tempfile
import unittest
from pathlib import Path

from playground import COMMAND, TIMEOUT, PlaygroundTest
from service import FIXTURES, Service

THREE = ("photos/obama.jpg", "photos/biden.jpg", "composites/three_in_row.jpg")
# The names in the strip, and how each is: selected, and with which fault.
STRIP = """[...document.querySelectorAll("#photos [role=option]")].map((one) => ({
    name: one.querySelector(".name").textContent, fault: one.querySelector(".fault").textContent,
    selected: one.ariaSelected === "true", tab: one.tabIndex, shape: ((image) => image.hidden ? null
        : [image.naturalWidth, image.naturalHeight])(one.querySelector("img")) }))"""
# Counts the requests for small crops that are under way, and the URLs of blobs that exist.
COUNT = """(() => {
    const ask = fetch;
    window.most = 0;
    let underWay = 0;
    window.fetch = async (path, options) => {
        const counts = String(path).startsWith("crop?size=240");
        underWay += counts;
        most = Math.max(most, underWay);
        try { return await ask(path, options); } finally { underWay -= counts; }
    };
    window.urls = new Set();
    const [create, revoke] = [URL.createObjectURL, URL.revokeObjectURL];
    URL.createObjectURL = (blob) => { const url = create.call(URL, blob); urls.add(url); return url; };
    URL.revokeObjectURL = (url) => { urls.delete(url); revoke.call(URL, url); };
})()"""


class Filmstrip(PlaygroundTest):
    def wait_for_strip(self, page, count):
        page.wait(f"document.querySelectorAll('#photos [aria-busy=false]').length === {count}"
                  f" && document.querySelectorAll('#photos [role=option]').length === {count}"
                  " && [...document.querySelectorAll('#photos img')].every((image) => image.hidden || image.naturalWidth)")
        return page.evaluate(STRIP)

    def selected(self, page):
        return [one["name"] for one in page.evaluate(STRIP) if one["selected"]]

    def test_several_chosen_photos_make_a_strip_and_one_does_not(self):
        page = self.open("photos/obama.jpg")
        self.assertTrue(page.evaluate("document.getElementById('filmstrip').hidden"))
        page = self.open(*THREE)
        strip = self.wait_for_strip(page, 3)
        self.assertEqual([one["name"] for one in strip], ["obama.jpg", "biden.jpg", "three_in_row.jpg"])
        self.assertEqual([one["shape"] for one in strip], [[240, 240]] * 3)
        self.assertEqual(self.selected(page), ["obama.jpg"])
        self.assertEqual(self.plan(page)["file"], "obama.jpg")
        self.assertIn("3 photos", page.text("#photosText"))

    def test_a_photo_takes_the_place_of_one_other_and_joins_several(self):
        page = self.open("photos/obama.jpg")
        page.choose_files("#file", FIXTURES / "photos/biden.jpg")
        self.wait_for_plan(page, "plan.file === 'biden.jpg'")
        self.assertTrue(page.evaluate("document.getElementById('filmstrip').hidden"))
        page.choose_files("#file", FIXTURES / "photos/obama.jpg", FIXTURES / "photos/obama2.jpg")
        self.assertEqual([one["name"] for one in self.wait_for_strip(page, 3)], ["biden.jpg", "obama.jpg", "obama2.jpg"])
        page.write("#url", "photos/astronaut.png")
        page.press("Enter")
        self.wait_for_strip(page, 4)
        self.assertEqual(self.selected(page), ["astronaut.png"])
        self.wait_for_plan(page, "plan.file === 'photos/astronaut.png'")
        self.wait_for_result(page)

    def test_the_mouse_and_the_arrow_keys_show_another_photo(self):
        page = self.open(*THREE)
        self.wait_for_strip(page, 3)
        page.click("#photos [role=option]:nth-child(3)")
        self.wait_for_plan(page, "plan.file === 'three_in_row.jpg'")
        for key, name in (("ArrowLeft", "biden.jpg"), ("Home", "obama.jpg"), ("ArrowLeft", "obama.jpg"), ("ArrowRight", "biden.jpg"),
                          ("End", "three_in_row.jpg"), ("ArrowRight", "three_in_row.jpg")):
            page.press(key)
            self.assertEqual(self.selected(page), [name], key)
            self.assertEqual(page.evaluate("document.activeElement.querySelector('.name')?.textContent"), name, key)
            self.assertEqual([one["tab"] for one in page.evaluate(STRIP)].count(0), 1, "Tab stops at more than one photo")
        self.wait_for_plan(page, "plan.file === 'three_in_row.jpg' && plan.features.length === 3")
        self.wait_for_result(page)

    def test_the_settings_apply_to_all_photos(self):
        page = self.open(*THREE)
        self.wait_for_strip(page, 3)
        page.click("label:has(input[name=shape][value='16:9'])")
        page.wait(f"{STRIP}.every(({{ shape }}) => shape[0] === 240 && shape[1] === 135)")
        page.click("#photos [role=option]:nth-child(2)")
        self.assertEqual(self.wait_for_plan(page, "plan.file === 'biden.jpg'")["aspect"], "16:9")
        self.wait_for_result(page)

    def test_a_photo_is_removed_by_its_key_or_the_button(self):
        page = self.open(*THREE)
        self.wait_for_strip(page, 3)
        page.click("#photos [role=option]:nth-child(2)")
        self.wait_for_plan(page, "plan.file === 'biden.jpg'")
        page.press("Delete")
        self.assertEqual([one["name"] for one in page.evaluate(STRIP)], ["obama.jpg", "three_in_row.jpg"])
        self.assertEqual(page.evaluate("document.activeElement.querySelector('.name').textContent"), "three_in_row.jpg")
        self.wait_for_plan(page, "plan.file === 'three_in_row.jpg'")
        page.click("#removePhoto")
        self.wait_for_plan(page, "plan.file === 'obama.jpg'")
        self.assertTrue(page.evaluate("document.getElementById('filmstrip').hidden"))
        self.assertEqual(page.evaluate("document.activeElement.id"), "file", "the focus is lost")
        self.wait_for_result(page)

    def test_a_broken_photo_shows_its_fault_in_its_place_and_does_not_stop_the_others(self):
        self.expected_errors = ("Failed to load resource",)
        page = self.open(*THREE[:2], "broken/text.jpg", "broken/empty.jpg", *THREE[2:])
        strip = self.wait_for_strip(page, 5)
        self.assertEqual([bool(one["fault"]) for one in strip], [False, False, True, True, False])
        self.assertEqual([one["shape"] is None for one in strip], [False, False, True, True, False])
        page.click("#photos [role=option]:nth-child(3)")
        page.wait("document.getElementById('problem').textContent.startsWith('This is not a picture')")
        self.assertFalse(page.evaluate("document.body.classList.contains('loaded')"), "another photo is shown in place of the broken one")
        page.press("End")
        self.wait_for_plan(page, "plan.file === 'three_in_row.jpg'")
        self.wait_for_result(page)
        self.assertTrue(page.evaluate("document.getElementById('problem').hidden"))

    def test_the_settings_apply_to_the_others_while_a_broken_photo_is_selected(self):
        self.expected_errors = ("Failed to load resource",)
        page = self.open()
        page.choose_files("#file", FIXTURES / "broken/text.jpg", FIXTURES / "photos/obama.jpg")
        self.assertEqual([one["shape"] for one in self.wait_for_strip(page, 2)], [None, [240, 240]])
        page.click("#photos [role=option]")
        page.evaluate("document.getElementById('zoom').focus()")
        before = page.evaluate("document.querySelector('#photos li:last-child img').src")
        page.press("End")
        page.wait(f"document.querySelector('#photos li:last-child img').src !== '{before}'")
        self.assertEqual(self.wait_for_strip(page, 2)[1]["shape"], [240, 240])

    def test_a_crop_that_failed_is_tried_again_with_the_next_settings(self):
        page = self.open(prepare="""(() => {
            const ask = fetch;
            window.fetch = (path, options) => (window.fails && String(path).startsWith("crop?size=240")
                ? Promise.resolve(new Response('{"code": "timeout", "detail": "it took too long"}', { status: 504 })) : ask(path, options));
        })()""")
        page.evaluate("window.fails = true")
        page.choose_files("#file", FIXTURES / "photos/obama.jpg", FIXTURES / "photos/biden.jpg")
        self.assertTrue(all("took too long" in one["fault"] for one in self.wait_for_strip(page, 2)))
        page.evaluate("window.fails = false")
        page.click("#photos [role=option]:last-child")
        page.wait("document.querySelectorAll('#photos img:not([hidden])').length === 2")
        self.assertEqual([one["fault"] for one in page.evaluate(STRIP)], ["", ""])
        self.wait_for_result(page)

    def test_a_photo_that_is_too_large_is_refused_before_it_is_sent(self):
        small = Service(COMMAND, TIMEOUT, "--max-bytes", "300000")
        self.addCleanup(small.close)
        page = self.open(url=small.url)
        page.choose_files("#file", FIXTURES / "photos/biden.jpg", FIXTURES / "composites/three_in_row.jpg", FIXTURES / "photos/coffee.png")
        sizes = [(FIXTURES / name).stat().st_size > 300000 for name in ("photos/biden.jpg", "composites/three_in_row.jpg", "photos/coffee.png")]
        self.assertEqual(len(set(sizes)), 2)
        strip = self.wait_for_strip(page, 3)
        self.assertEqual(["this service takes at most 300 kB" in one["fault"] for one in strip], sizes)

    def test_dropped_folders_and_pasted_files_are_opened(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, source in (("b2.jpg", "photos/obama.jpg"), ("b10.jpg", "photos/biden.jpg"), ("deep/c.PNG", "edges/1x1.png"),
                                 (".hidden.jpg", "photos/obama.jpg"), ("notes.txt", "broken/text.jpg")):
                copy = Path(folder) / "album" / name
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes((FIXTURES / source).read_bytes())
            page = self.open()
            self.drop(page, Path(folder) / "album", FIXTURES / "photos/obama2.jpg")
            self.assertEqual([one["name"] for one in self.wait_for_strip(page, 4)], ["b2.jpg", "b10.jpg", "c.PNG", "obama2.jpg"])
        page.evaluate("""(() => {
            const clipboardData = new DataTransfer();
            for (const name of ["one.png", "two.png"]) clipboardData.items.add(new File(["no picture"], name, { type: "image/png" }));
            document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        })()""")
        self.expected_errors = ("Failed to load resource",)
        self.assertEqual([one["name"] for one in self.wait_for_strip(page, 6)][4:], ["one.png", "two.png"])

    def test_a_folder_without_photos_is_said_to_be_that(self):
        with tempfile.TemporaryDirectory() as folder:
            page = self.open()
            self.drop(page, folder)
            page.wait("document.getElementById('problem').textContent === 'There are no photos in this folder.'")

    def drop(self, page, *paths):
        data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            page.call("Input.dispatchDragEvent", type=kind, x=300, y=400, data=data)

    def test_a_few_small_crops_are_asked_for_at_a_time_and_only_those_in_sight(self):
        page = self.open(prepare=COUNT, width=390, height=844)
        page.choose_files("#file", *(FIXTURES / f"photos/{name}" for name in ("obama.jpg", "biden.jpg", "obama2.jpg", "obama3.jpg") for _ in range(6)))
        page.wait("document.querySelectorAll('#photos [aria-busy=false]').length >= 5")
        self.wait_for_result(page)
        page.wait("!document.querySelector('#photos [aria-busy=true]')")
        self.assertEqual(page.evaluate("document.querySelectorAll('#photos [role=option]').length"), 24)
        self.assertEqual(page.evaluate("most"), 3)
        self.assertLess(page.evaluate("document.querySelectorAll('#photos img:not([hidden])').length"), 12)
        page.evaluate("document.querySelector('#photos [role=option]').focus()")
        page.press("End")
        page.wait("!document.querySelector('#photos [role=option]:last-child img').hidden")
        self.wait_for_result(page)

    def test_addresses_of_pictures_that_are_no_longer_shown_are_freed(self):
        page = self.open(prepare=COUNT)
        page.choose_files("#file", *(FIXTURES / name for name in THREE))
        self.wait_for_strip(page, 3)
        self.wait_for_result(page)
        for shape in ("16:9", "4:5", "1:1"):
            page.click(f"label:has(input[name=shape][value='{shape}'])")
            self.wait_for_plan(page, f"plan.aspect === '{shape}'")
            page.wait("!document.querySelector('#photos [aria-busy=true]')")
            self.wait_for_result(page)
        # The result, and a small crop of each.
        page.wait("urls.size === 4")
        page.click("#removePhoto")
        self.wait_for_plan(page, "plan.file === 'biden.jpg'")
        self.wait_for_result(page)
        page.wait("urls.size === 3")

    def test_the_strip_has_roles_and_names_for_screen_readers(self):
        self.expected_errors = ("Failed to load resource",)
        page = self.open(*THREE, "broken/empty.jpg")
        self.wait_for_strip(page, 4)
        nodes = [node for node in page.accessibility_tree() if not node["ignored"]]
        named = [(node["role"]["value"], node.get("name", {}).get("value", "").strip()) for node in nodes]
        self.assertIn(("listbox", "Photos"), named)
        options = [(node["name"]["value"], next((one["value"]["value"] for one in node["properties"] if one["name"] == "selected"), None))
                   for node in nodes if node["role"]["value"] == "option" and node["name"]["value"].split(" ")[0].endswith(".jpg")]
        self.assertEqual([selected for _, selected in options], [True, False, False, False], json.dumps(options))
        self.assertRegex(options[3][0], r"^empty\.jpg .*empty")


if __name__ == "__main__":
    unittest.main()
