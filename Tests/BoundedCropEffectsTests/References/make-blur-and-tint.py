#!/usr/bin/env python3
"""Writes the raw pixels for the blur and tint tests: premultiplied RGBA, rows from the top, sizes in the names.

Nothing here is shared with the library: boxes are averaged as defined, in doubles, and rounded once at the end, gaussians are summed out to
eight standard deviations, and tints follow the formulas of W3C Compositing and Blending Level 1 (10.2) on straight colors.
Needs NumPy. Run it in this folder; its output is deterministic.
"""
import numpy as np

WIDTH, HEIGHT = 45, 31


def picture():
    """Noise on the left, smooth on the right, opaque at the top, increasingly transparent toward the bottom."""
    random = np.random.default_rng(4)
    x, y = np.meshgrid(np.arange(WIDTH) / (WIDTH - 1), np.arange(HEIGHT) / (HEIGHT - 1))
    smooth = np.stack([x, y, 1 - (x + y) / 2], axis=2) * 255
    noise = random.integers(0, 256, smooth.shape)
    straight = np.where((x < 0.5)[..., None], noise, smooth)
    alpha = np.where(y < 0.5, 255, np.rint(255 * (1 - y) * 2))
    alpha[-2:, :5] = 0
    color = np.rint(straight * alpha[..., None] / 255)
    return np.dstack([color, alpha])


def write(name, pixels):
    height, width, _ = pixels.shape
    np.clip(np.rint(pixels), 0, 255).astype(np.uint8).tofile(f"{name}-{width}x{height}.rgba")


def convolved(pixels, kernel):
    reach = len(kernel) // 2
    for axis in (0, 1):
        padding = [(0, 0)] * 3
        padding[axis] = (reach, reach)
        padded = np.pad(pixels, padding, mode="edge")
        length = pixels.shape[axis]
        pixels = sum(weight * padded.take(range(i, i + length), axis=axis) for i, weight in enumerate(kernel))
    return pixels


def box(pixels, width, iterations):
    for _ in range(iterations):
        pixels = convolved(pixels, np.full(width, 1 / width))
    return pixels


def gaussian(pixels, sigma):
    reach = int(np.ceil(8 * sigma))
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    return convolved(pixels, kernel / kernel.sum())


def lightened(pixels, tint):
    alpha = pixels[..., 3:]
    straight = np.divide(pixels[..., :3], alpha, out=np.zeros_like(pixels[..., :3]), where=alpha > 0)
    return np.dstack([np.minimum(straight + np.array(tint) / 255 / 4, 1) * alpha, alpha])


def lum(color):
    return 0.3 * color[0] + 0.59 * color[1] + 0.11 * color[2]


def clip_color(color):
    level, lowest, highest = lum(color), min(color), max(color)
    if lowest < 0:
        color = [level + (c - level) * level / (level - lowest) for c in color]
    if highest > 1:
        color = [level + (c - level) * (1 - level) / (highest - level) for c in color]
    return color


def set_lum(color, level):
    difference = level - lum(color)
    return clip_color([c + difference for c in color])


def tinted(pixels, tint, opacity):
    result = pixels.copy()
    source = [c / 255 for c in tint]
    for row in result:
        for pixel in row:
            alpha = pixel[3]
            if alpha > 0:
                backdrop = [c / alpha for c in pixel[:3]]
                blended = set_lum(source, lum(backdrop))
                pixel[:3] = [((1 - opacity) * b + opacity * c) * alpha for b, c in zip(backdrop, blended)]
    return result


source = picture().astype(float)
write("source", source)
for width, iterations in [(3, 1), (5, 2), (9, 3), (41, 2), (301, 3)]:
    write(f"box-{width}-{iterations}", box(source, width, iterations))
write("box-9-2-orange", lightened(box(source, 9, 2), (255, 165, 0)))
for sigma in (0.8, 2.5, 12):
    write(f"gaussian-{sigma}", gaussian(source, sigma))
for name, tint, opacity in [("red", (255, 0, 0), 1), ("navy", (0, 0, 128), 1), ("gray", (128, 128, 128), 1), ("teal-half", (0, 128, 128), 128 / 255)]:
    write(f"tint-{name}", tinted(source, tint, opacity))
