"""The commands and URLs that the page offers for copying give the displayed result."""

import json
import shlex
import subprocess
import unittest
import urllib.request

from playground import COMMAND, TIMEOUT, PlaygroundTest
from service import FIXTURES, Service


class Copies(PlaygroundTest):
    def setUp(self):
        super().setUp()
        self.page = page = self.open()
        page.write("#url", "composites/two_far_apart.jpg")
        page.press("Enter")
        self.wait_for_result(page)
        page.click("label:has(input[name=scheme][value=largest])")
        page.click("label:has(input[name=shape][value='4:5'])")
        page.evaluate("document.getElementById('zoom').focus()")
        page.press("ArrowRight", times=40)
        page.evaluate("document.getElementById('padding').focus()")
        page.press("ArrowRight", times=5)
        self.shown = self.wait_for_plan(
            page, "plan.scheme === 'largest' && plan.aspect === '4:5' && plan.crop.height < plan.height")
        page.wait("document.getElementById('commandText').textContent.includes('--zoom 0.4 ')"
                  " || document.getElementById('commandText').textContent.endsWith('--zoom 0.4')")
        page.wait("document.getElementById('commandText').textContent.includes('--padding 25%')")
        self.wait_for_result(page)
        self.shown = self.plan(page)

    def test_the_command_line_gives_the_displayed_crop(self):
        words = shlex.split(self.page.text("#commandText"))
        self.assertEqual(words[:2], ["boundedcrop", "crop"])
        printed = subprocess.run([COMMAND, *words[1:], "--plan", "--json"], cwd=FIXTURES, capture_output=True, text=True,
                                 timeout=TIMEOUT, check=True).stdout
        self.assertEqual(json.loads(printed)["crop"], self.shown["crop"])
        self.assertEqual(set(json.loads(printed)), set(self.shown))

    def test_the_url_gives_a_picture_of_the_displayed_size(self):
        self.page.click("input[value=corner-radius]")
        self.page.wait("document.getElementById('urlText').textContent.includes('corner_radius(')")
        self.wait_for_result(self.page)
        url = self.page.text("#urlText")
        with urllib.request.urlopen(url, timeout=TIMEOUT) as answer:
            self.assertEqual(answer.headers["Content-Type"], "image/png")
            self.assertIsNone(answer.headers["X-BoundedCrop-Ignored-Filters"], url)
            header = answer.read(24)
        crop = self.shown["crop"]
        self.assertEqual((int.from_bytes(header[16:20]), int.from_bytes(header[20:24])), (crop["width"], crop["height"]))

    def test_a_url_that_the_service_refuses_is_not_offered(self):
        self.page.evaluate("""(() => {
            const ask = fetch;
            window.fetch = (path, options) => String(path).includes("url.json")
                ? Promise.resolve(new Response('{"detail": "the URL is too long"}', { status: 400 })) : ask(path, options);
        })()""")
        self.page.click("label:has(input[name=shape][value='1:1'])")
        self.page.wait("document.getElementById('urlNote').textContent === 'The URL is too long.'")
        self.wait_for_result(self.page)
        self.assertTrue(self.page.evaluate("document.getElementById('urlText').hidden"))

    def test_a_url_that_the_service_does_not_answer_is_offered_with_the_setting_for_it(self):
        service = Service(COMMAND, TIMEOUT, "--grammar", "imgix:/")
        self.addCleanup(service.close)
        page = self.open("photos/obama.jpg", url=service.url)
        self.assertTrue(page.text("#urlText").startswith(f"{service.url}thumbor/unsafe/"), page.text("#urlText"))
        self.assertIn("grammar = imgix:/,thumbor:/thumbor", page.text("#urlNote"))

    def test_the_copy_buttons_fill_the_clipboard(self):
        self.browser.devtools.call("Browser.grantPermissions", origin=self.page.url,
                                   permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        for name in ("url", "command", "json", "link"):
            self.page.call("Page.bringToFront")
            self.page.click(f"[data-copies={name}Text]")
            self.page.wait(f"document.querySelector('[data-copies={name}Text]').textContent === 'Copied'")
            self.assertEqual(self.page.evaluate("navigator.clipboard.readText()"), self.page.text(f"#{name}Text"))


if __name__ == "__main__":
    unittest.main()
