"""What the path of the camera shows of the faces in made videos."""
import bisect
import json
import subprocess

import made

window = (405, 720)


def holds(place, face):
    """Whether a window at a place, whose height is that of the frame, shows a face to half a pixel."""
    return place - 0.5 <= face[0] and face[0] + face[2] <= place + window[0] + 0.5


def fit(faces):
    """Whether one window holds all."""
    return not faces or max(x + w for x, _, w, _ in faces) - min(face[0] for face in faces) <= window[0]


def share(places, truth, kept=lambda frame, face: False):
    """The share of frames in which every face that a window could hold is whole. Where one window cannot hold all of them, it is to hold at
    least one, and all that the plan says it keeps."""
    good = 0
    for frame, (place, faces) in enumerate(zip(places, truth)):
        whole = [holds(place, face) for face in faces]
        good += all(whole) if fit(faces) else any(whole) and all(held for held, face in zip(whole, faces) if kept(frame, face))
    return good / len(truth)


class Path:
    def __init__(self, record):
        self.shots = record["path"]["shots"]
        self.size = record["path"]["size"]
        self.frames = record["path"]["frameCount"]

    def shot(self, frame):
        return self.shots[bisect.bisect_right([shot["start"] for shot in self.shots], frame) - 1]

    def place(self, frame):
        shot = self.shot(frame)
        windows = shot["windows"]
        index = bisect.bisect_right([window["frame"] for window in windows], frame) - 1
        first = windows[max(0, index)]
        if shot["motion"] == "pad":
            return None
        if index + 1 >= len(windows):
            return first["rectangle"]["x"]
        second = windows[index + 1]
        part = (frame - first["frame"]) / (second["frame"] - first["frame"])
        return first["rectangle"]["x"] + part * (second["rectangle"]["x"] - first["rectangle"]["x"])

    def keeps(self, frame, face):
        """Whether the plan keeps a face: the middle of it is where a track of its shot is seen."""
        shot = self.shot(frame)
        time = shot["startTime"] + (shot["endTime"] - shot["startTime"]) * (frame - shot["start"]) / max(1, shot["end"] - 1 - shot["start"])
        middle = face[0] + face[2] / 2, face[1] + face[3] / 2
        for track in shot["kept"]:
            bounds = track["bounds"]
            inside = bounds["x"] <= middle[0] <= bounds["x"] + bounds["width"] and bounds["y"] <= middle[1] <= bounds["y"] + bounds["height"]
            if inside and track["startTime"] <= time <= track["endTime"]:
                return True
        return False

    def late(self, cuts):
        """By how many frames the cuts are missed at most; None if there is one too many or too few."""
        found = [shot["start"] for shot in self.shots if shot["opening"] == "cut"]
        return max((abs(one - other) for one, other in zip(found, cuts)), default=0) if len(found) == len(cuts) else None


def turns(shots, places, rate):
    """How often the window turns within a shot, and how often less than a second after another turn."""
    count, quick = 0, 0
    for shot in shots:
        last, when = 0, None
        for frame in range(shot["start"] + 1, shot["end"]):
            step = 0 if places[frame] is None else places[frame] - places[frame - 1]
            # A hundredth of a window in a second is not seen.
            if abs(step) * rate < 0.01 * window[0]:
                continue
            if last * step < 0:
                count += 1
                quick += when is not None and frame - when < rate
                when = frame
            last = step
    return count, quick


def still(truth):
    """A still window in the middle of the faces of the first thirty frames."""
    faces = [face for frame in truth[:30] for face in frame]
    if not faces:
        return (made.width - window[0]) / 2
    middle = (min(face[0] for face in faces) + max(face[0] + face[2] for face in faces)) / 2
    return min(max(middle - window[0] / 2, 0), made.width - window[0])


def measure(command, folder):
    maker = made.Maker()
    rows, sums = [], {"frames": 0, "ours": 0, "center": 0, "first": 0, "movement": 0, "least": 0, "turns": 0, "quick": 0, "seconds": 0}
    for scene in made.scenes:
        file, truth = maker.video(scene, folder)
        run = [command, "video", file, "--aspect", "9:16", "--plan", "--json"]
        output = subprocess.run(run, check=True, capture_output=True, text=True).stdout
        path = Path(json.loads(output.splitlines()[0]))
        if path.frames != len(truth):
            raise SystemExit(f"{file} has {len(truth)} frames, not {path.frames}")
        places = [path.place(frame) for frame in range(len(truth))]
        ours = share(places, truth, path.keeps)
        turned, quick = turns(path.shots, places, scene.rate)
        center = share([(made.width - window[0]) / 2] * len(truth), truth)
        first = share([still(truth)] * len(truth), truth)
        movement, least = [sum(shot[key] for shot in path.shots) for key in ("movement", "leastMovement")]
        late = path.late([round(cut * scene.rate) for cut in scene.cuts])
        acceleration = max(shot["acceleration"] for shot in path.shots)
        for key, value in (("ours", ours), ("center", center), ("first", first)):
            sums[key] += value * len(truth)
        sums["frames"] += len(truth)
        sums["movement"] += movement
        sums["least"] += least
        sums["turns"] += turned
        sums["quick"] += quick
        sums["seconds"] += scene.seconds
        ratio = f"{movement / least:.2f}" if least > 1 else "still" if movement < 1 else "∞"
        rows.append([
            scene.name, str(scene.rate), f"{100 * ours:.1f}%", f"{100 * center:.1f}%", f"{100 * first:.1f}%",
            "" if not scene.cuts and late == 0 else "missed" if late is None else str(late), ratio, f"{acceleration:.1f}",
            f"{turned * 60 / scene.seconds:.0f}", f"{quick * 60 / scene.seconds:.0f}",
        ])
    total = [f"{100 * sums[key] / sums['frames']:.1f}%" for key in ("ours", "center", "first")]
    rows.append(["all", "", *total, "", f"{sums['movement'] / max(sums['least'], 1):.2f}", "", *(f"{sums[key] * 60 / sums['seconds']:.1f}" for key in ("turns", "quick"))])
    print("| video | frames/s | path | center | first 30 frames | frames late at cuts | movement / least | acceleration | turns a minute | within a second |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for row in rows:
        print("| " + " | ".join(row) + " |")
