"""The address of the page, which holds its state."""

import json
import unittest
import urllib.parse

from playground import PlaygroundTest
from service import FIXTURES

STATE = "Object.fromEntries(new URLSearchParams(location.hash.slice(1)))"


class Address(PlaygroundTest):
    def opened(self, state, waits=True):
        page = self.browser.open(f"{self.service.url}#{state}")
        page.url = self.service.url
        self.pages.append(page)
        if waits:
            self.wait_for_result(page)
        return page

    def test_a_shared_address_opens_the_photo_with_all_settings(self):
        state = {
            "own": "2:3", "shape": "2:3", "scheme": "largest", "padding": "40", "zoom": "60", "detector": "haar", "accuracy": "high",
            "fallback": "center", "place": "300,320,200,240", "effects": "tint:#336699,circle", "side": "240", "format": "webp",
            "compare": "1", "photo": "composites/two_far_apart.jpg",
        }
        page = self.opened(urllib.parse.urlencode(state))
        plan = self.wait_for_plan(page, "plan.aspect === '2:3'")
        self.assertEqual((plan["file"], plan["features"][0]["kind"], plan["features"][0]["x"]), (state["photo"], "region", 300))
        command = page.text("#commandText")
        for part in ["--size 160x240", "--scheme largest", "--padding 40%", "--zoom 0.6", "--fallback center", "--region 300,320,200,240",
                     "--detector haar", "--accuracy high", "--format webp", "tint(#336699) circle()"]:
            self.assertIn(part, command)
        page.wait("!document.getElementById('versus').hidden")
        page.wait(f"{STATE}.photo === {json.dumps(state['photo'])}")
        self.assertEqual(page.evaluate(STATE), state)
        self.assertEqual(page.text("#linkText"), page.evaluate("location.href"))
        again = self.opened(page.evaluate("location.hash.slice(1)"))
        self.assertEqual(self.plan(again), self.plan(page))
        # With a place, nothing is detected but what effects may hide.
        plain = self.opened(urllib.parse.urlencode({name: value for name, value in state.items() if name != "effects"}))
        self.wait_for_plan(plain, "plan.aspect === '2:3'")
        plain.wait("document.getElementById('commandText').textContent.includes('--region')")
        self.assertNotIn("--detector", plain.text("#commandText"))
        self.assertNotIn("--accuracy", plain.text("#commandText"))

    def test_the_address_follows_and_holds_nothing_else(self):
        page = self.opened("photo=photos/obama.jpg")
        page.wait(f"JSON.stringify({STATE}) === '{{\"photo\":\"photos/obama.jpg\"}}'")
        length = page.evaluate("history.length")
        page.click("label:has(input[name=shape][value='16:9'])")
        page.evaluate("document.getElementById('zoom').focus()")
        page.press("End")
        page.wait(f"({STATE}).zoom === '100' && ({STATE}).shape === '16:9'")
        self.wait_for_result(page)
        page.drag("#moveCrop", (0, -20))
        page.click("input[value=shadow]")
        page.wait(f"({STATE}).effects === 'shadow:14' && ({STATE}).shape === '16:9' && ({STATE}).zoom === '100' && ({STATE}).place")
        self.wait_for_result(page)
        self.assertEqual(page.evaluate("history.length"), length)
        self.assertIn("photo=photos/obama.jpg", page.evaluate("location.hash"))
        page.click("#facesAgain")
        page.wait(f"!({STATE}).place")
        self.wait_for_result(page)

    def test_another_address_is_followed_without_loading_the_page_again(self):
        page = self.opened("photo=photos/obama.jpg&shape=16:9")
        page.evaluate("window.isSame = true; location.hash = 'photo=photos/biden.jpg&shape=1:3'; 0")
        self.wait_for_plan(page, "plan.file === 'photos/biden.jpg' && plan.aspect === '1:3'")
        self.wait_for_result(page)
        page.evaluate("location.hash = 'photo=photos/biden.jpg&detector=haar'; 0")
        self.wait_for_plan(page, "plan.detector === 'haar' && plan.aspect === '1:1'")
        self.wait_for_result(page)
        self.assertTrue(page.evaluate("isSame"))

    def test_a_link_within_the_page_does_not_lose_the_state(self):
        page = self.opened("photo=photos/obama.jpg&shape=16:9")
        page.evaluate("location.hash = 'controls'; 0")
        page.wait(f"({STATE}).shape === '16:9'")
        self.assertEqual(self.plan(page)["aspect"], "16:9")

    def test_a_chosen_file_is_not_in_the_address(self):
        page = self.opened("photo=photos/biden.jpg")
        self.assertTrue(page.evaluate("document.getElementById('linkHint').hidden"))
        page.choose_files("#file", FIXTURES / "photos/obama.jpg")
        self.wait_for_plan(page, "plan.file === 'obama.jpg'")
        page.click("label:has(input[name=shape][value='16:9'])")
        page.wait("location.hash === '#shape=16:9'")
        self.assertIn("stays on your computer", page.text("#linkHint"))
        self.assertFalse(page.evaluate("document.getElementById('linkHint').hidden"))
        self.wait_for_result(page)

    def test_hostile_and_damaged_addresses_change_nothing(self):
        hostile = [
            "shape=9:9:9&scheme=evil&detector=command:/bin/sh&accuracy=<b>&fallback=1&format=exe&padding=__proto__",
            "padding=-5&zoom=1e9&side=99999&own=<img src=x onerror=alert(1)>&shape=\"]body&place=1,2,3",
            "effects=redact:<b>,tint:red,nothing,__proto__:1,shadow:1e9",
            "padding=9999&zoom=NaN&place=-1,-2&place=5,5,0,0&side=0&compare=<script>&photo=javascript:alert(1)",
            "photo=../../etc/passwd", "photo=photos/../../x", "photo=file:///etc/passwd", "photo=%00a", "photo=a%5Cb",
            "photo=data:image/png;base64,AA",
            "%&&&==%ff%fe&=&shape", "__proto__=1&constructor=2&toString=3", "photo=" + "a" * 5000, "place=" + "9" * 3000,
        ]
        for state in hostile:
            page = self.opened(urllib.parse.quote(state, safe="=&%:,/"), waits=False)
            page.wait("document.getElementById('url').placeholder !== 'or its URL'")
            self.assertEqual(page.text("#problem"), "", state)
            self.assertFalse(page.evaluate("Boolean(document.querySelector('[onerror], body script, b'))"), state)
            self.assertEqual([url for url in page.requested_urls() if "/unsafe/" in url or "passwd" in url.split("#")[0]], [], state)
            page.choose_files("#file", FIXTURES / "photos/obama.jpg")
            self.wait_for_result(page)
            command = page.text("#commandText")
            self.assertTrue(command.startswith("boundedcrop crop obama.jpg --aspect 1:1"), command)
            effects = " --effects 'redact(pixelate) tint(#b5651d) shadow(black,0,7,14)' --format png"
            self.assertIn(command.removeprefix("boundedcrop crop obama.jpg --aspect 1:1"), ("", effects), state)

    def test_a_place_beyond_the_photo_is_moved_into_it(self):
        page = self.opened("photo=photos/obama.jpg&place=99999,99999,99999,99999")
        plan = self.plan(page)
        self.assertEqual([plan["features"][0][name] for name in ("x", "y", "width", "height")], [0, 0, plan["width"], plan["height"]])

    def test_an_address_whose_photo_is_gone_says_so(self):
        self.expected_errors = ("Failed to load resource",)
        page = self.opened("photo=photos/none.jpg&shape=16:9", waits=False)
        page.wait("document.getElementById('problem').textContent")


if __name__ == "__main__":
    unittest.main()
