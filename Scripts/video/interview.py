"""Interviews in which it is known who speaks: two faces whose mouths move with made speech, in noise, music and laughter."""
import bisect
import json
import subprocess
import wave

import made
import numpy
from PIL import Image, ImageDraw, ImageFilter

rate, sound_rate, seconds = 25, 16000, 40
# What is heard besides: the noise, beside speech of 1, music, and how much more each is heard on the own side; whether who listens laughs.
kinds = {
    "quiet": {}, "noise": {"noise": 0.1}, "loud noise": {"noise": 0.3}, "music": {"music": 0.2}, "two channels": {"side": 0.5},
    "laughter": {"laughter": True},
}


def speech(random):
    """Who speaks in each hundredth of a second, -1 for nobody, and how wide the mouth is open."""
    count = seconds * 100
    speaker, mouth = numpy.full(count, -1), numpy.zeros(count)
    time, who = 0.5, 0
    while time < seconds:
        end = min(seconds, time + 1.5 + 7.5 * random.random() * random.random())
        while time < end:
            length, size = 0.12 + 0.18 * random.random(), 0.4 + 0.6 * random.random()
            pause = 0.3 if random.random() < 0.08 else 0.02
            first, last, next_ = int(time * 100), min(count, int((time + length) * 100)), min(count, int((time + length + pause) * 100))
            mouth[first:last] = size * numpy.sin(numpy.pi * numpy.arange(last - first) / max(1, last - first))
            speaker[first:next_] = who
            time += length + pause
        time += 0.1 + 0.9 * random.random()
        if random.random() < 0.85:
            who = 1 - who
    return speaker, mouth


def sound(random, speaker, mouth, noise=0.0, music=0.0, side=0.0, laughter=False):
    """Two channels: noise in the band of speech with the rhythm of the syllables, and what is heard besides."""
    count = seconds * sound_rate
    time = numpy.arange(count) / sound_rate
    loudness = numpy.interp(time * 100, numpy.arange(len(mouth)), mouth)
    carrier = numpy.convolve(random.standard_normal(count), numpy.ones(6) / 6, "same") + 0.5 * numpy.sign(numpy.sin(2 * numpy.pi * 140 * time))
    voice = 0.25 * loudness * carrier
    song = music * sum(numpy.sin(2 * numpy.pi * tone * time) * (0.6 + 0.4 * numpy.sin(2 * numpy.pi * beat * time)) for tone, beat in ((330, 0.5), (440, 1.9), (660, 1)))
    besides = 0.25 * noise * random.standard_normal(count) + 0.25 * song
    sides = numpy.where(speaker[numpy.minimum((time * 100).astype(int), len(speaker) - 1)] == 0, -side, side)
    return numpy.stack([voice * (1 - sides) + besides, voice * (1 + sides) + besides], 1)


def speak(picture, head, x, y, side, opening):
    """Opens the mouth of a head that is pasted: the chin goes down, and it is dark between the lips."""
    left, top, w, h = head.at(x * made.width, y * made.height, side)[3]
    middle, line, gap = left + w / 2, top + 0.79 * h, round(0.12 * h * opening)
    if gap < 1:
        return
    chin = (round(left + 0.2 * w), round(line), round(left + 0.8 * w), round(top + 1.0 * h))
    lower = picture.crop(chin)
    mask = Image.new("L", lower.size, 0)
    ImageDraw.Draw(mask).ellipse([0, -lower.height, lower.width, lower.height - 1], 255)
    picture.paste(lower, (chin[0], chin[1] + gap), mask.filter(ImageFilter.GaussianBlur(1)))
    ImageDraw.Draw(picture).ellipse([middle - 0.17 * w, line - 2, middle + 0.17 * w, line + gap + 1], (60, 25, 25))


def video(maker, kind, folder):
    """The file, and who speaks in each hundredth of a second."""
    file = folder / f"interview-{kind.replace(' ', '-')}.mkv"
    known = file.with_suffix(".json")
    if known.exists():
        return file, json.loads(known.read_text())
    random = numpy.random.default_rng(list(kinds).index(kind))
    speaker, mouth = speech(random)
    samples = sound(random, speaker, mouth, **kinds[kind])
    heard = file.with_suffix(".wav")
    with wave.open(str(heard), "wb") as output:
        output.setnchannels(2)
        output.setsampwidth(2)
        output.setframerate(sound_rate)
        output.writeframes((numpy.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())
    encoder = ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{made.width}x{made.height}", "-r", str(rate), "-i", "-"]
    encoder += ["-i", heard, "-c:v", "libx264", "-preset", "veryfast", "-crf", "21", "-pix_fmt", "yuv420p", "-c:a", "aac", file]
    program = subprocess.Popen(encoder, stdin=subprocess.PIPE)
    ground = maker.ground(0, 1, (0.0, 0.0))
    for index in range(rate * seconds):
        time = index / rate
        picture = ground.copy()
        for person, (head, x, side) in enumerate(((0, 0.17, 190), (3, 0.83, 180))):
            place = x + 0.006 * made.wave(time, 3.1 + person), 0.42 + 0.004 * made.wave(time, 2.3, person)
            maker.paste(picture, [(head, *place, side)])
            now = min(len(mouth) - 1, int(time * 100))
            opening = mouth[now] if speaker[now] == person else 0.0
            if kinds[kind].get("laughter") and int(time / 4) % 5 == 2 * person and speaker[now] != person:
                opening = 0.5 * abs(made.wave(time, 0.35))
            speak(picture, maker.heads[head], *place, side, opening)
        program.stdin.write(numpy.asarray(picture).tobytes())
    program.stdin.close()
    if program.wait() != 0:
        raise SystemExit(f"ffmpeg could not write {file}")
    heard.unlink()
    known.write_text(json.dumps(speaker.tolist()))
    return file, speaker.tolist()


def measure(command, folder):
    maker = made.Maker()
    print("| interview | speech in which the speaker is shown | the same with `cut` | cuts a minute |")
    print("| --- | ---: | ---: | ---: |")
    for kind in kinds:
        file, speaker = video(maker, kind, folder)
        shares, cuts = [], 0
        for option in ("speaker", "cut"):
            run = [command, "video", file, "--aspect", "9:16", "--when-apart", option, "--plan", "--json"]
            path = json.loads(subprocess.run(run, check=True, capture_output=True, text=True).stdout.splitlines()[0])["path"]
            starts = [shot["start"] for shot in path["shots"]]
            shown = []
            for time, who in enumerate(speaker):
                if who < 0:
                    continue
                frame = min(rate * seconds - 1, time * rate // 100)
                window = path["shots"][bisect.bisect_right(starts, frame) - 1]["windows"][0]["rectangle"]
                shown.append((window["x"] + window["width"] / 2 > made.width / 2) == (who == 1))
            shares.append(sum(shown) / len(shown))
            cuts = cuts or (len(starts) - 1) * 60 / seconds
        print(f"| {kind} | {100 * shares[0]:.1f}% | {100 * shares[1]:.1f}% | {cuts:.0f} |", flush=True)
