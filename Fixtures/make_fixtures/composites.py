"""composites/: scenes of one to three people, heads and shoulders from the photos pasted onto other photos.

The labels come from the pasting itself, so they are as exact as those of the photos.
"""

from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFilter

from . import jpeg
from .catalogue import Box, Catalogue, Picture, photo

# Head and shoulders in each photo: left, top, width, height. The rectangles leave out other people.
BUSTS = {
    "astronaut.png": (118, 0, 227, 232),
    "grace_hopper.jpg": (90, 0, 360, 440),
    "obama.jpg": (262, 10, 460, 550),
    "obama2.jpg": (90, 110, 450, 650),
    "obama3.jpg": (530, 170, 490, 590),
    "biden.jpg": (310, 80, 530, 630),
}
FEATHER = 0.03  # of a bust's width: how far its edges fade


@dataclass(frozen=True)
class Person:
    """Where a face goes in a scene: the centre of its box, and the height of the box, in pixels."""

    photo: str
    x: int
    y: int
    face_height: int


@dataclass(frozen=True)
class Scene:
    background: str
    width: int
    height: int
    people: tuple[Person, ...]


SCENES = {
    "left_edge": Scene("china.jpg", 1200, 800, (Person("obama.jpg", 95, 420, 230),)),
    "right_edge": Scene("flower.jpg", 1200, 800, (Person("biden.jpg", 1110, 380, 220),)),
    "top": Scene("coffee.png", 1200, 800, (Person("grace_hopper.jpg", 640, 118, 210),)),
    "bottom": Scene("rocket.jpg", 1200, 800, (Person("obama3.jpg", 420, 675, 230),)),
    "two_far_apart": Scene(
        "flower.jpg", 1800, 800, (Person("grace_hopper.jpg", 190, 400, 190), Person("obama.jpg", 1610, 400, 190))
    ),
    "two_big_and_small": Scene(
        "china.jpg", 1200, 800, (Person("biden.jpg", 380, 400, 340), Person("astronaut.png", 1000, 330, 80))
    ),
    "three_in_row": Scene(
        "coffee.png",
        1200,
        800,
        (
            Person("astronaut.png", 220, 400, 140),
            Person("obama.jpg", 600, 390, 180),
            Person("grace_hopper.jpg", 970, 400, 170),
        ),
    ),
    "panorama_4to1": Scene(
        "china.jpg",
        2400,
        600,
        (
            Person("grace_hopper.jpg", 300, 290, 160),
            Person("biden.jpg", 1300, 290, 170),
            Person("obama2.jpg", 2130, 280, 180),
        ),
    ),
    "tall_1to3": Scene("rocket.jpg", 500, 1500, (Person("obama.jpg", 260, 320, 180),)),
    "stack_vertical": Scene(
        "flower.jpg", 800, 1200, (Person("biden.jpg", 400, 260, 190), Person("grace_hopper.jpg", 400, 880, 190))
    ),
}


def covering(name: str, width: int, height: int) -> Image.Image:
    """The middle of a photo, enlarged until it fills the scene."""
    image = photo(name).image
    scale = max(width / image.width, height / image.height)
    part_width, part_height = width / scale, height / scale
    left, top = (image.width - part_width) / 2, (image.height - part_height) / 2
    box = (left, top, left + part_width, top + part_height)
    return image.resize((width, height), Image.Resampling.BICUBIC, box=box)


def soft_edges(size: tuple[int, int]) -> Image.Image:
    fade = max(2, round(size[0] * FEATHER))
    mask = Image.new("L", size)
    inner = (fade, fade, size[0] - fade - 1, size[1] - fade - 1)
    ImageDraw.Draw(mask).rounded_rectangle(inner, radius=4 * fade, fill=255)
    return mask.filter(ImageFilter.GaussianBlur(fade / 2))


def paste(canvas: Image.Image, person: Person) -> Box:
    """Puts a bust on the canvas and gives the box of its face there."""
    bust = photo(person.photo).cropped(*BUSTS[person.photo])
    scale = person.face_height / bust.faces[0][3]
    bust = bust.resized(round(bust.image.width * scale), round(bust.image.height * scale))
    x, y, w, h = bust.faces[0]
    left, top = round(person.x - w / 2 - x), round(person.y - h / 2 - y)
    canvas.paste(bust.image, (left, top), soft_edges(bust.image.size))
    return left + x, top + y, w, h


def assembled(scene: Scene) -> Picture:
    canvas = covering(scene.background, scene.width, scene.height)
    faces = tuple(paste(canvas, person) for person in scene.people)
    for x, y, w, h in faces:
        assert x >= 0 and y >= 0 and x + w <= scene.width and y + h <= scene.height, "a face leaves the scene"
    names = dict.fromkeys((scene.background, *(person.photo for person in scene.people)))
    return Picture(canvas, faces, tuple(names))


def make(fixtures: Catalogue) -> None:
    for name, scene in SCENES.items():
        picture = assembled(scene)
        fixtures.add(f"composites/{name}.jpg", jpeg.encode(picture.image), picture, "composite", name)
