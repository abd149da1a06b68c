"""What the page does while the service cannot be reached, and when it is back."""

import unittest

from playground import COMMAND, TIMEOUT, PlaygroundTest
from service import FIXTURES, Service

# Answers of a proxy or of the service, in place of the next ones; `asked` counts the questions for settings, by which the page looks.
ANSWERS = """(() => {
    const ask = fetch;
    window.answers = [];
    window.asked = 0;
    window.fetch = (path, options) => {
        asked += String(path).includes("service.json");
        const next = window.answers.shift();
        return next ? Promise.resolve(new Response(next.body, next)) : ask(path, options);
    };
})()"""


class Connection(PlaygroundTest):
    expected_errors = ("Failed to load resource",)

    def setUp(self):
        super().setUp()
        self.own = Service(COMMAND, TIMEOUT)
        self.addCleanup(self.own.close)

    def test_a_lost_service_is_reported_and_the_open_work_continues_when_it_is_back(self):
        page = self.open("photos/obama.jpg", url=self.own.url)
        self.own.stop()
        page.click("label:has(input[name=shape][value='16:9'])")
        page.wait("!document.getElementById('gone').hidden")
        self.assertIn("does not answer", page.text("#goneText"))
        page.screenshot("gone")
        # Of what is set meanwhile, the last counts.
        page.click("label:has(input[name=shape][value='3:1'])")
        page.click("label:has(input[name=shape][value='4:5'])")
        self.own.start()
        self.wait_for_plan(page, "plan.aspect === '4:5'")
        page.wait("document.getElementById('gone').hidden")
        self.wait_for_result(page)
        self.assertTrue(page.evaluate("document.getElementById('problem').hidden"))

    def test_a_photo_that_is_opened_meanwhile_is_shown_later(self):
        page = self.open(url=self.own.url)
        page.wait("!document.getElementById('preset').closest('label').hidden")
        self.own.stop()
        page.choose_files("#file", FIXTURES / "photos/obama.jpg")
        page.wait("!document.getElementById('gone').hidden")
        page.choose_files("#file", FIXTURES / "photos/biden.jpg")
        self.own.start()
        self.wait_for_plan(page, "plan.file === 'biden.jpg'")
        self.wait_for_result(page)

    def test_try_again_looks_at_once_and_says_if_it_was_in_vain(self):
        # Without pauses that end by themselves.
        page = self.open("photos/obama.jpg", url=self.own.url, prepare="""(() => {
            const wait = setTimeout;
            window.setTimeout = (work, time) => (time >= 1000 ? 0 : wait(work, time));
        })()""")
        self.own.stop()
        page.click("label:has(input[name=shape][value='16:9'])")
        page.wait("!document.getElementById('gone').hidden")
        page.evaluate("document.getElementById('retry').focus()")
        page.press("Enter")
        page.wait("document.getElementById('goneText').textContent.includes('still does not answer')")
        self.assertEqual(page.evaluate("document.activeElement.id"), "retry")
        self.own.start()
        page.press("Enter")
        self.wait_for_plan(page, "plan.aspect === '16:9'")
        page.wait("document.getElementById('gone').hidden")
        self.assertEqual(page.evaluate("document.activeElement.id"), "controls", "the focus is lost")

    def test_a_service_that_is_there_is_not_asked_whether_it_is(self):
        page = self.open("photos/obama.jpg", url=self.own.url, prepare=ANSWERS)
        page.click("label:has(input[name=shape][value='16:9'])")
        self.wait_for_plan(page, "plan.aspect === '16:9'")
        self.wait_for_result(page)
        self.assertEqual(page.evaluate("asked"), 1)

    def test_a_proxy_without_its_service_counts_as_a_lost_service(self):
        page = self.open("photos/obama.jpg", url=self.own.url, prepare=ANSWERS)
        for status in (502, 503, 504):
            aspect = {502: "16:9", 503: "3:1", 504: "4:5"}[status]
            # One for the plans of each scheme, and one for the first look.
            page.evaluate(f"window.answers = Array(4).fill({{ status: {status}, body: '<html>Bad gateway</html>' }})")
            page.click(f"label:has(input[name=shape][value='{aspect}'])")
            page.wait("!document.getElementById('gone').hidden")
            self.wait_for_plan(page, f"plan.aspect === '{aspect}'")
            page.wait("document.getElementById('gone').hidden")
            self.wait_for_result(page)

    def test_a_busy_service_is_asked_again_and_other_problems_are_shown(self):
        page = self.open("photos/obama.jpg", url=self.own.url, prepare=ANSWERS)
        page.evaluate("""window.answers = Array(3).fill(
            { status: 503, headers: { "Retry-After": "1" }, body: '{"code": "queueFull", "detail": "the queue is full"}' })""")
        page.click("label:has(input[name=shape][value='16:9'])")
        self.wait_for_plan(page, "plan.aspect === '16:9'")
        self.wait_for_result(page)
        page.evaluate("""window.answers = Array(3).fill({ status: 504, body: '{"code": "timeout", "detail": "it took too long"}' })""")
        page.click("label:has(input[name=shape][value='3:1'])")
        page.wait("document.getElementById('problem').textContent.startsWith('It took too long. The service took')")
        self.assertTrue(page.evaluate("document.getElementById('gone').hidden"))
        page.evaluate("answers.length = 0; document.getElementById('again').focus()")
        page.press("Enter")
        self.wait_for_plan(page, "plan.aspect === '3:1'")
        page.wait("document.getElementById('trouble').hidden")
        self.wait_for_result(page)
        self.assertEqual(page.evaluate("document.activeElement.id"), "controls", "the focus is lost")

    def test_a_photo_that_could_not_be_loaded_at_the_moment_can_be_tried_again(self):
        page = self.open(url=self.own.url, prepare=ANSWERS)
        page.wait("!document.getElementById('preset').closest('label').hidden")
        page.evaluate("""window.answers = [{ status: 502, body: '{"code": "connectionFailed", "detail": "the server is away"}' }]""")
        page.write("#url", "photos/obama.jpg")
        page.press("Enter")
        page.wait("document.getElementById('problem').textContent === 'The server is away.'")
        page.click("#again")
        self.wait_for_plan(page, "plan.file === 'photos/obama.jpg'")
        page.wait("document.getElementById('trouble').hidden")
        # What will not change is not offered to be tried.
        page.write("#url", "broken/text.jpg")
        page.press("Enter")
        page.wait("!document.getElementById('problem').hidden")
        self.assertTrue(page.evaluate("document.getElementById('again').hidden"))

    def test_a_connection_that_only_breaks_for_one_request_is_an_error(self):
        page = self.open("photos/obama.jpg", url=self.own.url, prepare="""(() => {
            const ask = fetch;
            window.fetch = (path, options) => (window.breaks && String(path).startsWith("plan") ? Promise.reject(new TypeError()) : ask(path, options));
        })()""")
        page.evaluate("window.breaks = true")
        page.click("label:has(input[name=shape][value='3:1'])")
        page.wait("document.getElementById('problem').textContent.includes('broke off the connection')")
        page.evaluate("window.breaks = false")
        page.click("label:has(input[name=shape][value='16:9'])")
        self.wait_for_plan(page, "plan.aspect === '16:9'")
        page.wait("document.getElementById('problem').hidden")
        self.wait_for_result(page)


if __name__ == "__main__":
    unittest.main()
