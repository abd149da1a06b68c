"""What the tests of the page share: the service, the browser, and a page that is looked after."""

import json
import os
import pathlib
import unittest

from browser import Browser
from service import FIXTURES, Service

COMMAND = os.environ["BOUNDEDCROP"]
ARTEFACTS = pathlib.Path(os.environ["ARTEFACTS"])
# Long, since machines may be busy: only what never happens takes this many seconds.
TIMEOUT = 120


class PlaygroundTest(unittest.TestCase):
    """Opens pages, and fails when anything went wrong in one of them."""

    # What the console may say: refused requests are named there.
    expected_errors = ()

    @classmethod
    def setUpClass(cls):
        ARTEFACTS.mkdir(parents=True, exist_ok=True)
        cls.service = Service(COMMAND, TIMEOUT, "--allow-private")
        cls.addClassCleanup(cls.service.close)
        cls.browser = Browser(TIMEOUT, ARTEFACTS)
        cls.addClassCleanup(cls.browser.close)

    def run(self, result=None):
        self.result = result
        return super().run(result)

    def setUp(self):
        self.pages = []

    def tearDown(self):
        has_failed = any(test is self for test, _ in self.result.failures + self.result.errors)
        for number, page in enumerate(self.pages):
            if has_failed:
                page.screenshot(f"failed-{self._testMethodName}-{number}")
            errors = [error for error in page.errors() if not any(text in error for text in self.expected_errors)]
            elsewhere = [url for url in page.requested_urls() if not url.startswith(("blob:", "about:", page.url))]
            page.close()
            self.assertEqual(errors, [], "errors in the console")
            self.assertEqual(elsewhere, [], "requests to other hosts")

    def open(self, photo=None, url=None, **screen):
        """The page, with a photo of Fixtures/ in it."""
        url = url or self.service.url
        page = self.browser.open(url, **screen)
        page.url = url
        self.pages.append(page)
        if photo:
            page.choose_file("#file", FIXTURES / photo)
            self.wait_for_result(page)
        return page

    def wait_for_result(self, page):
        page.wait("""!document.getElementById("result").hidden
            && document.getElementById("resultMat").ariaBusy === "false" && document.getElementById("mat").ariaBusy === "false" """)

    def plan(self, page):
        return json.loads(page.text("#jsonText"))

    def wait_for_plan(self, page, condition):
        """Waits until the plan shown is such that a condition on `plan` is true, and returns it."""
        page.wait(f"((plan) => {condition})(JSON.parse(document.getElementById('jsonText').textContent))")
        return self.plan(page)
