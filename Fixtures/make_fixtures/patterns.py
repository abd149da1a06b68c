"""Small pictures in which every pixel matters: gradients where there are many values, a scramble where there are few."""

from PIL import Image

# Odd sides: rows of 1 and 4-bit samples end within a byte, and tiles of 16 reach beyond the edges.
WIDTH, HEIGHT = 29, 23
SIZE = WIDTH, HEIGHT

Rows = list[list[tuple[int, ...]]]


def value(x: int, y: int, channel: int, top: int) -> int:
    """Four different patterns of 0...top."""
    if top < 4:
        return (x * y + 3 * x + 5 * y + channel) // 4 % (top + 1)
    across, down = x * top // (WIDTH - 1), y * top // (HEIGHT - 1)
    return (across, down, (across + down) // 2, (top - across + down) // 2)[channel]


def rows(bits: int, channels: list[int]) -> Rows:
    top = (1 << bits) - 1
    return [[tuple(value(x, y, channel, top) for channel in channels) for x in range(WIDTH)] for y in range(HEIGHT)]


def palette(count: int) -> list[tuple[int, int, int]]:
    return [(index * 255 // (count - 1), 255 - index * 200 // (count - 1), index * 97 % 256) for index in range(count)]


def rgb() -> Image.Image:
    return Image.frombytes("RGB", SIZE, bytes(part for row in rows(8, [0, 1, 2]) for pixel in row for part in pixel))


def shades(width: int, height: int) -> Image.Image:
    """Three different gradients."""
    places = ((x, y) for y in range(height) for x in range(width))
    data = (part for x, y in places for part in (x * 255 // width, y * 255 // height, (x + y) * 255 // (width + height)))
    return Image.frombytes("RGB", (width, height), bytes(data))
