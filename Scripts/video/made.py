"""Videos whose faces and cuts are known: faces of Fixtures/photos on moving paths over other photos."""
import json
import math
import subprocess
from pathlib import Path

import numpy
from PIL import Image, ImageDraw, ImageFilter, ImageOps

photos = Path(__file__).resolve().parent.parent.parent / "Fixtures" / "photos"
width, height = 1280, 720
heads = ["obama.jpg", "grace_hopper.jpg", "astronaut.png", "biden.jpg", "obama3.jpg", "obama2.jpg"]
grounds = ["china.jpg", "flower.jpg", "coffee.png", "rocket.jpg"]


class Head:
    """A head with its shoulders, cut out softly, and where its face is in it."""

    def __init__(self, name):
        entry = next(e for e in json.loads((photos.parent / "manifest.json").read_text()) if e["file"] == f"photos/{name}")
        picture = ImageOps.exif_transpose(Image.open(photos / name)).convert("RGB")
        x, y, w, h = entry["faces"][0]
        box = [max(0, round(x - 0.45 * w)), max(0, round(y - 0.5 * h)), min(picture.width, round(x + 1.45 * w)), min(picture.height, round(y + 1.5 * h))]
        self.picture = picture.crop(box)
        self.face = (x - box[0], y - box[1], w, h)
        mask = Image.new("L", self.picture.size, 0)
        ImageDraw.Draw(mask).rounded_rectangle([0.04 * mask.width, 0.03 * mask.height, 0.96 * mask.width, 0.97 * mask.height], 0.35 * mask.width, 255)
        self.mask = mask.filter(ImageFilter.GaussianBlur(0.03 * mask.width))
        self.sizes = {}

    def at(self, x, y, side):
        """The picture, its mask and corner, and the rectangle of the face whose middle is at a place; its height is `side`."""
        side = round(side)
        scale = side / self.face[3]
        if side not in self.sizes:
            size = [max(1, round(length * scale)) for length in self.picture.size]
            self.sizes[side] = (self.picture.resize(size, Image.LANCZOS), self.mask.resize(size, Image.LANCZOS))
        left, top = round(x - (self.face[0] + self.face[2] / 2) * scale), round(y - (self.face[1] + self.face[3] / 2) * scale)
        rectangle = (left + self.face[0] * scale, top + self.face[1] * scale, self.face[2] * scale, self.face[3] * scale)
        return *self.sizes[side], (left, top), rectangle


