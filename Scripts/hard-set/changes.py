"""Changes that make a face harder to find, with its label moved along. A face is (x, y, width, height) in pixels of the picture."""
import numpy
from PIL import Image, ImageDraw, ImageFilter, ImageOps


def shrunk(picture, faces, side):
    scale = min(1, side / max(picture.size))
    return resized(picture, faces, scale)


def resized(picture, faces, scale):
    size = [max(1, round(length * scale)) for length in picture.size]
    x, y = size[0] / picture.width, size[1] / picture.height
    return picture.resize(size, Image.LANCZOS), [(f[0] * x, f[1] * y, f[2] * x, f[3] * y) for f in faces]


def cut(picture, face, box):
    """The picture inside a box, and what of the face is inside."""
    left, top = max(face[0], box[0]), max(face[1], box[1])
    right, bottom = min(face[0] + face[2], box[2]), min(face[1] + face[3], box[3])
    return picture.crop(box), [(left - box[0], top - box[1], right - left, bottom - top)]


def around(picture, face, share):
    """A box around a face that is `share` of the box's height, inside the picture; more room below than above."""
    side = face[3] / share
    center = face[0] + face[2] / 2
    box = [center - side / 2, face[1] - side * 0.25, center + side / 2, face[1] + side * 0.75]
    return [round(max(0, box[0])), round(max(0, box[1])), round(min(picture.width, box[2])), round(min(picture.height, box[3]))]


def turned(picture, faces, angle):
    """Turned clockwise on a larger canvas, whose corners blur the edges; the label bounds the turned ellipse of the face."""
    if angle % 90 == 0:
        result = picture.rotate(-angle, expand=True)
    else:
        sharp, mask = [image.rotate(-angle, expand=True, resample=Image.BICUBIC) for image in (picture, Image.new("L", picture.size, 255))]
        # The blurred surroundings show no detail: an eighth of the size is enough.
        coarse = numpy.asarray(picture.resize([max(1, length // 8) for length in picture.size], Image.BOX))
        border = max(coarse.shape)
        surroundings = Image.fromarray(numpy.pad(coarse, ((border, border), (border, border), (0, 0)), mode="edge")).rotate(-angle)
        surroundings = surroundings.filter(ImageFilter.GaussianBlur(border / 30))
        corner = [(outer - inner / 8) / 2 for outer, inner in zip(surroundings.size, sharp.size)]
        box = (*corner, surroundings.width - corner[0], surroundings.height - corner[1])
        result = Image.composite(sharp, surroundings.resize(sharp.size, Image.BICUBIC, box), mask)
    cos, sin = numpy.cos(numpy.radians(angle)), numpy.sin(numpy.radians(angle))
    labels = []
    for x, y, width, height in faces:
        dx, dy = x + width / 2 - picture.width / 2, y + height / 2 - picture.height / 2
        center = result.width / 2 + dx * cos - dy * sin, result.height / 2 + dx * sin + dy * cos
        half = numpy.hypot(width / 2 * cos, height / 2 * sin), numpy.hypot(width / 2 * sin, height / 2 * cos)
        labels.append((center[0] - half[0], center[1] - half[1], 2 * half[0], 2 * half[1]))
    return result, labels


def with_noise(values, deviation, random):
    return Image.fromarray((values + random.normal(0, deviation, values.shape)).clip(0, 255).astype("uint8"))


def dark(picture, random):
    return with_noise(255 * 0.25 * (numpy.asarray(picture) / 255.0) ** 1.5, 3, random)


def noisy(picture, random):
    return with_noise(numpy.asarray(picture, dtype=float), 35, random)


def covered(picture, face, draw_parts):
    """Drawn at four times the size, so that edges are smooth. Parts are given as shares of the face's box."""
    large = Image.new("L", (picture.width * 4, picture.height * 4), 0)
    x, y, width, height = [length * 4 for length in face]
    color = draw_parts(ImageDraw.Draw(large), lambda *points: [(x + width * a, y + height * b) for a, b in points], width)
    return Image.composite(Image.new("RGB", picture.size, color), picture, large.resize(picture.size, Image.BOX))


def sunglasses(draw, at, width):
    for center in [0.27, 0.73]:
        draw.ellipse(at((center - 0.21, 0.3), (center + 0.21, 0.5)), fill=255)
    draw.line(at((-0.02, 0.36), (1.02, 0.36)), fill=255, width=round(width * 0.05))
    return (18, 18, 22)


def face_mask(draw, at, width):
    draw.polygon(at((0.04, 0.58), (0.3, 0.53), (0.5, 0.49), (0.7, 0.53), (0.96, 0.58), (0.9, 0.8), (0.72, 0.97), (0.5, 1.02), (0.28, 0.97),
                    (0.1, 0.8)), fill=255)
    draw.line(at((0.04, 0.58), (-0.04, 0.42)), fill=255, width=round(width * 0.02))
    draw.line(at((0.96, 0.58), (1.04, 0.42)), fill=255, width=round(width * 0.02))
    return (150, 190, 215)


def cut_by_edge(picture, face, random):
    share, side = random.uniform(0.15, 0.4), random.integers(3)
    x, y, width, height = face
    box = [[round(x + width * share), 0, picture.width, picture.height],
           [0, 0, round(x + width * (1 - share)), picture.height],
           [0, round(y + height * share), picture.width, picture.height]][side]
    return cut(picture, face, box)


def in_scene(scene, picture, face, bounds, random):
    scene = scene.resize([round(length * 1600 / max(scene.size)) for length in scene.size], Image.LANCZOS)
    picture, (face,) = cut(picture, face, around(picture, face, 0.5))
    picture, (face,) = resized(picture, [face], random.uniform(*bounds) * 1600 / face[3])
    x, y = [int(random.uniform(0.05, 0.95) * (large - small)) for large, small in zip(scene.size, picture.size)]
    edge = max(1, min(picture.size) // 12)
    mask = ImageOps.expand(Image.new("L", [max(1, length - 4 * edge) for length in picture.size], 255), 2 * edge)
    scene.paste(picture, (x, y), mask.resize(picture.size).filter(ImageFilter.GaussianBlur(edge)))
    return scene, [(face[0] + x, face[1] + y, face[2], face[3])]
