"""A film strip for README: frames of a made video with the camera's window, and the crops of the same frames."""
import io
import subprocess

import made
from PIL import Image

times = [1.2, 2.6, 4.0, 5.4, 6.8]
width, gap = 256, 8


def frame(file, time):
    command = ["ffmpeg", "-v", "error", "-ss", str(time), "-i", file, "-frames:v", "1", "-f", "image2pipe", "-c:v", "png", "-"]
    return Image.open(io.BytesIO(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)).convert("RGB")


def make(command, folder, picture):
    scene = next(scene for scene in made.scenes if scene.name == "walk through")
    source, _ = made.Maker().video(scene, folder)
    crop, preview = folder / "strip.mp4", folder / "strip-preview.mp4"
    for output in (["-o", crop], ["--preview", preview]):
        subprocess.run([command, "video", source, "--aspect", "9:16", "--overwrite", *output], check=True)
    above = [frame(preview, time) for time in times]
    height = width * above[0].height // above[0].width
    below = [frame(crop, time) for time in times]
    tall = 200
    strip = Image.new("RGB", (len(times) * (width + gap) - gap, height + gap + tall), "white")
    for index, (one, other) in enumerate(zip(above, below)):
        left = index * (width + gap)
        strip.paste(one.resize((width, height), Image.LANCZOS), (left, 0))
        other = other.resize((tall * other.width // other.height, tall), Image.LANCZOS)
        strip.paste(other, (left + (width - other.width) // 2, height + gap))
    strip.save(picture, quality=82)
    print(f"{picture}: {picture.stat().st_size} bytes")
