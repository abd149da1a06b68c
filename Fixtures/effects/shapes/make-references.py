#!/usr/bin/env python3
"""Makes the pictures that Tests/BoundedCropEffectsTests compares the effects with, by NumPy and Pillow alone.

Every .rgba is raw premultiplied RGBA, rows from the top; the sizes stand in the tests. Run it here: it writes beside itself.
"""

import math
from pathlib import Path

import numpy as np
from PIL import Image

HERE = Path(__file__).parent
WIDTH, HEIGHT = 23, 17


def store(name, *pictures):
    (HERE / f"{name}.rgba").write_bytes(b"".join(np.ascontiguousarray(p, np.uint8).tobytes() for p in pictures))


def nearest(values):
    return np.floor(np.asarray(values, np.float64) + 0.5).clip(0, 255).astype(np.uint8)


def sources():
    """A picture of noise on slopes, opaque above, ever more transparent below, with a clear hole; and the same, opaque."""
    noise = np.random.default_rng(4).integers(0, 60, (HEIGHT, WIDTH, 3))
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    color = np.stack([x * 8, y * 11, 190 - x * 4 - y * 4], 2) + noise
    alpha = np.where(y < 6, 255, 255 - (y - 5) * 20 - x)
    alpha[2:5, 14:19] = 0
    translucent = np.dstack([(color * alpha[..., None] + 127) // 255, alpha]).astype(np.uint8)
    opaque = np.dstack([color, np.full_like(alpha, 255)]).astype(np.uint8)
    return translucent, opaque


def crops(picture):
    image = Image.fromarray(picture, "RGBA")
    for name, box in {
        "inside": (3, 4, 14, 11),
        "over-top-left": (-4, -3, 9, 6),
        "over-bottom-right": (15, 12, 30, 20),
        "around": (-2, -3, 27, 22),
        "outside": (40, 40, 45, 43),
    }.items():
        store(f"crop-{name}", np.asarray(image.crop(box)))


def content_modes(picture):
    """Per mode one file: for each size, unpadded and then padded, one after the other."""
    picture = picture[:5, :7]
    modes = {
        "center": (0.5, 0.5), "top": (0.5, 0), "bottom": (0.5, 1), "left": (0, 0.5), "right": (1, 0.5),
        "topLeft": (0, 0), "topRight": (1, 0), "bottomLeft": (0, 1), "bottomRight": (1, 1),
    }
    for mode, (across, down) in modes.items():
        results = []
        for width, height in [(4, 3), (10, 8), (10, 2), (4, 8), (7, 5), (1, 1)]:
            # Cut each axis first, then pad it; int() leaves the odd pixel at the far end in both.
            left, top = int(max(0, 7 - width) * across), int(max(0, 5 - height) * down)
            cut = picture[top:top + min(5, height), left:left + min(7, width)]
            padded = np.zeros((height, width, 4), np.uint8)
            left, top = int((width - cut.shape[1]) * across), int((height - cut.shape[0]) * down)
            padded[top:top + cut.shape[0], left:left + cut.shape[1]] = cut
            results += [cut, padded]
        store(f"mode-{mode}", *results)


def clippings(picture):
    for alpha in [0.1, 0.25, 0.5, 0.6, 0.999]:
        store(f"alpha-{alpha}", nearest(picture * alpha))
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    levels = ((x * 31 + y * 47) % 256).astype(np.uint8)
    mask = np.dstack([levels] * 3 + [np.full_like(levels, 255)])
    store("mask", mask)
    store("mask-doubled", mask.repeat(2, 0).repeat(2, 1))
    store("masked", (picture.astype(int) * levels[..., None].astype(int) * 2 + 255) // 510)
    store("mask-from-alpha", np.dstack([picture[..., 3]] * 3 + [np.full_like(levels, 255)]))


def corners(opaque):
    for name, radii in {"6": (6, 6, 6, 6), "capsule": (8.5,) * 4, "each": (9.25, 3, 0, 6.5), "wide": (12, 0, 11, 0)}.items():
        fine = 64
        y, x = (np.mgrid[0:HEIGHT * fine, 0:WIDTH * fine] + 0.5) / fine
        inside = np.ones_like(x, bool)
        sides = [(x, y), (WIDTH - x, y), (x, HEIGHT - y), (WIDTH - x, HEIGHT - y)]
        # The radii given here are top left, top right, bottom left, bottom right, shrunk as CSS does.
        factor = min([1] + [side / (radii[a] + radii[b]) for side, a, b in
                            [(WIDTH, 0, 1), (WIDTH, 2, 3), (HEIGHT, 0, 2), (HEIGHT, 1, 3)] if radii[a] + radii[b] > 0])
        for (u, v), radius in zip(sides, radii):
            radius *= factor
            inside &= ~((u < radius) & (v < radius) & ((radius - u) ** 2 + (radius - v) ** 2 > radius ** 2))
        share = inside.reshape(HEIGHT, fine, WIDTH, fine).mean((1, 3))
        store(f"corners-{name}", nearest(opaque * share[..., None]))


def over(upper, lower):
    return upper + lower * (1 - upper[..., 3:] / 255)


def reflections(picture):
    for name, scale, gap, alpha in [("apart", 0.4, 2, 0.6), ("touching", 1.0, 0, 1.0), ("under", 0.7, -3, 0.8), ("hidden", 0.25, -9, 1.0)]:
        rows = math.ceil(HEIGHT * scale)
        fade = (1 - (np.arange(rows) + 0.5) / rows)[:, None, None]
        flipped = np.asarray(Image.fromarray(picture, "RGBA").transpose(Image.FLIP_TOP_BOTTOM))[:rows]
        store(f"reflected-{name}", nearest(flipped * fade))
        space = max(0, rows + gap)
        ground = np.zeros((HEIGHT + 2 * space, WIDTH, 4))
        start = space + HEIGHT + gap
        ground[start:start + rows] = nearest(flipped * (fade * alpha))[:len(ground) - start]
        ground[space:space + HEIGHT] = over(picture.astype(float), ground[space:space + HEIGHT])
        store(f"reflection-{name}", nearest(ground))


def gaussian(plane, sigma):
    """By the definition, in float64, ten sigmas wide, nothing outside."""
    def matrix(count):
        distance = np.arange(count)[:, None] - np.arange(count)[None, :]
        reach = np.arange(-math.ceil(10 * sigma), math.ceil(10 * sigma) + 1)
        return np.exp(-distance ** 2 / (2 * sigma ** 2)) / np.exp(-reach ** 2 / (2 * sigma ** 2)).sum()
    return matrix(plane.shape[0]) @ plane @ matrix(plane.shape[1])


def shadows(picture):
    for name, color, (dx, dy), blur in [
        ("soft", (0, 0, 0, 1), (0, 4), 8),
        ("hard", (1, 0.5, 0, 0.5), (-3, 2), 0),
        ("colored", (0.2, 0.4, 1, 0.75), (5, -2), 3),
        ("wide", (0, 0, 0, 1), (2, 1), 24),
    ]:
        across, down = abs(dx) + blur, abs(dy) + blur
        size = (HEIGHT + 2 * down, WIDTH + 2 * across)
        shape, ground = np.zeros(size), np.zeros(size + (4,))
        shape[down + dy:down + dy + HEIGHT, across + dx:across + dx + WIDTH] = picture[..., 3]
        ground[down:down + HEIGHT, across:across + WIDTH] = picture
        if blur:
            shape = gaussian(shape, blur / 2)
        tint = np.array([color[0] * color[3], color[1] * color[3], color[2] * color[3], color[3]])
        store(f"shadow-{name}", nearest(over(ground, shape[..., None] * tint)))


def averaged(picture, axis, count, start=0.0, stop=None):
    """Shrinks one axis: differences of the running sum, which is a line between pixels' edges."""
    picture = np.moveaxis(picture.astype(float), axis, 0)
    length = picture.shape[0]
    sums = np.concatenate([np.zeros((1,) + picture.shape[1:]), picture.cumsum(0)])
    edges = np.linspace(start, length if stop is None else stop, count + 1)
    whole = np.minimum(edges.astype(int), length - 1)
    at = sums[whole] + (edges - whole)[:, None, None] * picture[whole]
    return np.moveaxis(np.diff(at, axis=0) / np.diff(edges)[:, None, None], 0, axis)


def interpolated(picture, axis, count):
    """Enlarges one axis by Catmull-Rom splines, the picture's last pixels extended."""
    picture = np.moveaxis(picture.astype(float), axis, 0)
    length = picture.shape[0]
    position = (np.arange(count) + 0.5) * length / count - 0.5
    whole = np.floor(position).astype(int)
    t = (position - whole)[:, None, None]
    p = [picture[np.clip(whole + k, 0, length - 1)] for k in (-1, 0, 1, 2)]
    spline = p[1] + t / 2 * (p[2] - p[0] + t * (2 * p[0] - 5 * p[1] + 4 * p[2] - p[3] + t * (3 * (p[1] - p[2]) + p[3] - p[0])))
    return np.moveaxis(spline, 0, axis)


def bounded(picture):
    rounded = nearest(picture)
    rounded[..., :3] = np.minimum(rounded[..., :3], rounded[..., 3:])
    return rounded


def scales(picture):
    store("scaled-9x5", bounded(averaged(averaged(picture, 0, 5), 1, 9)))
    store("scaled-31x40", bounded(interpolated(interpolated(picture, 0, 40), 1, 31)))
    store("scaled-8x40", bounded(averaged(interpolated(picture, 0, 40), 1, 8)))
    # Fitting 12x12 gives 12 x round(17 * 12 / 23); filling it shows the middle 17 columns.
    store("fit-12x9", bounded(averaged(averaged(picture, 0, 9), 1, 12)))
    store("fill-12x12", bounded(averaged(averaged(picture, 0, 12), 1, 12, 3, 20)))


translucent, opaque = sources()
store("translucent", translucent)
store("opaque", opaque)
crops(translucent)
content_modes(translucent)
clippings(translucent)
corners(opaque)
reflections(translucent)
shadows(translucent)
scales(translucent)
