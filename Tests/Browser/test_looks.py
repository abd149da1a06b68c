"""The tables of what each detector saw."""

import unittest

from playground import PlaygroundTest
from service import FIXTURES

TABLES = "document.querySelectorAll('#looksList table').length === 6"
CAPTIONS = "[...document.querySelectorAll('#looksList caption')].map((one) => one.textContent)"


class Looks(PlaygroundTest):
    def test_the_detectors_are_asked_only_when_the_part_is_opened(self):
        page = self.open("composites/three_in_row.jpg")
        self.assertFalse([url for url in page.requested_urls() if "/detect" in url])
        page.evaluate("document.getElementById('looksTitle').focus()")
        page.press("Enter")
        page.wait(TABLES)
        self.assertEqual(len([url for url in page.requested_urls() if "/detect" in url]), 6)
        self.assertEqual(page.text("#looksStatus"), "All detectors have answered.")
        captions = page.evaluate(CAPTIONS)
        self.assertEqual([one.split(":")[0] for one in captions],
                         ["YuNet, fast", "YuNet, high accuracy", "CenterFace, fast", "CenterFace, high accuracy",
                          "Haar, fast", "Haar, high accuracy"])
        self.assertEqual(captions[0], "YuNet, fast: 3 features")
        row = page.evaluate("[...document.querySelector('#looksList tbody tr').cells].map((one) => one.textContent)")
        self.assertRegex(" | ".join(row), r"^1 \| face \| \d+% \| \d+, \d+ \| \d+ × \d+ \| (kept|cut)$")
        scopes = page.evaluate("[...document.querySelectorAll('#looksList th')].map((one) => one.scope)")
        self.assertEqual(set(scopes), {"col", "row"})
        page.screenshot("looks")

    def test_the_last_column_follows_the_crop_without_another_request(self):
        page = self.open("composites/two_far_apart.jpg")
        page.click("label:has(input[name=shape][value='1:3'])")
        self.wait_for_plan(page, "plan.aspect === '1:3'")
        page.click("#looksTitle")
        page.wait(TABLES)
        kept = "[...document.querySelector('#looksList tbody').rows].filter((row) => row.cells[5].textContent === 'kept').length"
        self.assertEqual(page.evaluate(kept), 1)
        page.click("label:has(input[name=shape][value='3:1'])")
        page.wait(f"{kept} === 2")
        self.assertEqual(len([url for url in page.requested_urls() if "/detect" in url]), 6)
        self.wait_for_result(page)

    def test_another_photo_is_looked_at_while_the_part_is_open(self):
        page = self.open("photos/coffee.png", width=390, height=844, phone=True)
        page.click("#looksTitle")
        page.wait(TABLES)
        self.assertEqual(page.evaluate(CAPTIONS)[0], "YuNet, fast: 0 features")
        page.choose_files("#file", FIXTURES / "photos/obama.jpg")
        page.wait(f"{TABLES} && {CAPTIONS}[0] === 'YuNet, fast: 1 feature'")
        self.assertFalse(page.evaluate("document.documentElement.scrollWidth > innerWidth"))
        self.wait_for_result(page)

    def test_a_refusal_is_said_in_its_place(self):
        self.expected_errors = ("Failed to load resource",)
        page = self.open("photos/obama.jpg")
        page.evaluate("""(() => {
            const ask = fetch;
            window.looks = 0;
            window.fetch = (path, options) => String(path).startsWith("detect") && ++looks
                ? Promise.resolve(new Response('{"detail": "too many at once", "code": "queueFull"}', { status: 503, headers: { "Content-Type": "application/problem+json" } }))
                : ask(path, options);
        })()""")
        page.click("#looksTitle")
        page.wait("document.getElementById('looksStatus').textContent.startsWith('Too many at once. The service is busy')")
        page.click("label:has(input[name=shape][value='16:9'])")
        self.wait_for_plan(page, "plan.aspect === '16:9'")
        self.wait_for_result(page)
        # Once, and three more times after a pause.
        self.assertEqual(page.evaluate("looks"), 4, "every change asks a busy service again")


if __name__ == "__main__":
    unittest.main()
