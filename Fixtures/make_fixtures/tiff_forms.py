"""formats/tiff/: every layout of TIFF that is read, each with its upright pixels in NAME.rgba (as in formats/png/)."""

import io
import random

from PIL import Image

from . import exif, icc, patterns, png, tiff
from .catalogue import Catalogue, Picture
from .colour import as_srgb_gray
from .metadata import tool_packet
from .orientations import stored
from .patterns import HEIGHT, SIZE, WIDTH, shades

PACKET = tool_packet("Fixture")


def rows_of(image: Image.Image) -> tiff.Rows:
    data, step = image.tobytes(), len(image.getbands())
    pixels = [tuple(data[at : at + step]) for at in range(0, len(data), step)]
    return [pixels[at : at + image.width] for at in range(0, len(pixels), image.width)]


def premultiplied(rows: tiff.Rows) -> tiff.Rows:
    def pixel(values):
        *colors, alpha = values
        return (*((2 * color * alpha + 255) // 510 for color in colors), alpha)

    return [[pixel(values) for values in row] for row in rows]


class Forms:
    def __init__(self, fixtures: Catalogue):
        self.fixtures = fixtures

    def add(self, name: str, data: bytes, pixels: bytes, *tags: str, size=SIZE, orientation: int = 1) -> None:
        shown = Image.frombytes("RGBA", size, pixels)
        file = f"formats/tiff/{name}"
        self.fixtures.add(f"{file}.tif", data, Picture(shown), "format", "tiff", *tags, orientation=orientation)
        self.fixtures.write(f"{file}.rgba", pixels)


def add_layouts(forms: Forms) -> None:
    grid = png.PixelGrid(patterns.rows(8, [0, 1, 2]), 8, png.RGB)
    rows, pixels = grid.rows, grid.rgba()
    strips = tiff.Page(rows, rows_per_strip=5)
    forms.add("strips", tiff.encode(strips), pixels, "exact")
    forms.add("strips_big_endian", tiff.encode(strips, order=">"), pixels, "exact")
    forms.add("big", tiff.encode(strips, big=True), pixels, "exact")
    forms.add("big_tiles_big_endian", tiff.encode(tiff.Page(rows, tile=(16, 16)), order=">", big=True), pixels, "exact")
    forms.add("tiles", tiff.encode(tiff.Page(rows, tile=(16, 16))), pixels, "exact")
    forms.add("planes", tiff.encode(tiff.Page(rows, planar=True, rows_per_strip=7)), pixels, "exact")
    forms.add("planes_tiles", tiff.encode(tiff.Page(rows, planar=True, tile=(32, 16))), pixels, "exact")
    forms.add("deflate", tiff.encode(tiff.Page(rows, compression=tiff.DEFLATE, rows_per_strip=9)), pixels, "exact")
    plain = tiff.encode(strips)
    for name, options in {
        "lzw": ("-c", "lzw"),
        "lzw_differences": ("-c", "lzw:2"),
        "lzw_planes": ("-c", "lzw", "-p", "separate"),
        "deflate_differences_tiles": ("-c", "zip:2", "-t", "-w", "16", "-l", "32"),
        "packbits": ("-c", "packbits"),
        "zstd": ("-c", "zstd"),
    }.items():
        forms.add(name, tiff.recompressed(plain, *options), pixels, "exact")
    lines = [[(int((x // 3 + y // 5) % 2 == 0),) for x in range(WIDTH)] for y in range(HEIGHT)]
    data = tiff.encode(tiff.Page(lines, tiff.WHITE_IS_ZERO, bits=1))
    fax = png.PixelGrid([[(1 - pixel[0],) for pixel in row] for row in lines], 1, png.GRAY).rgba()
    forms.add("fax3", tiff.recompressed(data, "-c", "g3:2d"), fax, "exact")
    forms.add("fax4", tiff.recompressed(data, "-c", "g4"), fax, "exact")


def add_lossy(forms: Forms) -> None:
    picture = shades(48, 40)
    plain = tiff.encode(tiff.Page(rows_of(picture)))
    for name, options in {
        "jpeg_strips": ("-c", "jpeg:90", "-r", "16"),
        "jpeg_tiles_rgb": ("-c", "jpeg:r:90", "-t", "-w", "16", "-l", "16"),
    }.items():
        data = tiff.recompressed(plain, *options)
        seen = Image.open(io.BytesIO(data)).convert("RGBA")
        forms.add(name, data, seen.tobytes(), "lossy", size=picture.size)


def add_colors(forms: Forms) -> None:
    def add(name: str, grid: png.PixelGrid, page: tiff.Page, *tags: str, order: str = "<") -> None:
        forms.add(name, tiff.encode(page, order=order), grid.rgba(), "exact", *tags)

    for bits in (1, 4, 8, 16):
        rows = patterns.rows(bits, [2])
        grid = png.PixelGrid(rows, bits, png.GRAY)
        add(f"gray{bits}", grid, tiff.Page(rows, tiff.BLACK_IS_ZERO, bits, rows_per_strip=6))
        inverse = [[((1 << bits) - 1 - pixel[0],) for pixel in row] for row in rows]
        if bits in (1, 8):
            add(f"gray{bits}_white_is_zero", grid, tiff.Page(inverse, tiff.WHITE_IS_ZERO, bits))
    add("gray16_big_endian", grid, tiff.Page(rows, tiff.BLACK_IS_ZERO, 16, compression=tiff.DEFLATE), order=">")
    rows = patterns.rows(16, [0, 1, 2])
    grid = png.PixelGrid(rows, 16, png.RGB)
    add("rgb16", grid, tiff.Page(rows, bits=16, rows_per_strip=11))
    add("rgb16_planes", grid, tiff.Page(rows, bits=16, planar=True, tile=(16, 16)), order=">")
    for bits in (4, 8):
        rows, colors = patterns.rows(bits, [2]), patterns.palette(1 << bits)
        color_map = [color[channel] * 257 for channel in range(3) for color in colors]
        page = tiff.Page(rows, tiff.PALETTE, bits, tags=[(tiff.COLOR_MAP, tiff.SHORT, color_map)])
        add(f"palette{bits}", png.PixelGrid(rows, bits, png.PALETTE, colors), page)

    rows = patterns.rows(8, [0, 1, 2, 3])
    grid = png.PixelGrid(rows, 8, png.RGBA)
    add("alpha_unassociated", grid, tiff.Page(rows, extra=[tiff.UNASSOCIATED], rows_per_strip=4), "alpha")
    add("alpha_associated", grid, tiff.Page(premultiplied(rows), extra=[tiff.ASSOCIATED], tile=(16, 16)), "alpha")
    opaque = png.PixelGrid([[pixel[:3] for pixel in row] for row in rows], 8, png.RGB)
    add("extra_of_no_meaning", opaque, tiff.Page(rows, extra=[tiff.UNSPECIFIED]))
    both = patterns.rows(8, [2, 3])
    page = tiff.Page(both, tiff.BLACK_IS_ZERO, planar=True, extra=[tiff.UNASSOCIATED])
    add("gray_alpha", png.PixelGrid(both, 8, png.GRAY_ALPHA), page, "alpha")

    inks = patterns.rows(8, [0, 1, 2, 3])
    inks = [[(*pixel[:3], pixel[3] // 2) for pixel in row] for row in inks]
    shown = bytes(
        value
        for row in inks
        for pixel in row
        for value in (*(((255 - ink) * (255 - pixel[3]) + 127) // 255 for ink in pixel[:3]), 255)
    )
    forms.add("cmyk", tiff.encode(tiff.Page(inks, tiff.CMYK, rows_per_strip=8)), shown, "exact", "cmyk")
    forms.add("cmyk_planes", tiff.encode(tiff.Page(inks, tiff.CMYK, planar=True)), shown, "exact", "cmyk")


def add_orientations(forms: Forms) -> None:
    image = patterns.rgb()
    for orientation in range(1, 9):
        layout = {"tile": (16, 16)} if orientation % 2 else {"rows_per_strip": 5}
        page = tiff.Page(rows_of(stored(image, orientation)), orientation=orientation, **layout)
        data = tiff.encode(page, order="<" if orientation < 5 else ">")
        forms.add(f"orientation_{orientation}", data, image.convert("RGBA").tobytes(), "exact", orientation=orientation)


def add_pages(forms: Forms) -> None:
    picture = shades(48, 40)
    pixels = picture.convert("RGBA").tobytes()
    noise = Image.frombytes("RGB", (20, 20), random.Random(3).randbytes(1200))

    def smaller(factor: int, shade: int) -> tiff.Page:
        """Of one shade, to be told from the picture."""
        flat = Image.new("RGB", (48 // factor, 40 // factor), (shade, 255 - shade, shade))
        return tiff.Page(rows_of(flat), kind=tiff.REDUCED)

    whole = tiff.Page(rows_of(picture), compression=tiff.DEFLATE)
    two = tiff.encode(whole, tiff.Page(rows_of(noise)))
    forms.add("two_pages", two, pixels, "exact", "pages", size=picture.size)
    other_shape = tiff.Page(rows_of(noise), kind=tiff.REDUCED)
    below = tiff.Page(whole.rows, compression=tiff.DEFLATE, smaller=[other_shape, smaller(4, 60), smaller(2, 120)])
    forms.add("reductions_below", tiff.encode(below), pixels, "exact", "reduced", size=picture.size)
    behind = tiff.encode(whole, smaller(2, 120), smaller(4, 60), order=">")
    forms.add("reductions_behind", behind, pixels, "exact", "reduced", size=picture.size)
    alone = tiff.Page(whole.rows, compression=tiff.DEFLATE, smaller=[other_shape])
    forms.add("reduction_of_another_shape", tiff.encode(alone), pixels, "exact", size=picture.size)


def add_metadata(forms: Forms) -> None:
    grid = png.PixelGrid(patterns.rows(8, [0, 1, 2]), 8, png.RGB)
    exchanged = bytes(value for row in grid.rows for red, green, blue in row for value in (green, red, blue, 255))
    shot = [
        (0x829A, tiff.RATIONAL, ((1, 125),)),
        (0x9003, tiff.ASCII, b"2024:01:01 12:00:00\0"),
        (exif.SUBJECT_AREA, tiff.SHORT, (10, 11, 8, 6)),
    ]
    tags = [
        (tiff.EXIF, tiff.LONG, shot),
        (0x010F, tiff.ASCII, b"Fixture Camera Works\0"),
        (tiff.XMP, tiff.BYTE, PACKET),
        (tiff.ICC, tiff.UNDEFINED, icc.swapped()),
    ]
    shades_of_gray = Image.frombytes("L", SIZE, bytes(pixel[0] for row in patterns.rows(8, [2]) for pixel in row))
    page = tiff.Page(patterns.rows(8, [2]), tiff.BLACK_IS_ZERO, tags=[(tiff.ICC, tiff.UNDEFINED, icc.gray())])
    forms.add("gray_profile", tiff.encode(page), as_srgb_gray(shades_of_gray).convert("RGBA").tobytes(), "icc")
    page = tiff.Page(grid.rows, tags=tags, orientation=1)
    forms.add("metadata", tiff.encode(page), exchanged, "exif", "xmp", "icc", "swapped")
    forms.add("metadata_big_endian", tiff.encode(page, order=">", big=True), exchanged, "exif", "xmp", "icc", "swapped")


def make(fixtures: Catalogue) -> None:
    forms = Forms(fixtures)
    for add in (add_layouts, add_lossy, add_colors, add_orientations, add_pages, add_metadata):
        add(forms)
