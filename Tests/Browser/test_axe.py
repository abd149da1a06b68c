"""axe-core finds no fault in the page's accessibility, in any of its states, widths and colors."""

import pathlib
import unittest

from playground import PlaygroundTest

AXE = pathlib.Path(__file__).resolve().parents[2] / ".build/axe/axe_playwright_python/axe.min.js"
SCREENS = [{"width": 1440, "height": 900}, {"width": 768, "height": 1024}, {"width": 390, "height": 844, "phone": True}]
# Everything that axe checks: WCAG, best practices, and what is still being tried.
RUN = """axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental"] })
    .then(({ violations }) => violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html, any, all, none }) =>
        html.slice(0, 200) + " " + [...any, ...all, ...none].map((check) => check.message).join("; ")).join(" | ")}`))"""


def check(test, page, name, screen, whole=True):
    """Expects that axe finds no fault in a page, and that it does not scroll sideways."""
    for colors in page.in_both_colors():
        page.screenshot(f"{name}-{screen['width']}-{colors}", whole)
        # Not by a script element, which the page's policy blocks.
        page.evaluate(AXE.read_text() + "; 0")
        with test.subTest(**screen, colors=colors, name=name):
            test.assertEqual(page.evaluate(RUN), [])
            # On a phone, the window would grow with a page that is too wide.
            test.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), screen["width"], "scrolls sideways")


@unittest.skipUnless(AXE.exists(), "axe-core is not installed: Scripts/install-axe .build/axe")
class Axe(PlaygroundTest):
    def check(self, name, open_page):
        for screen in SCREENS:
            check(self, open_page(**screen), name, screen)

    def test_faults_are_found(self):
        page = self.open()
        page.evaluate("document.querySelector('main').append(document.createElement('button'))")
        page.evaluate(AXE.read_text() + "; 0")
        self.assertRegex(" ".join(page.evaluate(RUN)), "^button-name: ")

    def test_without_a_photo(self):
        self.check("empty", self.open)

    def test_with_a_photo_and_its_result(self):
        def with_photo(**screen):
            page = self.open("photos/obama.jpg", **screen)
            page.wait("document.getElementById('htmlText').textContent")
            return page

        self.check("photo", with_photo)

    def test_with_several_photos_of_which_one_is_broken(self):
        self.expected_errors = ("Failed to load resource",)

        def with_photos(**screen):
            page = self.open("photos/obama.jpg", "broken/text.jpg", "photos/coffee.png", "composites/three_in_row.jpg", **screen)
            page.wait("document.querySelectorAll('#photos [aria-busy=false]').length === 4")
            return page

        self.check("filmstrip", with_photos)

    def test_with_a_photo_that_cannot_be_read(self):
        self.expected_errors = ("Failed to load resource",)

        def with_problem(**screen):
            page = self.open(**screen)
            page.write("#url", "broken/text.jpg")
            page.press("Enter")
            page.wait("!document.getElementById('problem').hidden")
            return page

        self.check("problem", with_problem)

    def test_with_a_service_that_is_gone(self):
        self.expected_errors = ("Failed to load resource",)

        def without_service(**screen):
            page = self.open("photos/obama.jpg", **screen, prepare="""(() => {
                const ask = fetch;
                window.fetch = (...request) => (window.isGone ? Promise.reject(new TypeError()) : ask(...request));
            })()""")
            page.evaluate("window.isGone = true")
            page.click("label:has(input[name=shape][value='16:9'])")
            page.wait("!document.getElementById('gone').hidden")
            return page

        self.check("gone", without_service)


if __name__ == "__main__":
    unittest.main()
