"""Services of the command, and what their metrics say."""

import os
import re
from collections import Counter

from cluster.programs import Program
from cluster.storages import DIRECT

SERIES = re.compile(r"^(\w+(?:\{[^}]*\})?) (\S+)$", re.MULTILINE)


class Service:
    def __init__(self, command, name, folder, settings, environment=None):
        """`settings` are flags and their values, `environment` has variables besides this script's own."""
        self.name = name
        # One worker and small caches each, since they share this machine.
        fixed = {"--host": "127.0.0.1", "--port": "0", "--no-web": None, "--workers": "1", "--memory-cache": "32000000", "--cache-folder": ""}
        arguments = [part for pair in {**fixed, **settings}.items() for part in pair if part is not None]
        log = folder / f"{name}.log"
        self.program = Program([command, "serve", *arguments], log, environment={**os.environ, **(environment or {})})
        self.program.wait_until(self.listening)
        self.port = int(self.listening().group(1))

    def listening(self):
        return re.search(r"Listening at http://127.0.0.1:(\d+)/", self.program.log.read_text())

    def metrics(self):
        with DIRECT.open(f"http://127.0.0.1:{self.port}/metrics", timeout=30) as answer:
            return Counter({name: float(value) for name, value in SERIES.findall(answer.read().decode())})


class Tally:
    """The counters of all services together, also of those that have ended."""

    def __init__(self):
        self.last = {}

    def read(self, services):
        for service in services:
            self.last[service.name] = service.metrics()

    def total(self):
        total = Counter()
        for counters in self.last.values():
            total.update(counters)
        return total
