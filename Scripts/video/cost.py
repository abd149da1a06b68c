"""What a crop of a video costs, beside ffmpeg's own crop of the center with the same encoder."""
import json
import os
import subprocess
import time

import made

seconds = 20
# The bits for each second, by height, that such videos have on the web.
rates = {720: "2500k", 1080: "5M", 2160: "16M"}


def run(arguments):
    """The seconds of processor time and of the clock of a program with its children, and the most memory of any of them in MB."""
    start = time.monotonic()
    program = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(program.pid, 0)
    if status != 0:
        raise SystemExit(f"failed: {' '.join(map(str, arguments))}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - start, usage.ru_maxrss / 1024


def looped(source, target, length, *options):
    if not target.exists():
        command = ["ffmpeg", "-v", "error", "-y", "-stream_loop", "-1", "-i", source, "-f", "lavfi", "-i", "sine=frequency=300:sample_rate=48000"]
        subprocess.run([*command, "-map", "0:v", "-map", "1:a", "-t", str(length), *options, target], check=True)
    return target


def measure(command, folder):
    maker, sources = made.Maker(), {}
    for name in ("still speaker", "walk through"):
        scene = next(scene for scene in made.scenes if scene.name == name)
        sources[name], _ = maker.video(scene, folder)
    print("| video | ffmpeg's crop of the center | of the same window | `boundedcrop video` | factor | analysis alone | decoding alone | times real time |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for height, rate in rates.items():
        for name, source in sources.items():
            # The grain of a sensor. Without it, what does not move in made videos costs nothing to encode.
            grain = f"fps=30,scale=-2:{height},noise=alls=6:allf=t"
            encode = ["-vf", grain, "-c:v", "libx264", "-preset", "veryfast", "-b:v", rate, "-c:a", "aac"]
            file = looped(source, folder / f"cost-{name.replace(' ', '-')}-{height}.mp4", seconds, *encode)
            ffmpeg = ["ffmpeg", "-v", "error", "-y", "-i", file]
            plan = [command, "video", file, "--aspect", "9:16", "--plan", "--json"]
            windows = [shot["windows"] for shot in json.loads(subprocess.check_output(plan))["path"]["shots"]]

            def crop(place):
                encoder = ["-c:v", "libx264", "-preset", "medium", "-crf", "20", "-c:a", "copy"]
                return run([*ffmpeg, "-vf", f"crop={place}", *encoder, folder / "ffmpeg.mp4"])[0]

            center = crop("2*floor(ih*9/32):ih")
            still = [windows[0][0]["rectangle"][side] for side in ("width", "height", "x", "y")] if [len(w) for w in windows] == [1] else None
            same = f"{crop(':'.join(map(str, still))):.1f} s" if still else ""
            whole, analysis = run([command, "video", file, "--aspect", "9:16", "--overwrite", "-o", folder / "cropped.mp4"]), run(plan)
            decoding = run([*ffmpeg, "-map", "0:v", "-f", "null", "-"])
            cells = [f"{name}, {height}p", f"{center:.1f} s", same, f"{whole[0]:.1f} s", f"{whole[0] / center:.2f}"]
            cells += [f"{analysis[0]:.1f} s", f"{decoding[0]:.1f} s", f"{seconds / analysis[1]:.1f}"]
            print(f"| {' | '.join(cells)} |", flush=True)
    print()
    print("| length | most memory of the command or of ffmpeg |")
    print("| --- | ---: |")
    for name, length in (("10 minutes", 600), ("2 hours", 7200)):
        file = looped(sources["walk through"], folder / f"memory-{length}.mp4", length, "-c:v", "copy", "-c:a", "aac")
        print(f"| {name} | {run([command, 'video', file, '--aspect', '9:16', '--plan'])[2]:.0f} MB |", flush=True)
