"""animations/: a person who moves to and fro in front of another photo, as WebP and as GIF.

The square around the middle of the picture cuts the face; one window further right holds it in every frame.
"""

import io
import math
from dataclasses import replace

from PIL import Image

from .catalogue import Catalogue, Picture
from .composites import Person, Scene, assembled

FRAMES, MILLISECONDS = 16, 150
SCENE = Scene("rocket.jpg", 480, 270, (Person("astronaut.png", 350, 130, 76),))
WAY = 65  # to each side, in pixels
COLORS = 128


def frames() -> list[Picture]:
    """One round, slower at its ends, which begins on the left."""
    (person,) = SCENE.people
    places = [person.x - WAY * math.cos(2 * math.pi * number / FRAMES) for number in range(FRAMES)]
    return [assembled(replace(SCENE, people=(replace(person, x=round(place)),))) for place in places]


def encode(images: list[Image.Image], format: str, **options) -> bytes:
    buffer = io.BytesIO()
    images[0].save(buffer, format, save_all=True, append_images=images[1:], duration=MILLISECONDS, loop=0, **options)
    return buffer.getvalue()


def make(fixtures: Catalogue) -> None:
    pictures = frames()
    data = encode([picture.image for picture in pictures], "WEBP", quality=60, method=6, minimize_size=True)
    fixtures.add("animations/to_and_fro.webp", data, pictures[0], "animated", "webp")
    small = [picture.resized(SCENE.width // 2, SCENE.height // 2) for picture in pictures]
    palette = small[0].image.quantize(COLORS, Image.Quantize.MEDIANCUT)
    indexed = [picture.image.quantize(palette=palette, dither=Image.Dither.NONE) for picture in small]
    fixtures.add("animations/to_and_fro.gif", encode(indexed, "GIF", optimize=False), small[0], "animated", "gif")
