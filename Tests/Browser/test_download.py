"""All photos as one zip file."""

import base64
import io
import json
import tempfile
import unittest
import zipfile
from pathlib import Path

from playground import PlaygroundTest
from service import FIXTURES

# The writer alone, with entries as pairs of a name and a text; the result in Base64.
WRITE = """(async () => {
    const { zipOf, distinct } = await import("/playground/zip.js");
    const entries = %s;
    const names = distinct(entries.map(([name]) => name));
    const zip = await zipOf(entries.map(([, text], index) => ({ name: names[index], blob: new Blob([text]) })), new Date(2026, 10, 24, 15, 4, 30));
    return btoa(String.fromCharCode(...new Uint8Array(await zip.arrayBuffer())));
})()"""


class Download(PlaygroundTest):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.browser.devtools.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder.name, eventsEnabled=True)

    def download(self, page):
        last = {event["guid"] for event in self.browser.devtools.events(None, "Browser.downloadProgress")}
        page.click("#downloadAll")
        page.wait("/^crops.zip has/.test(document.getElementById('downloadText').textContent)")
        self.browser.devtools.wait_for(lambda event: event["method"] == "Browser.downloadProgress"
                                       and event["params"]["state"] == "completed" and event["params"]["guid"] not in last)
        return zipfile.ZipFile(self.folder / "crops.zip")

    def test_all_photos_are_in_the_zip_file_cropped_by_the_settings(self):
        page = self.open("photos/obama.jpg", "photos/biden.jpg", "animations/to_and_fro.gif")
        page.click("label:has(input[name=shape][value='16:9'])")
        page.write("#side", "320")
        page.wait("document.getElementById('resultText').textContent.startsWith('320 × 180 pixels')")
        self.wait_for_result(page)
        with self.download(page) as file:
            self.assertIsNone(file.testzip())
            self.assertEqual(file.namelist(), ["obama-320x180.jpg", "biden-320x180.jpg", "to_and_fro-320x180.gif"])
            for name in file.namelist():
                page.choose_files("#file", self.folder / file.extract(name, self.folder))
                self.wait_for_plan(page, f"plan.file === '{name}' && plan.width === 320 && plan.height === 180")
            self.assertEqual(self.plan(page)["animation"]["frames"], 16)
        self.wait_for_result(page)

    def test_what_was_placed_by_hand_is_in_the_zip_file_each_in_its_photo(self):
        page = self.open("photos/obama.jpg", "photos/biden.jpg")
        page.click("label:has(input[name=shape][value='3:1'])")
        self.wait_for_plan(page, "plan.aspect === '3:1'")
        self.wait_for_result(page)
        page.evaluate("document.getElementById('moveCrop').focus()")
        page.press("ArrowDown", times=20)
        self.wait_for_plan(page, "plan.features[0].kind === 'focalPoint'")
        self.wait_for_result(page)
        shown = self.pixels(page, "document.getElementById('result').src")
        page.click("#photos [role=option]:nth-child(2)")
        self.wait_for_plan(page, "plan.file === 'biden.jpg' && plan.features[0].kind === 'face'")
        self.wait_for_result(page)
        other = self.pixels(page, "document.getElementById('result').src")
        with self.download(page) as file:
            contents = [base64.b64encode(file.read(name)).decode() for name in file.namelist()]
        urls = [f"URL.createObjectURL(new Blob([Uint8Array.from(atob('{one}'), (byte) => byte.charCodeAt(0))]))" for one in contents]
        self.assertEqual([self.pixels(page, url) for url in urls], [shown, other])
        (self.folder / "crops.zip").unlink()
        # A point needs a zoom's region, which is that of its own photo's faces.
        page.evaluate("document.getElementById('zoom').focus()")
        page.press("End")
        page.wait("document.getElementById('zoomText').textContent === 'faces take 100%'")
        self.wait_for_result(page)
        with self.download(page) as file:
            self.assertEqual(len(file.namelist()), 2)

    def pixels(self, page, url):
        """The size of a picture and a sum of its pixels."""
        return page.evaluate(f"""(async () => {{
            const image = Object.assign(new Image(), {{ src: {url} }});
            await image.decode();
            const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
            const context = canvas.getContext("2d");
            context.drawImage(image, 0, 0);
            const {{ data }} = context.getImageData(0, 0, canvas.width, canvas.height);
            return [canvas.width, canvas.height, data.reduce((sum, one, at) => (sum * 31 + one + at) % 1000003, 7)];
        }})()""")

    def test_photos_that_cannot_be_cropped_are_left_out_and_named(self):
        self.expected_errors = ("Failed to load resource",)
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "Obama.jpg"
            copy.write_bytes((FIXTURES / "photos/obama.jpg").read_bytes())
            page = self.open("photos/obama.jpg", "broken/text.jpg", "broken/empty.jpg")
            page.choose_files("#file", copy)
            self.wait_for_plan(page, "plan.file === 'Obama.jpg'")
            with self.download(page) as file:
                self.assertIsNone(file.testzip())
                self.assertEqual(file.namelist(), ["obama-910x910.jpg", "Obama-910x910-2.jpg"])
        words = page.text("#downloadText")
        self.assertTrue(words.startswith("crops.zip has 2 of 4 photos. Left out: "), words)
        self.assertIn("text.jpg: This is not a picture", words)
        self.assertIn("empty.jpg: ", words)
        page.screenshot("download")
        self.wait_for_result(page)

    def test_the_progress_is_shown_and_the_download_can_be_cancelled(self):
        page = self.open("photos/obama.jpg", "photos/biden.jpg", prepare="""(() => {
            const ask = fetch;
            window.held = [];
            window.fetch = async (path, options) => {
                if (window.isHeld && String(path).startsWith("crop?aspect")) await new Promise((resolve) => { held.push(resolve); });
                return ask(path, options);
            };
        })()""")
        page.wait("document.querySelectorAll('#photos [aria-busy=false]').length === 2")
        page.evaluate("window.isHeld = true")
        page.click("#downloadAll")
        page.wait("held.length === 2")
        self.assertEqual(page.text("#downloadAll"), "Cancel")
        self.assertEqual(page.evaluate("[document.getElementById('downloadProgress').hidden, document.getElementById('downloadProgress').max]"),
                         [False, 2])
        page.click("#downloadAll")
        page.evaluate("held.forEach((go) => go())")
        page.wait("document.getElementById('downloadText').textContent === 'The download was cancelled.'")
        self.assertEqual(page.text("#downloadAll"), "Download all")
        self.assertTrue(page.evaluate("document.getElementById('downloadProgress').hidden"))

    def test_the_writer_keeps_names_of_all_languages_and_numbers_equal_ones(self):
        page = self.open()
        entries = [["äöü 人 😀.jpg", "one"], ["a.jpg", ""], ["A.JPG", "two"], ["a.jpg", "three"], ["a-2.jpg", "four"], ["noending", "five"],
                   ["noending", "six"], [".jpg", "seven"], [".jpg", "eight"]]
        with zipfile.ZipFile(self.written(page, entries)) as file:
            self.assertIsNone(file.testzip())
            self.assertEqual(file.namelist(), ["äöü 人 😀.jpg", "a.jpg", "A-2.JPG", "a-3.jpg", "a-2-2.jpg", "noending", "noending-2", ".jpg",
                                               "-2.jpg"])
            self.assertEqual([file.read(name).decode() for name in file.namelist()], [text for _, text in entries])
            self.assertTrue(all(info.compress_type == zipfile.ZIP_STORED and info.flag_bits & 0x800 for info in file.infolist()))
            self.assertEqual({info.date_time for info in file.infolist()}, {(2026, 11, 24, 15, 4, 30)})

    def test_the_writer_writes_an_empty_file_and_refuses_too_many_entries(self):
        page = self.open()
        self.assertEqual(zipfile.ZipFile(self.written(page, [])).namelist(), [])
        refused = page.evaluate("""import("/playground/zip.js")
            .then(({ zipOf }) => zipOf(Array(65536).fill({ name: "a", blob: new Blob() }))).catch((error) => error.message)""")
        self.assertIn("65,535", refused)

    def test_names_of_files_have_no_folders_and_nothing_that_systems_refuse(self):
        page = self.open()
        names = page.evaluate("""import("/playground/result.js").then(({ pictureName }) =>
            ["a/b/c.heic", "..\\\\..\\\\evil.jpg", "https://x.example/p.png?w=3#f", "no ending", "..", "a\\u0000b:c*.jpg", ""]
                .map((name) => pictureName(name, { width: 3, height: 4 }, "image/jpeg")).concat(pictureName("a.jpg", null, "image/avif")))""")
        self.assertEqual(names, ["c-3x4.jpg", "evil-3x4.jpg", "p-3x4.jpg", "no ending-3x4.jpg", ".-3x4.jpg", "a_b_c_-3x4.jpg", "photo-3x4.jpg",
                                 "a.avif"])

    def written(self, page, entries):
        return io.BytesIO(base64.b64decode(page.evaluate(WRITE % json.dumps(entries))))


if __name__ == "__main__":
    unittest.main()
