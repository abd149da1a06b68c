"""The table of a run, and what was not as promised in it."""

import os
from dataclasses import dataclass

COLUMNS = ["requests", "failed", "sent again", "crops made", "pictures moved", "detections", "from Redis", "p50 ms", "p99 ms", "longest ms"]
# Pictures whose requests cross a change, of all.
NOISE = 0.05
# What a hash gives to one of three services: a third of 154 pictures, with a standard deviation of 6 for the pictures and 4 for the service's
# part of the ring. Three of both are less than this part of all pictures.
CHANCE = 0.15


def share(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(part * len(values)))]


@dataclass
class Phase:
    """`new` has the paths that were asked for the first time. `attempts` are those of all phases, `killed` is the port of a service that was
    killed."""

    name: str
    outcomes: list
    new: set
    wrong: list
    counters: dict
    attempts: dict
    killed: int | None

    @property
    def failed(self):
        return [one for one in self.outcomes if one.status != 200]

    def interrupted(self):
        """The names of requests that the killed service was working on: it was connected, and gave no whole answer."""
        failed = {one.name for one in self.failed}
        return {
            one.name for one in self.outcomes for port, status, connected in self.attempts.get(one.name, (0, []))[1]
            if port == self.killed and connected and (status != "200" or one.name in failed)
        }

    def sent_again(self):
        return sum(len(self.attempts.get(one.name, (0, []))[1]) > 1 for one in self.outcomes)

    def meetings(self, only_new):
        """The pictures and the ports of the services that answered for them; `only_new` leaves out answers that were asked for before."""
        counted = [one for one in self.outcomes if one.status == 200 and (one.path in self.new or not only_new)]
        asked = ((one, self.attempts.get(one.name, (0, []))[1]) for one in counted)
        return {(one.path.rpartition("/")[2], ports[-1][0]) for one, ports in asked if ports}

    def count(self, metric, **labels):
        return int(sum(
            value for series, value in self.counters.items()
            if series.split("{")[0] == metric and all(f'{label}="{wanted}"' in series for label, wanted in labels.items())
        ))


class Report:
    def __init__(self, title, pictures, shares_results):
        """With shared results, a service need not meet a picture for an answer that was made before."""
        self.title, self.pictures, self.shares_results = title, pictures, shares_results
        self.rows, self.notes, self.failures, self.met = [], [], [], set()

    def third(self, moved):
        """The most detections if only pictures of another service need one again, which are a third."""
        self.promise(moved <= self.pictures * (1 / 3 + CHANCE + NOISE), f"{moved} of {self.pictures} pictures moved")
        return moved

    def noise(self, moved):
        return int(self.pictures * NOISE)

    def promise(self, holds, text):
        if not holds:
            self.failures.append(text)

    def add(self, phase, most_looks):
        """`most_looks` has the number of pictures that moved, and returns how many may need a detection."""
        meetings = phase.meetings(only_new=self.shares_results)
        moved = len(meetings - self.met) if self.met else 0
        self.met |= meetings
        looked = phase.count("boundedcrop_detections_total", origin="made")
        most = most_looks(moved)
        self.promise(looked <= most, f"{phase.name}: {self.pictures} pictures needed {looked} detections, more than {most}")
        if len(self.rows) == 0:
            self.promise(looked == self.pictures, f"{phase.name}: {self.pictures} pictures needed {looked} detections")
        self.promise(not phase.wrong, f"{phase.name}: {len(phase.wrong)} answers are not the right ones, such as {phase.wrong[:1]}")
        interrupted = phase.interrupted() if phase.killed else set()
        strangers = [one for one in phase.failed if one.name not in interrupted]
        self.promise(not strangers, f"{phase.name}: {len(strangers)} requests failed that no killed service had, such as {strangers[:1]}")
        if phase.killed:
            self.promise(interrupted, f"{phase.name}: nothing was in progress in the service when it was killed")
            self.notes.append(f"The killed service had {len(interrupted)} requests in progress, of which {len(phase.failed)} failed.")
        times = [one.milliseconds for one in phase.outcomes]
        self.rows.append([
            phase.name, len(phase.outcomes), len(phase.failed), phase.sent_again(), phase.count("boundedcrop_results_total", origin="made"),
            moved, looked, phase.count("boundedcrop_detections_total", origin="storage"),
            *(f"{time:.0f}" for time in (share(times, 0.5), share(times, 0.99), max(times))),
        ])

    def recovery(self, seconds):
        self.promise(seconds is not None, "the services did not come back to Redis")
        if seconds is not None:
            self.notes.append(f"All services asked Redis again {seconds:.1f} s after it was started.")

    def lines(self):
        yield f"| {self.title} | {' | '.join(COLUMNS)} |"
        yield "| --- |" + " ---: |" * len(COLUMNS)
        for row in self.rows:
            yield "| " + " | ".join(str(cell) for cell in row) + " |"
        yield ""
        yield f"{self.pictures} pictures; {os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}."
        yield from self.notes
        for failure in self.failures:
            yield f"FAILED: {failure}"
