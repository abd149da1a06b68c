"""formats/png/: every colour type and depth of PNG as small pictures, each with its pixels in NAME.rgba.

NAME.rgba is the expected result: 8-bit straight-alpha RGBA, row after row from the top, no header. 16-bit values are
scaled exactly (v 255 / 65535, to nearest), and 1, 2 and 4-bit gray is spread over the whole range.
"""

from collections.abc import Callable

from PIL import Image

from . import png
from .catalogue import Catalogue, Picture

# Odd sides: rows of 1, 2 and 4-bit samples end within a byte, and interlaced passes have unequal sizes.
WIDTH, HEIGHT = 37, 29
KEY_X, KEY_Y = 9, 11  # where the pixel with the clear colour of the tRNS forms is


def channel_value(x: int, y: int, channel: int, top: int) -> int:
    """Four different gradients from 0 to `top`: across, down, slanting, and (for alpha) slanting the other way."""
    last_x, last_y = WIDTH - 1, HEIGHT - 1
    across, down = x * last_y, y * last_x
    whole = last_x * last_y
    amounts = (2 * across, 2 * down, across + down, whole - across + down)
    return amounts[channel] * top // (2 * whole)


def gradient(depth: int, channels: list[int]) -> list[list[png.Pixel]]:
    top = (1 << depth) - 1
    return [
        [tuple(channel_value(x, y, channel, top) for channel in channels) for x in range(WIDTH)] for y in range(HEIGHT)
    ]


def palette_of(count: int) -> list[png.Pixel]:
    return [(index * 255 // (count - 1), 255 - index * 200 // (count - 1), index * 97 % 256) for index in range(count)]


def with_clear_colour(depth: int, colour_type: int, channels: list[int]) -> png.PixelGrid:
    """A form with one transparent colour; with 16 bits the next pixel differs from it in the lowest bit only."""
    rows = gradient(depth, channels)
    key = rows[KEY_Y][KEY_X]
    if depth == 16:
        rows[KEY_Y][KEY_X + 1] = (key[0] ^ 1, *key[1:])
    return png.PixelGrid(rows, depth, colour_type, clear_colour=key)


def grids() -> dict[str, png.PixelGrid]:
    """All forms but interlacing and the cutting of IDAT, by file name."""
    forms = {}
    for depth in (1, 2, 4, 8, 16):
        forms[f"gray{depth}"] = png.PixelGrid(gradient(depth, [2]), depth, png.GRAY)
        forms[f"gray{depth}_trns"] = with_clear_colour(depth, png.GRAY, [2])
    for depth in (8, 16):
        forms[f"rgb{depth}"] = png.PixelGrid(gradient(depth, [0, 1, 2]), depth, png.RGB)
        forms[f"rgb{depth}_trns"] = with_clear_colour(depth, png.RGB, [0, 1, 2])
        forms[f"gray_alpha{depth}"] = png.PixelGrid(gradient(depth, [2, 3]), depth, png.GRAY_ALPHA)
        forms[f"rgba{depth}"] = png.PixelGrid(gradient(depth, [0, 1, 2, 3]), depth, png.RGBA)
    for depth in (1, 2, 4, 8):
        colours = palette_of(1 << depth)
        alpha = [index * 255 // len(colours) for index in range(len(colours) // 2)]  # shorter than the palette
        rows = gradient(depth, [2])
        forms[f"palette{depth}"] = png.PixelGrid(rows, depth, png.PALETTE, colours)
        forms[f"palette{depth}_trns"] = png.PixelGrid(rows, depth, png.PALETTE, colours, alpha)
    return forms


def tiny_interlaced() -> png.PixelGrid:
    """So small that most of the seven passes have no pixels."""
    rows = [row[:3] for row in gradient(8, [0, 1, 2, 3])[:2]]
    return png.PixelGrid(rows, 8, png.RGBA)


def make(fixtures: Catalogue) -> None:
    forms = grids()

    def add(name: str, form: png.PixelGrid, encode: Callable[[png.PixelGrid], bytes]) -> None:
        pixels = form.rgba()
        picture = Picture(Image.frombytes("RGBA", form.size, pixels))
        fixtures.add(f"formats/png/{name}.png", encode(form), picture, "format", "png", "exact")
        fixtures.write(f"formats/png/{name}.rgba", pixels)

    for name, form in forms.items():
        add(name, form, png.PixelGrid.encode)
    for name in ("gray1", "gray16", "palette4", "palette8_trns", "rgb8_trns", "rgba8", "rgba16"):
        add(f"{name}_interlaced", forms[name], lambda form: form.encode(interlaced=True))
    add("rgba8_interlaced_3x2", tiny_interlaced(), lambda form: form.encode(interlaced=True))
    add("rgba8_many_idat", forms["rgba8"], lambda form: form.encode(idat_size=7))
