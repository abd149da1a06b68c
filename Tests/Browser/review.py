"""A review of photos that runs for a test."""

import os
import pathlib
import queue
import shutil
import subprocess
import tempfile
import threading
import unittest

from playground import COMMAND, TIMEOUT, browser
from service import FIXTURES

PHOTOS = ["photos/biden.jpg", "photos/coffee.png", "photos/chelsea.png", "composites/three_in_row.jpg"]


class Run:
    """`boundedcrop review` of a folder, and the address of its page."""

    def __init__(self, folder, *options):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("BOUNDEDCROP_")}
        # What a run remembers stays out of the home of whoever runs the tests.
        environment["XDG_STATE_HOME"] = str(folder / "state")
        self._process = subprocess.Popen([COMMAND, "review", "photos", *options], cwd=folder, env=environment, text=True,
                                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        lines = queue.Queue()
        threading.Thread(target=lambda: lines.put(self._process.stdout.readline()), daemon=True).start()
        self.url = lines.get(timeout=TIMEOUT).split(" at ")[-1].strip()

    def stop(self):
        self._process.terminate()
        said = self._process.communicate(timeout=TIMEOUT)[1]
        return self._process.returncode, said


class ReviewTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "photos").mkdir()
        for photo in PHOTOS:
            shutil.copy(FIXTURES / photo, self.folder / "photos")

    def review(self, *options):
        run = Run(self.folder, *(options or ("--aspect", "1:1", "--aspect", "16:9")))
        self.addCleanup(run.stop)
        return run

    def open(self, run, **screen):
        page = browser().open(run.url, **screen)
        self.addCleanup(page.close)
        self.addCleanup(lambda: self.assertEqual(page.uncaught(), []))
        page.wait("/look at/.test(document.getElementById('left').textContent) && !document.querySelector('#grid li:empty')")
        page.wait("!document.getElementById('left').textContent.includes('examined')")
        return page

    def open_picture(self, page, name):
        page.evaluate(f"[...document.querySelectorAll('#grid li')].find((one) => one.textContent.includes('{name}')).firstElementChild.click()")
        self.wait_for_picture(page, name)

    def wait_for_picture(self, page, name):
        page.wait(f"document.getElementById('name').textContent.endsWith('{name}') && !document.getElementById('photo').hidden")
        page.wait("!document.getElementById('moveCrop').hidden")

    def wait_for(self, page, said):
        page.wait(f"document.getElementById('said').textContent === '{said}'")
