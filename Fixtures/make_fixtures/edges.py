"""edges/: pictures without a face whose size or contents are extreme but legal."""

import random

from PIL import Image

from . import jpeg, png, webp
from .catalogue import Catalogue, Picture

NOISE_SIDE = 200


def gradient_strip(width: int, height: int) -> Image.Image:
    """Black to white along the longer side."""
    ramp = Image.linear_gradient("L")  # 256 x 256, brighter downwards
    if width > height:
        ramp = ramp.transpose(Image.Transpose.ROTATE_90)
    return ramp.resize((width, height)).convert("RGB")


def make(fixtures: Catalogue) -> None:
    def add(name: str, data: bytes, image: Image.Image) -> None:
        fixtures.add(f"edges/{name}", data, Picture(image), "edge")

    one = Image.new("RGB", (1, 1), (10, 200, 90))
    add("1x1.png", png.encode(one), one)
    two = Image.new("RGB", (2, 1), (10, 200, 90))
    add("2x1.jpg", jpeg.encode(two), two)
    wide = gradient_strip(3000, 8)
    add("3000x8.jpg", jpeg.encode(wide), wide)
    tall = gradient_strip(8, 3000)
    add("8x3000.png", png.encode(tall), tall)
    flat = Image.new("RGB", (16, 16), (180, 60, 120))
    add("flat_16x16.webp", webp.encode_lossless(flat), flat)
    black = Image.new("RGB", (300, 200))
    add("black_300x200.jpg", jpeg.encode(black), black)
    noise = Image.frombytes("RGB", (NOISE_SIDE, NOISE_SIDE), random.Random(2).randbytes(NOISE_SIDE * NOISE_SIDE * 3))
    add("noise_200x200.png", png.grid(noise).encode(filters=(0,)), noise)
