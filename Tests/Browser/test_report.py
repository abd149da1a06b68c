"""The page of `boundedcrop report`, opened as a file: order, filters, search, originals, widths and accessibility."""

import json
import pathlib
import subprocess
import tempfile
import unittest

from playground import COMMAND, TIMEOUT, browser
from service import FIXTURES
from test_axe import AXE, SCREENS, check

PHOTOS = ["photos/biden.jpg", "photos/coffee.png", "composites/three_in_row.jpg", "formats/obama.tif", "animations/to_and_fro.gif"]
SHOWN = "[...document.querySelectorAll('article:not([hidden])')].map((card) => card.dataset.name.split('/').pop())"


class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.lines = subprocess.run(
            [COMMAND, "crop", *(FIXTURES / photo for photo in PHOTOS), FIXTURES / "broken/text.jpg", "--size", "300x300", "--size", "400x100",
             "--output", "out/{name}-{width}.{ext}", "--json"],
            cwd=cls.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=TIMEOUT).stdout

    def open(self, lines=None, **screen):
        page = self.folder / "page.html"
        subprocess.run([COMMAND, "report", "-", "--output", page.name, "--overwrite"], input=lines or self.lines, cwd=self.folder, text=True,
                       timeout=TIMEOUT, check=True)
        opened = browser().open(page.as_uri(), **screen)
        self.addCleanup(lambda: (self.assertEqual(opened.errors(), []), opened.close()))
        return opened

    def requested(self, page, name):
        return any(url.endswith(name) for url in page.requested_urls())

    def test_the_worst_come_first_and_all_crops_are_seen(self):
        page = self.open(height=3000)
        self.assertEqual(page.evaluate(SHOWN)[0], "text.jpg")
        page.wait("[...document.querySelectorAll('figure img')].every((image) => image.complete && image.naturalWidth > 1)")
        self.assertEqual(page.evaluate("document.querySelectorAll('figure img').length"), 10)

    def test_an_original_is_loaded_when_it_is_opened(self):
        page = self.open(height=3000)
        page.wait("[...document.querySelectorAll('figure img')].every((image) => image.complete)")
        self.assertFalse(self.requested(page, "photos/biden.jpg"))
        page.evaluate("document.querySelector('article[data-name$=\"photos/biden.jpg\"] summary').focus()")
        page.press("Enter")
        page.wait("document.querySelector('details[open] img').naturalWidth > 1")
        self.assertTrue(self.requested(page, "photos/biden.jpg"))

    def test_nothing_moves_when_pictures_arrive(self):
        page = self.open(height=3000, prepare="""window.moved = 0;
            new PerformanceObserver((list) => { for (const shift of list.getEntries()) moved += shift.value; })
                .observe({ type: "layout-shift", buffered: true })""")
        page.wait("[...document.querySelectorAll('figure img')].every((image) => image.complete && image.naturalWidth > 1)")
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.assertEqual(page.evaluate("moved"), 0)

    def test_filters_and_search_need_no_server(self):
        page = self.open()
        page.evaluate("document.querySelector('[name=group][value=\"\"]').focus()")
        page.press("ArrowRight")
        self.assertEqual(page.evaluate(SHOWN), ["text.jpg"])
        self.assertEqual(page.text("#shown"), "1 shown")
        page.press("ArrowLeft")
        page.write("[name=words]", "BIDEN.j")
        self.assertEqual(page.evaluate(SHOWN), ["biden.jpg"])
        page.write("[name=words]", "nothing like it")
        self.assertEqual((page.evaluate(SHOWN), page.text("#shown")), ([], "0 shown"))

    def test_thousands_open_fast(self):
        lines = [line.replace('"file":"/', f'"file":"/{number}/') for number in range(400) for line in self.lines.splitlines()]
        page = self.open("\n".join(lines))
        self.assertEqual(page.evaluate("document.querySelectorAll('article').length"), 400 * 6)
        self.assertLess(len(page.requested_urls()), 500, "pictures far away are not loaded")

    def test_names_are_shown_as_they_are(self):
        name = "\"\u0301 onfocus=alert(1) autofocus x='><script>alert(1)</script>.png"
        page = self.open(json.dumps({"file": name, "leftOut": "it is text"}))
        self.assertEqual(page.text("h2"), name)
        self.assertEqual(page.evaluate("document.scripts.length"), 1)

    @unittest.skipUnless(AXE.exists(), "axe-core is not installed: Scripts/install-axe .build/axe")
    def test_axe_finds_no_fault(self):
        for screen in SCREENS:
            page = self.open(**screen)
            page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; }); 0")
            check(self, page, "report", screen)


if __name__ == "__main__":
    unittest.main()
