"""How photos are opened, and which errors are shown."""

import json
import unittest
import urllib.request

from playground import COMMAND, TIMEOUT, PlaygroundTest
from service import FIXTURES, Service


class WaysIn(PlaygroundTest):
    def test_a_path_in_the_folder_of_the_service_is_loaded_by_the_service(self):
        page = self.open()
        page.write("#url", "photos/obama.jpg")
        page.press("Enter")
        self.wait_for_result(page)
        self.assertEqual(self.plan(page)["file"], "photos/obama.jpg")
        self.assertEqual(len(self.plan(page)["features"]), 1)

    def test_a_url_pasted_anywhere_is_loaded_by_the_service(self):
        page = self.open()
        url = f"{self.service.url}unsafe/photos/biden.jpg"
        page.evaluate(f"""(() => {{
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", {json.dumps(url)});
            document.body.dispatchEvent(new ClipboardEvent("paste", {{ clipboardData, bubbles: true, cancelable: true }}));
        }})()""")
        self.wait_for_result(page)
        self.assertEqual(self.plan(page)["file"], url)
        self.assertEqual(len(self.plan(page)["features"]), 1)

    def test_a_photo_can_be_dropped(self):
        page = self.open()
        data = {"items": [], "files": [str(FIXTURES / "photos/grace_hopper.jpg")], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            page.call("Input.dispatchDragEvent", type=kind, x=300, y=400, data=data)
        self.wait_for_result(page)
        self.assertEqual(self.plan(page)["file"], "grace_hopper.jpg")

    def test_photos_can_be_opened_one_after_another(self):
        page = self.open("photos/obama.jpg")
        page.choose_files("#file", FIXTURES / "composites/three_in_row.jpg")
        self.wait_for_plan(page, "plan.features.length === 3")
        self.wait_for_result(page)

    def test_paths_outside_the_folder_are_refused(self):
        self.expected_errors = ("Failed to load resource",)
        page = self.open()
        for path in ("../../etc/passwd", "photos/../obama.jpg"):
            page.evaluate("document.getElementById('problem').textContent = ''")
            page.write("#url", path)
            page.press("Enter")
            words = page.wait("document.getElementById('problem').textContent")
            self.assertTrue(words.startswith(f"“{path}” is not a path in the service’s folder"), words)
            self.assertNotIn("key", words)

    def test_what_the_service_says_of_itself_late_takes_no_error_away(self):
        self.expected_errors = ("Failed to load resource",)
        page = self.open(prepare="""(() => {
            const ask = fetch;
            const released = new Promise((done) => { window.release = done; });
            window.fetch = async (path, ...rest) => {
                const answer = ask(path, ...rest);
                if (path === "playground/service.json") await released;
                return answer;
            };
        })()""")
        page.write("#url", "photos/../obama.jpg")
        page.press("Enter")
        words = page.wait("document.getElementById('problem').textContent")
        page.evaluate("release()")
        page.wait("document.getElementById('url').placeholder.includes('folder')")
        self.assertEqual(page.text("#problem"), words)

    def test_a_path_without_a_picture_says_so_and_nothing_of_a_key(self):
        self.expected_errors = ("Failed to load resource",)
        page = self.open()
        for path in ("photos/nobody.jpg", "/photos/nobody.jpg", "nothing", "unsafe/photos/obama.jpg/"):
            page.evaluate("document.getElementById('problem').textContent = ''")
            page.write("#url", path)
            page.press("Enter")
            words = page.wait("document.getElementById('problem').textContent")
            self.assertNotRegex(words, "key|sign", path)

    def test_handles_do_not_stay_over_a_photo_that_cannot_be_read(self):
        self.expected_errors = ("Failed to load resource",)
        page = self.open("photos/obama.jpg")
        self.assertFalse(page.evaluate("document.getElementById('handles').hidden"))
        for names in (["broken/text.jpg"], ["broken/empty.jpg", "broken/text.jpg"]):
            page.choose_files("#file", *(FIXTURES / name for name in names))
            page.wait("!document.getElementById('problem').hidden && !document.getElementById('empty').hidden")
            # The photo is drawn again with the size of its place.
            page.evaluate("window.dispatchEvent(new Event('resize'))")
            self.assertTrue(page.evaluate("document.getElementById('handles').hidden && document.getElementById('photo').hidden"))
            page.choose_files("#file", FIXTURES / "photos/obama.jpg")
            page.wait("!document.getElementById('handles').hidden")

    def test_the_empty_box_opens_the_choice_of_files(self):
        page = self.open()
        chosen = "(() => { window.opened = 0; document.getElementById('file').addEventListener('click', (event) => {" \
            " event.preventDefault(); window.opened++; }); })()"
        page.evaluate(chosen)
        for place in ("#empty span", "#mat"):
            page.click(place)
        self.assertEqual(page.evaluate("window.opened"), 2)

    def test_unreadable_photos_are_explained_and_the_next_photo_works(self):
        self.expected_errors = ("Failed to load resource",)
        page = self.open()
        for name in ("broken/text.jpg", "broken/empty.jpg", "broken/huge.jpg", "broken/document.pdf"):
            page.evaluate("document.getElementById('problem').textContent = ''")
            page.choose_files("#file", FIXTURES / name)
            words = page.wait("document.getElementById('problem').textContent")
            self.assertRegex(words, r"^[A-Z0-9“].{10,}\.$", name)
        page.screenshot("problem")
        page.choose_files("#file", FIXTURES / "photos/obama.jpg")
        self.wait_for_result(page)
        self.assertTrue(page.evaluate("document.getElementById('problem').hidden"))

    def test_the_page_can_be_turned_off_and_is_not_offered_where_it_cannot_sign(self):
        for options in (["--no-playground"], ["--key", "secret"], ["--no-unsafe"]):
            without = Service(COMMAND, TIMEOUT, *options)
            self.addCleanup(without.close)
            self.assertNotIn("with a page", without.log())
            with self.assertRaises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(without.url, timeout=TIMEOUT)
            self.assertEqual(refused.exception.code, 404)


if __name__ == "__main__":
    unittest.main()
