"""The page with a keyboard, with a screen reader, on a phone, in dark mode, and with its Content-Security-Policy."""

import unittest

from playground import PlaygroundTest

# The contrast of texts with the nearest opaque background, as in WCAG 2.2; disabled elements need no contrast.
CONTRASTS = """(() => {
    const channels = (color) => color.match(/[\\d.]+/g).map(Number);
    const light = (color) => channels(color).slice(0, 3).map((one) => one / 255)
        .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
        .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
    const behind = (element) => {
        for (let one = element; one; one = one.parentElement) {
            const color = getComputedStyle(one).backgroundColor;
            if ((channels(color)[3] ?? 1) === 1) return color;
        }
    };
    return [...document.body.querySelectorAll("*")]
        .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
        .filter((one) => one.checkVisibility() && !one.matches(":disabled, option, .skip, .hidden, noscript *"))
        .map((one) => {
            const [a, b] = [light(getComputedStyle(one).color), light(behind(one))].sort((one, other) => other - one);
            return [(a + 0.05) / (b + 0.05), one.textContent.trim().slice(0, 40)];
        })
        .filter(([contrast]) => contrast < 4.5);
})()"""
FOCUSED = """(() => {
    const one = document.activeElement;
    const shown = one.closest("label:has(input[type=radio], #file)") ?? one;
    const outlined = [one, shown, ...shown.querySelectorAll("span")].some((each) => parseFloat(getComputedStyle(each).outlineWidth) >= 2
        && getComputedStyle(each).outlineStyle !== "none");
    return { name: one === document.body ? "" : one.id || one.name || one.dataset.copies || one.className, outlined };
})()"""
CONTROL_ROLES = {"button", "radio", "slider", "textbox", "checkbox", "combobox", "spinbutton", "link", "ColorWell"}


class Access(PlaygroundTest):
    def test_tab_reaches_every_control_and_shows_the_focus(self):
        page = self.open("photos/obama.jpg")
        page.evaluate("document.activeElement.blur()")
        reached = []
        for _ in range(60):
            page.press("Tab")
            focus = page.evaluate(FOCUSED)
            if not focus["name"]:
                break
            self.assertTrue(focus["outlined"], f"{focus['name']} does not show that it is focused")
            reached.append(focus["name"])
        expected = ["skip", "file", "url", "load", "shape", "own", "scheme", "padding", "zoom", "detector", "accuracy", "fallback",
                    "effect", "side", "format", "save", "urlText", "commandText", "jsonText"]
        self.assertEqual([name for name in dict.fromkeys(reached) if name in expected], expected)

    def test_arrow_keys_select_shapes_and_schemes(self):
        page = self.open("composites/two_far_apart.jpg")
        page.evaluate("document.querySelector('input[name=shape]').focus()")
        page.press("ArrowRight", times=3)
        self.wait_for_plan(page, "plan.aspect === '1:3'")
        page.evaluate("document.querySelector('input[name=scheme]').focus()")
        page.press("ArrowDown")
        self.wait_for_plan(page, "plan.scheme === 'largest'")
        self.wait_for_result(page)

    def test_every_control_and_picture_has_a_name_and_changes_are_announced(self):
        page = self.open("photos/obama.jpg")
        nodes = [node for node in page.accessibility_tree() if not node["ignored"]]
        named = [(node["role"]["value"], node.get("name", {}).get("value", "").strip()) for node in nodes]
        nameless = [role for role, name in named if role in CONTROL_ROLES | {"image", "img", "group", "region", "form"} and not name]
        self.assertEqual(nameless, [])
        self.assertGreaterEqual(sum(role in CONTROL_ROLES for role, _ in named), 30)
        roles = {role for role, _ in named}
        self.assertLessEqual({"status", "main", "banner", "heading", "form"}, roles)
        picture = next(name for role, name in named if role in ("image", "img") and name.startswith("The photo"))
        self.assertIn("1 face found", picture)

    def test_text_has_enough_contrast_in_light_and_dark_mode(self):
        page = self.open("photos/obama.jpg")
        for colors in page.in_both_colors():
            self.assertEqual(page.evaluate(CONTRASTS), [], colors)
            page.screenshot(colors)

    def test_reduced_motion_is_respected(self):
        page = self.open()
        moving = "[...document.querySelectorAll('*')].filter((one) => parseFloat(getComputedStyle(one).transitionDuration) > 0).length"
        self.assertGreater(page.evaluate(moving), 0)
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
        self.assertEqual(page.evaluate(moving), 0)

    def test_a_phone_shows_everything_without_scrolling_sideways(self):
        page = self.open(width=375, height=720, phone=True)
        sideways = "document.documentElement.scrollWidth > screen.width"
        self.assertFalse(page.evaluate(sideways))
        page.screenshot("phone-empty")
        sides = page.evaluate("""["mat", "source"].map((id) => document.getElementById(id).getBoundingClientRect())
            .map((box) => [Math.round(box.left), Math.round(box.right)])""")
        self.assertEqual(sides[0], sides[1], "the empty box is indented")
        page.write("#url", "composites/three_in_row.jpg")
        page.click("#load")
        self.wait_for_result(page)
        self.assertFalse(page.evaluate(sideways))
        small = page.evaluate("""[...document.querySelectorAll("button, a.button, input, select")]
            .map((one) => [one.closest("label") ?? one, one.id || one.name])
            .filter(([one]) => one.checkVisibility())
            .map(([one, name]) => [one.getBoundingClientRect(), name])
            .filter(([box]) => box.width < 24 || box.height < 24).map(([, name]) => name)""")
        self.assertEqual(small, [], "too small for a finger")
        page.screenshot("phone")
        below = page.evaluate("document.getElementById('result').getBoundingClientRect().top + scrollY")
        self.assertLess(below, 720, "the result is not on the first screen")
        page.evaluate("document.getElementById('zoom').scrollIntoView({ block: 'center' })")
        seen = page.evaluate("document.getElementById('photo').getBoundingClientRect().toJSON()")
        self.assertTrue(seen["top"] >= 0 and seen["bottom"] <= 720, f"the photo is out of sight beside the sliders: {seen}")
        page.screenshot("phone-sliders", whole=False)

    def test_the_policy_blocks_foreign_scripts_and_styles(self):
        self.expected_errors = ("Content Security Policy", "TrustedScript")
        page = self.open()
        page.evaluate("""(() => {
            const script = document.createElement("script");
            try { script.text = "window.hasRun = true"; } catch { }
            document.body.append(script);
            const style = document.createElement("style");
            style.textContent = "body { color: rgb(1, 2, 3) }";
            document.head.append(style);
        })()""")
        self.assertIsNone(page.evaluate("window.hasRun"))
        self.assertNotEqual(page.evaluate("getComputedStyle(document.body).color"), "rgb(1, 2, 3)")
        self.assertTrue(any("Content Security Policy" in error for error in page.errors()), "these tests do not detect violations")


if __name__ == "__main__":
    unittest.main()
