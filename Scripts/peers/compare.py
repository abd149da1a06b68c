"""Crops the same photos to 300x300 with all tools in turn, once as separate processes and once warm; prints medians as Markdown.

Arguments: the command, the benchmark, the folder of its inputs, the model for the plain OpenCV script.
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

command, benchmark, inputs, model = sys.argv[1:]
here = Path(__file__).parent
rounds = int(os.environ.get("ROUNDS", "15"))
sizes = ["0.5", "2", "12"]


def run(arguments):
    """Wall and processor milliseconds from exec to exit."""
    start = time.perf_counter()
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    if status != 0:
        sys.exit(f"{arguments} failed")
    return (time.perf_counter() - start) * 1e3, (usage.ru_utime + usage.ru_stime) * 1e3


class Warm:
    """A process that reads paths and answers each with its milliseconds."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def __call__(self, path):
        self.process.stdin.write(f"{path}\n")
        return tuple(map(float, self.process.stdout.readline().split()))


def table(heading, works):
    """Medians of wall and processor time for each size, and the first tool's as a share of them."""
    print(f"| {heading} | " + " | ".join(f"{size} MP: wall ms | CPU ms | ours / theirs, wall and CPU" for size in sizes) + " |")
    print("| --- |" + " ---: |" * (3 * len(sizes)))
    cells = {name: [] for name in works}
    for size in sizes:
        path = f"{inputs}/{size}.jpg"
        times = {name: [] for name in works}
        for round in range(rounds + 1):
            for name, work in works.items():
                time = work(path)
                if round > 0:  # The first round warms the caches.
                    times[name].append(time)
        medians = {name: [statistics.median(kind) for kind in zip(*times[name])] for name in works}
        ours = medians[next(iter(works))]
        for name in works:
            wall, cpu = medians[name]
            cells[name] += [f"{wall:.1f}", f"{cpu:.1f}", f"{ours[0] / wall:.2f} {ours[1] / cpu:.2f}"]
    for name in works:
        print(f"| {name} | " + " | ".join(cells[name]) + " |")
    print(flush=True)


with tempfile.TemporaryDirectory() as folder:
    output = f"{folder}/out.jpg"
    table("one process", {
        "boundedcrop": lambda path: run([command, "crop", path, "--size", "300x300", "--overwrite", "-o", output]),
        "vipsthumbnail": lambda path: run(["vipsthumbnail", path, "--size", "300x300", "--smartcrop", "attention", "-o", output + "[Q=85]"]),
        "Python and OpenCV": lambda path: run([sys.executable, str(here / "opencv_script.py"), model, path, output]),
        "autocrop": lambda path: run(["autocrop", path, "-o", output, "-w", "300", "-H", "300"]),
    })
    table("warm, one thread", {
        "boundedcrop": Warm(benchmark, "warm"),
        "libvips attention": Warm(sys.executable, str(here / "vips_peer.py")),
        "Python and OpenCV": Warm(sys.executable, str(here / "opencv_peer.py"), model),
    })
