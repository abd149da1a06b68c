"""Shared by the tests of the page: the service, the browser, and pages that are checked for errors."""

import atexit
import functools
import json
import os
import pathlib
import unittest

from browser import Browser
from service import FIXTURES, Service

COMMAND = os.environ["BOUNDEDCROP"]
ARTEFACTS = pathlib.Path(os.environ["ARTEFACTS"])
# Long, because machines may be busy; only a failing test takes this many seconds.
TIMEOUT = 120


@functools.cache
def browser():
    """The browser of all tests."""
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    browser = Browser(TIMEOUT, ARTEFACTS)
    atexit.register(browser.close)
    return browser


@functools.cache
def service(*options):
    """The service of all tests that want the same."""
    service = Service(COMMAND, TIMEOUT, "--allow-private", *options)
    atexit.register(service.close)
    return service


class PlaygroundTest(unittest.TestCase):
    """Opens pages, and fails if there was an error in one of them."""

    # The errors allowed in the console, which reports refused requests.
    expected_errors = ()
    # Further options of the service.
    options = ()

    @classmethod
    def setUpClass(cls):
        cls.browser, cls.service = browser(), service(*cls.options)

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

    def open(self, *photos, url=None, **screen):
        """The page with photos from Fixtures/."""
        url = url or self.service.url
        page = self.browser.open(url, **screen)
        page.url = url
        self.pages.append(page)
        if photos:
            page.choose_files("#file", *(FIXTURES / photo for photo in photos))
            self.wait_for_result(page)
        return page

    def wait_for_result(self, page):
        page.wait("""!document.getElementById("result").hidden
            && document.getElementById("resultMat").ariaBusy === "false" && document.getElementById("mat").ariaBusy === "false" """)

    def plan(self, page):
        return json.loads(page.text("#jsonText"))

    def wait_for_plan(self, page, condition):
        """Waits until a condition on the displayed `plan` is true, and returns the plan."""
        page.wait(f"((plan) => {condition})(JSON.parse(document.getElementById('jsonText').textContent))")
        return self.plan(page)
