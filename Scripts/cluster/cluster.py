"""Services behind nginx, and the phases in which they are asked."""

import asyncio
import random

from cluster import load
from cluster.pictures import SIZES, path
from cluster.proxy import Proxy
from cluster.report import Phase
from cluster.services import Service, Tally


class Cluster:
    def __init__(self, command, pictures, folder, settings, environment=None):
        """`settings` are flags of each service and their values, `environment` has variables besides this script's own."""
        self.command, self.pictures, self.folder, self.settings = command, pictures, folder, settings
        self.environment = environment
        folder.mkdir()
        self.random = random.Random(19)
        self.tally = Tally()
        self.sizes = iter(SIZES)
        self.asked = []
        self.started = 0
        self.services = []
        for _ in range(3):
            self.start_service()
        self.proxy = Proxy(folder / "nginx", [service.port for service in self.services])

    def start_service(self):
        self.started += 1
        self.services.append(Service(self.command, f"service-{self.started}", self.folder, self.settings, self.environment))

    def use_services(self):
        """nginx asks those that run, and no others."""
        self.proxy.use([service.port for service in self.services])

    def kill_first(self):
        service = self.services.pop(0)
        for _ in range(1000):
            self.tally.read([service])
            # While it is busy, so that something is lost.
            if self.tally.last[service.name]["boundedcrop_requests_inside"] >= 2:
                break
        service.program.kill()
        return service.port

    def end_first(self):
        """As it should be done: taken from the list, then by SIGTERM, after which the service finishes what it was asked."""
        service = self.services.pop(0)
        self.use_services()
        self.tally.read([service])
        if service.program.stop() != 0:
            raise SystemExit(f"{service.name} ended with {service.program.process.returncode} after SIGTERM")

    def phase(self, name, sizes=1, halfway=None):
        """Asks for each picture in sizes that were not asked for before, and for as many answers that were, in a random order. With
        `halfway`, the latter come first, so that every picture is asked for after it; it may return the port of a service that it killed."""
        names = self.pictures.names
        new = [path(picture, size) for size in [next(self.sizes) for _ in range(sizes)] for picture in names]
        repeated = self.random.choices(self.asked or new, k=len(names))
        self.asked += new
        self.random.shuffle(new)
        paths = repeated + new
        if not halfway:
            self.random.shuffle(paths)
        killed = []
        before = self.counters()
        outcomes = asyncio.run(load.send(self.proxy.port, paths, halfway and (lambda: killed.append(halfway()))))
        counters = {series: count - before[series] for series, count in self.counters().items()}
        wrong = [one for one in outcomes if one.status == 200 and not self.pictures.is_right(one)]
        return Phase(name, outcomes, set(new), wrong, counters, self.proxy.attempts(), next(iter(killed), None))

    def counters(self):
        self.tally.read(self.services)
        return self.tally.total()

    def stop(self):
        self.proxy.program.stop()
        for service in self.services:
            service.program.stop()
