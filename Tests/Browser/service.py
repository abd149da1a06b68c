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
        self._command, self._timeout, self._options = command, timeout, options
        self._lines = []
        self.start(0)

    def start(self, port=None):
        """Starts the service, again on the same port if none is given; port 0 is a free one."""
        port = self.url.rsplit(":", 1)[1].rstrip("/") if port is None else port
        environment = {name: value for name, value in os.environ.items() if not name.startswith("BOUNDEDCROP_")}
        self._process = subprocess.Popen(
            [self._command, "serve", "--port", str(port), "--root", FIXTURES, "--cache-folder", self._cache.name, *self._options],
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=environment)
        listening = queue.Queue()
        threading.Thread(target=self._read, args=(self._process, listening), daemon=True).start()
        try:
            self.url = listening.get(timeout=self._timeout)
        except queue.Empty:
            self.url = None
        if self.url is None:
            self.close()
            raise AssertionError(f"the service did not start:\n{self.log()}")

    def log(self):
        return "".join(self._lines)

    def close(self):
        self.stop()
        self._cache.cleanup()

    def stop(self):
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def _read(self, process, listening):
        with process.stderr as lines:
            for line in lines:
                self._lines.append(line)
                if found := re.search(r"Listening at (http://[^\s,]+)", line):
                    listening.put(found[1])
        listening.put(None)
