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
        page.write("#url", "../../etc/passwd")
        page.press("Enter")
        page.wait("!document.getElementById('problem').hidden")

    def test_unreadable_photos_are_explained_and_the_next_photo_works(self):
        self.expected_errors = ("Failed to load resource",)
        page = self.open()
        for name in ("broken/text.jpg", "broken/empty.jpg", "broken/huge.jpg", "broken/picture.svg"):
            page.evaluate("document.getElementById('problem').textContent = ''")
            page.choose_files("#file", FIXTURES / name)
            words = page.wait("document.getElementById('problem').textContent")
            self.assertRegex(words, r"^[A-Z0-9“].{10,}\.$", name)
        page.screenshot("problem")
        page.choose_files("#file", FIXTURES / "photos/obama.jpg")
        self.wait_for_result(page)
        self.assertTrue(page.evaluate("document.getElementById('problem').hidden"))

    def test_a_service_with_a_key_explains_that_uploads_are_off(self):
        signed = Service(COMMAND, TIMEOUT, "--key", "secret")
        self.addCleanup(signed.close)
        page = self.open(url=signed.url)
        page.wait("document.getElementById('problem').textContent.includes('--unsafe')")
        page.evaluate("document.getElementById('problem').textContent = ''")
        page.choose_files("#file", FIXTURES / "photos/obama.jpg")
        page.wait("document.getElementById('problem').textContent.includes('--unsafe')")

    def test_the_page_can_be_turned_off(self):
        without = Service(COMMAND, TIMEOUT, "--no-playground")
        self.addCleanup(without.close)
        with self.assertRaises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(without.url, timeout=TIMEOUT)
        self.assertEqual(refused.exception.code, 404)


if __name__ == "__main__":
    unittest.main()