def ground(index):
    """A photo without faces, larger than the frame; every other one is mirrored."""
    picture = Image.open(photos / grounds[index % len(grounds)]).convert("RGB")
    picture = ImageOps.fit(picture, (width * 5 // 4, height * 5 // 4), Image.LANCZOS)
    return ImageOps.mirror(picture) if index // len(grounds) % 2 else picture


class Scene:
    """One made video. `draw` gives for a time: the ground's number, another one and its share, the zoom, the shift, and the faces with the
    number of the head, its place in shares of the frame and the height of its face. `cover` says whether a post hides the middle."""

    def __init__(self, name, rate, seconds, draw, cuts=(), cover=False):
        self.name, self.rate, self.seconds, self.draw, self.cuts, self.cover = name, rate, seconds, draw, cuts, cover


def view(number, faces, other=None, share=0.0, zoom=1.0, shift=(0.0, 0.0)):
    return number, faces, other, share, zoom, shift


def wave(time, period, phase=0.0):
    return math.sin(2 * math.pi * time / period + phase)


def shots(time):
    number = int(time + 1e-6)
    return view(number, [(number % 6, 0.15 + 0.7 * ((number * 5) % 7) / 6, 0.42, 130)])


def dissolve(time):
    share = min(max((time - 2.5) / 1.0, 0), 1)
    faces = [(0, 0.25, 0.45, 150)] if share < 0.5 else [(1, 0.75, 0.45, 150)]
    return view(0, faces, 1, share)


def zoomed(time):
    zoom = 1 + time / 6
    return view(2, [(3, 0.5 + 0.08 * zoom, 0.45 + 0.02 * zoom, 110 * zoom)], zoom=zoom)


def shaken(time):
    shift = (0.012 * wave(time, 0.21) + 0.008 * wave(time, 0.13), 0.012 * wave(time, 0.17))
    return view(1, [(4, 0.4 + shift[0], 0.45 + shift[1], 140)], shift=shift)


def crowd(time):
    faces = []
    for index in range(14):
        faces.append((index % 6, 0.06 + 0.068 * index + 0.015 * wave(time, 7 + index % 5, index), 0.35 + 0.2 * (index % 3), 62))
    return view(3, faces)


scenes = [
    Scene("still speaker", 25, 8, lambda t: view(0, [(0, 0.62 + 0.01 * wave(t, 3), 0.42, 150)])),
    Scene("walk through", 30, 8, lambda t: view(1, [(1, -0.1 + 1.2 * t / 8, 0.45, 140)])),
    Scene("walk to and fro", 50, 12, lambda t: view(2, [(2, 0.5 + 0.34 * wave(t, 6), 0.45, 130)])),
    Scene("two apart", 30, 16, lambda t: view(3, [(0, 0.16 + 0.01 * wave(t, 4), 0.42, 150), (1, 0.84 + 0.01 * wave(t, 5), 0.42, 140)])),
    Scene("two meet", 24, 12, lambda t: view(0, [(2, 0.4, 0.42, 120), (3, 0.85 - 0.32 * min(max((t - 3) / 4, 0), 1), 0.42, 120)])),
    Scene("cuts every second", 24, 10, shots, range(1, 10)),
    Scene("cuts, 60 frames/s", 60, 10, shots, range(1, 10)),
    Scene("dissolve", 30, 6, dissolve),
    Scene("zoom", 30, 6, zoomed),
    Scene("shake", 60, 6, shaken),
    Scene("occlusion", 30, 8, lambda t: view(1, [(5, 0.25 + 0.06 * t, 0.45, 140)]), cover=True),
    Scene("someone leaves", 30, 9, lambda t: view(2, [(0, 0.35, 0.42, 130), (3, 0.5 + 0.15 * max(0, t - 3), 0.42, 130)])),
    Scene("crowd", 30, 10, crowd),
    Scene("large and swaying", 25, 20, lambda t: view(0, [(0, 0.5 + 0.035 * wave(t, 1.5) + 0.01 * wave(t, 0.9), 0.5, 430)])),
    Scene("leans aside", 30, 20, lambda t: view(1, [(1, 0.5 + (0.2 * wave(t % 6 - 4, 2) if 4 < t % 6 < 5 else 0), 0.45, 150)])),
]


class Maker:
    def __init__(self):
        self.heads = [Head(name) for name in heads]
        self.grounds = {}

    def ground(self, number, zoom, shift):
        if number not in self.grounds:
            self.grounds[number] = ground(number)
        picture = self.grounds[number]
        if zoom == 1 and shift == (0.0, 0.0):
            left, top = (picture.width - width) // 2, (picture.height - height) // 2
            return picture.crop((left, top, left + width, top + height))
        across, down = width / zoom, height / zoom
        left, top = (picture.width - across) / 2 - shift[0] * width, (picture.height - down) / 2 - shift[1] * height
        return picture.resize((width, height), Image.BILINEAR, (left, top, left + across, top + down))

    def frame(self, scene, time):
        """The picture, and the faces that are seen of at least a half."""
        number, faces, other, share, zoom, shift = scene.draw(time)
        picture = self.ground(number, zoom, shift)
        if other is not None and share > 0:
            # The heads are in the shots, so they dissolve with them.
            first, second = self.paste(picture.copy(), scene.draw(0)[1]), self.paste(self.ground(other, 1, (0.0, 0.0)), scene.draw(scene.seconds)[1])
            truth = self.places(faces)
            return Image.blend(first, second, share), truth
        picture = self.paste(picture, faces)
        if scene.cover:
            ImageDraw.Draw(picture).rectangle([0.46 * width, 0, 0.60 * width, height], (70, 66, 60))
        return picture, self.places(faces)

    def paste(self, picture, faces):
        for head, x, y, side in faces:
            part, mask, corner, _ = self.heads[head].at(x * width, y * height, side)
            picture.paste(part, corner, mask)
        return picture

    def places(self, faces):
        places = []
        for head, x, y, side in faces:
            left, top, w, h = self.heads[head].at(x * width, y * height, side)[3]
            seen = [max(0, left), max(0, top), min(width, left + w), min(height, top + h)]
            if seen[2] > seen[0] and seen[3] > seen[1] and (seen[2] - seen[0]) * (seen[3] - seen[1]) >= 0.5 * w * h:
                places.append([seen[0], seen[1], seen[2] - seen[0], seen[3] - seen[1]])
        return places

    def video(self, scene, folder):
        """The file, and the faces of each frame."""
        file, truth = folder / f"{scene.name.replace(' ', '-').replace(',', '').replace('/', '-')}.mp4", None
        known = file.with_suffix(".json")
        if known.exists():
            return file, json.loads(known.read_text())
        encoder = ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", str(scene.rate), "-i", "-"]
        encoder += ["-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-pix_fmt", "yuv420p", str(file)]
        program = subprocess.Popen(encoder, stdin=subprocess.PIPE)
        truth = []
        for index in range(scene.rate * scene.seconds):
            picture, faces = self.frame(scene, index / scene.rate)
            program.stdin.write(numpy.asarray(picture).tobytes())
            truth.append(faces)
        program.stdin.close()
        if program.wait() != 0:
            raise SystemExit(f"ffmpeg could not write {file}")
        known.write_text(json.dumps(truth))
        return file, truth
