"""What a crop of a video costs, beside ffmpeg's own crop of the center with the same encoder."""
import os
import subprocess
import time

import made

seconds = 20


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
    scene = next(scene for scene in made.scenes if scene.name == "walk through")
    source, _ = made.Maker().video(scene, folder)
    print("| source | ffmpeg's crop of the center | `boundedcrop video` | factor | analysis alone, times real time |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name, height in (("720p30", 720), ("1080p30", 1080), ("4K30", 2160)):
        encode = ["-vf", f"scale=-2:{height}", "-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-c:a", "aac"]
        file = looped(source, folder / f"cost-{name}.mp4", seconds, *encode)
        crop = "crop=2*floor(ih*9/32):ih"
        encoder = ["-c:v", "libx264", "-preset", "medium", "-crf", "20", "-c:a", "copy"]
        center = run(["ffmpeg", "-v", "error", "-y", "-i", file, "-vf", crop, *encoder, folder / "center.mp4"])
        whole = run([command, "video", file, "--aspect", "9:16", "--overwrite", "-o", folder / "cropped.mp4"])
        analysis = run([command, "video", file, "--aspect", "9:16", "--plan", "--json"])
        print(f"| {name} | {center[0]:.1f} s | {whole[0]:.1f} s | {whole[0] / center[0]:.2f} | {seconds / analysis[1]:.1f} |")
    print()
    print("| length | most memory of the command |")
    print("| --- | ---: |")
    for name, length in (("10 minutes", 600), ("2 hours", 7200)):
        file = looped(source, folder / f"memory-{length}.mp4", length, "-c:v", "copy", "-c:a", "aac")
        print(f"| {name} | {run([command, 'video', file, '--aspect', '9:16', '--plan', '--json'])[2]:.0f} MB |")
