"""Crops a folder of 2 MP photos to 300x300 with the command, the service, and thumbor with its face detector; prints medians as Markdown.

They run in short turns, so that other load on the machine affects all of them equally.
Arguments: the command and the folder of the benchmark's inputs. thumbor must be on the PATH.
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from image_server import ImageServer

command, inputs = (str(Path(argument).resolve()) for argument in sys.argv[1:])
rounds = 15
count = 200
thumbor_count = 40
cores = str(os.cpu_count())


def crop_folder(photos, output):
    """Photos a second, processor milliseconds a photo, and the peak of resident memory in MB."""
    start = time.perf_counter()
    process = subprocess.Popen([command, "crop", photos, "-o", output, "--size", "300x300", "--jobs", cores, "--overwrite"])
    _, process.returncode, usage = os.wait4(process.pid, 0)
    if process.returncode != 0:
        sys.exit("boundedcrop crop failed")
    wall = time.perf_counter() - start
    return count / wall, (usage.ru_utime + usage.ru_stime) / count * 1e3, usage.ru_maxrss / 1024


# Next to the inputs, since hard links cannot cross file systems; the service does not follow symbolic links.
with tempfile.TemporaryDirectory(dir=Path(inputs).parent) as folder, tempfile.TemporaryFile() as log:
    photos = Path(folder, "photos")
    photos.mkdir()
    names = [f"{number:05}.jpg" for number in range(count)]
    for name in names:
        (photos / name).hardlink_to(Path(inputs, "2.jpg"))

    service = [command, "serve", "--root", ".", "--no-web", "--cache-folder", "", "--memory-cache", "0", "--port"]
    thumbor = ["thumbor", "--ip", "127.0.0.1", "--conf", str(Path(__file__).with_name("thumbor.conf")), "--processes", cores, "--port"]
    with ImageServer(service, photos, log) as ours, ImageServer(thumbor, photos, log) as theirs:
        ours.get_ready(names[0])
        theirs.get_ready(names[0])
        works = {
            "boundedcrop crop": lambda: crop_folder(photos, f"{folder}/out"),
            "boundedcrop serve": lambda: ours.make_all(names),
            "thumbor": lambda: theirs.make_all(names[:thumbor_count]),
        }
        measured = {name: [] for name in works}
        for _ in range(rounds):
            for name, work in works.items():
                measured[name].append(work())

medians = {name: [statistics.median(kind) for kind in zip(*values)] for name, values in measured.items()}
rate, cpu, _ = medians["thumbor"]
print("| photos of 2 MP | photos a second | this / thumbor | CPU ms a photo | thumbor / this | peak memory, MB |")
print("| --- | ---: | ---: | ---: | ---: | ---: |")
for name, (its_rate, its_cpu, memory) in medians.items():
    print(f"| {name} | {its_rate:.1f} | {its_rate / rate:.1f} | {its_cpu:.1f} | {cpu / its_cpu:.1f} | {memory:.0f} |")
