"""The service under test on a free port."""

import os
import pathlib
import queue
import re
import subprocess
import tempfile
import threading

FIXTURES = pathlib.Path(__file__).resolve().parents[2] / "Fixtures"


class Service:
    def __init__(self, command, timeout, *options):
        self._cache = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        environment = {name: value for name, value in os.environ.items() if not name.startswith("BOUNDEDCROP_")}
        self._process = subprocess.Popen(
            [command, "serve", "--port", "0", "--root", FIXTURES, "--cache-folder", self._cache.name, *options],
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=environment)
        self._lines = []
        listening = queue.Queue()
        threading.Thread(target=self._read, args=(listening,), daemon=True).start()
        try:
            self.url = listening.get(timeout=timeout)
        except queue.Empty:
            self.url = None
        if self.url is None:
            self.close()
            raise AssertionError(f"the service did not start:\n{self.log()}")

    def log(self):
        return "".join(self._lines)

    def close(self):
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._cache.cleanup()

    def _read(self, listening):
        with self._process.stderr as lines:
            for line in lines:
                self._lines.append(line)
                if found := re.search(r"Listening at (http://\S+)", line):
                    listening.put(found[1])
        listening.put(None)
