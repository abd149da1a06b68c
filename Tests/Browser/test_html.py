"""The HTML of a picture in several widths."""

import json
import unittest
import urllib.request
from html.parser import HTMLParser

from playground import TIMEOUT, PlaygroundTest


# The sizes of pictures, each loaded alone: of a set, a browser states them as divided by the density.
LOADED = """Promise.all(%s.map(async (src) => {
    const image = Object.assign(document.createElement("img"), { src });
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
}))"""


class Image(HTMLParser):
    """The attributes of the only element of a text."""

    def __init__(self, text):
        super().__init__()
        self.elements = []
        self.feed(text)
        self.close()
        [(self.name, self.attributes)] = self.elements

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))


class HTML(PlaygroundTest):
    def image(self, page, condition="true"):
        page.wait(f"((text) => text && {condition})(document.getElementById('htmlText').textContent)")
        image = Image(page.text("#htmlText"))
        self.assertEqual(image.name, "img")
        return image.attributes

    def open_path(self, path, **screen):
        page = self.open(**screen)
        page.write("#url", path)
        page.press("Enter")
        self.wait_for_result(page)
        return page

    def test_each_url_of_the_set_gives_a_picture_of_its_width(self):
        page = self.open_path("photos/obama.jpg")
        page.click("label:has(input[name=shape][value='16:9'])")
        image = self.image(page, "text.includes('910x512')")
        self.assertEqual((image["width"], image["height"], image["sizes"]), ("910", "512", "(max-width: 910px) 100vw, 910px"))
        urls = [one.split() for one in image["srcset"].split(",\n")]
        self.assertEqual([width for _, width in urls], ["320w", "640w", "910w"])
        self.assertEqual(urls[-1][0], image["src"])
        for url, width in urls:
            with urllib.request.urlopen(urllib.request.Request(url, headers={"Accept": "image/png"}), timeout=TIMEOUT) as answer:
                self.assertIn(f"\"width\":{width[:-1]}", answer.headers["X-BoundedCrop-Plan"].replace(" ", "").replace("output", ""))
        self.assertIn("alt", image)

    def test_the_sizes_are_those_of_the_delivered_pictures_with_what_effects_add(self):
        for effects in (["shadow"], ["reflection"], ["circle"], ["circle", "shadow", "reflection"]):
            with self.subTest(effects=effects):
                page = self.open_path("photos/obama.jpg")
                page.click("label:has(input[name=shape][value='16:9'])")
                page.wait("document.getElementById('htmlText').textContent.includes('910x512')")
                for effect in effects:
                    page.click(f"#effects input[value={effect}]")
                names = " && ".join(f"text.includes('{effect}(')" for effect in effects)
                image = self.image(page, names)
                self.wait_for_result(page)
                urls = [one.split() for one in image["srcset"].split(",\n")]
                loaded = page.evaluate(LOADED % json.dumps([url for url, _ in urls]))
                self.assertEqual(len(loaded), 3)
                self.assertEqual([width for _, width in urls], [f"{width}w" for width, _ in loaded])
                self.assertEqual([int(image["width"]), int(image["height"])], loaded[-1])
                self.assertEqual(loaded[-1], page.evaluate("[result.naturalWidth, result.naturalHeight]"))
                self.assertNotEqual(loaded[-1], [910, 512])

    def test_a_size_that_is_not_known_is_left_out(self):
        page = self.open()
        text = page.evaluate("""import("/playground/srcset.js").then(({ html }) =>
            html([{ url: "http://x.example/a?b&c", width: 3, height: 2 }, { url: "http://x.example/b?c&d" }]))""")
        self.assertEqual(Image(text).attributes,
                         {"src": "http://x.example/b?c&d", "alt": "YOUR-DESCRIPTION", "loading": "lazy", "decoding": "async"})

    def test_a_given_size_is_the_largest_and_an_automatic_one_is_bounded(self):
        page = self.open("composites/panorama_4to1.jpg")
        page.click("label:has(input[name=shape][value='3:1'])")
        self.wait_for_plan(page, "plan.aspect === '3:1'")
        crop = self.plan(page)["crop"]
        expected = [width for width in (320, 640, 960, 1280) if width < crop["width"]] + ([crop["width"]] if crop["width"] < 1280 else [])
        image = self.image(page, f"text.includes(' {expected[-1]}w')")
        self.assertEqual([one.split()[1] for one in image["srcset"].split(",\n")], [f"{width}w" for width in expected])
        page.write("#side", "2000")
        image = self.image(page, "text.includes('2000x667')")
        self.assertEqual([one.split()[1] for one in image["srcset"].split(",\n")], ["320w", "640w", "960w", "1280w", "2000w"])
        self.wait_for_result(page)

    def test_the_url_is_that_of_the_picture(self):
        page = self.open_path("photos/obama.jpg")
        self.assertEqual(self.image(page)["src"], page.text("#urlText"))

    def test_addresses_with_signs_of_markup_stay_addresses(self):
        page = self.open()
        texts = page.evaluate("""import("/playground/srcset.js").then(({ html }) => [
            html([{ url: 'http://x.example/a"><script>alert(1)</script>&b', width: 3, height: 2 }]),
            html([{ url: "http://x.example/a b,,", width: 1, height: 1 }, { url: "http://x.example/a,b", width: 2, height: 2 }])])""")
        hostile = Image(texts[0]).attributes
        self.assertEqual(hostile["src"], 'http://x.example/a"><script>alert(1)</script>&b')
        sets = [one.split() for one in Image(texts[1]).attributes["srcset"].split(",\n")]
        self.assertEqual(sets, [["http://x.example/a%20b%2C%2C", "1w"], ["http://x.example/a,b", "2w"]])


if __name__ == "__main__":
    unittest.main()
