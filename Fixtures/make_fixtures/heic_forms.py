"""formats/heic/: HEIC as heif-enc writes it, and put together in other ways; see heif_forms.py."""

import io
import struct
from dataclasses import replace

from PIL import Image

from . import heif, icc, tools
from .catalogue import Catalogue
from .colour import as_srgb_gray, red_and_green_exchanged
from .heif_forms import (
    BT2020,
    DISPLAY_P3,
    PACKET,
    SRGB_CURVE,
    TURNS,
    Forms,
    contradicting,
    deep,
    in_srgb,
    png_of,
    sample,
    tagged_block,
    turns,
    with_alpha,
)
from .orientations import stored

WHOLE = 64, 64  # heif-enc makes smaller pictures a grid of one tile, which is cut


def heic(image: Image.Image | bytes, *options: str) -> heif.Container:
    one_thread = ["-p", "x265:pools=none", "-p", "x265:frame-threads=1"]
    data = image if isinstance(image, bytes) else png_of(image)
    return heif.parsed(tools.convert(["heif-enc", "-q", "80", *one_thread, *options, "IN", "-o", "OUT"], data, "png", "heic"))


def heic_pixels(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(tools.convert(["heif-convert", "IN", "OUT"], data, "heic", "png"))).convert("RGBA")


def make(fixtures: Catalogue) -> None:
    forms = Forms(fixtures, "heic", heic_pixels)
    plain = heic(sample(*WHOLE))
    forms.add("plain", plain.encode())
    one_tile = heic(sample())
    forms.add("one_tile", one_tile.encode())
    forms.add("mif1", one_tile.encode((b"mif1", b"mif1", b"heic")))
    forms.add("odd", heic(sample(41, 33)).encode())
    forms.add("chroma_444", heic(sample(), "-p", "chroma=444").encode())
    forms.add("chroma_422", heic(sample(), "-p", "chroma=422").encode())
    forms.add("gray", heic(sample().convert("L")).encode())
    for bits in (10, 12):
        forms.add(f"bits_{bits}", heic(deep(sample()), "-b", str(bits)).encode())
    forms.add("limited_range", heic(sample(), "--full_range_flag", "0").encode())
    clear = with_alpha(sample())
    forms.add("alpha", heic(clear).encode(), None, "alpha")
    forms.add("alpha_turned", turned_with_alpha(clear), None, "alpha")
    for orientation, steps in TURNS.items():
        turned = heic(stored(sample(), orientation)).having(*turns(steps))
        turned = turned.adding(heif.exif_item(contradicting(orientation)), b"cdsc")
        forms.add(f"orientation_{orientation}", turned.encode())
    forms.add("cropped", plain.having(heif.cropped(20, 18, 5, -3)).encode())
    forms.add("cropped_and_turned", plain.having(heif.cropped(20, 18, 5, -3), heif.turned(1), heif.mirrored(True)).encode())
    forms.add("tiles", heic_tiles())
    seen = heic_pixels(plain.encode())
    for name, primaries in (("display_p3", DISPLAY_P3), ("bt2020", BT2020)):
        data = heif.Container(1, {1: recoloured(plain.picture, heif.code_points(primaries, SRGB_CURVE, 6))}).encode()
        forms.add(name, data, in_srgb(seen, primaries), "wide")
    data = heif.Container(1, {1: plain.picture.having(heif.profile(icc.swapped()))}).encode()
    forms.add("icc", data, red_and_green_exchanged(seen), "icc", "swapped")
    gray = heic(sample(*WHOLE).convert("L"))
    shown = as_srgb_gray(heic_pixels(gray.encode()).convert("L"))
    forms.add("gray_profile", gray.having(heif.profile(icc.gray())).encode(), shown, "icc")
    tagged = one_tile.adding(heif.exif_item(tagged_block()), b"cdsc").adding(heif.xmp_item(PACKET), b"cdsc")
    forms.add("metadata", tagged.encode(), None, "exif", "xmp")
    add_heic_smaller_pictures(forms)


def recoloured(item: heif.Item, color: heif.Property) -> heif.Item:
    return item.without(b"colr").having(color)


def turned_with_alpha(image: Image.Image) -> bytes:
    """Picture and alpha turned alike, as phones write them."""
    made = heic(image)
    items = {number: item.having(heif.turned(1)) for number, item in made.items.items()}
    return heif.Container(made.primary, items, made.references).encode()


def heic_tiles() -> bytes:
    """Two rows of two tiles of 64, which reach beyond the right and lower edges."""
    width, height, side = 73, 70, 64
    whole = Image.new("RGB", (2 * side, 2 * side))
    whole.paste(sample(width, height), (0, 0))
    items = {}
    for row in range(2):
        for column in range(2):
            tile = whole.crop((column * side, row * side, (column + 1) * side, (row + 1) * side))
            items[len(items) + 1] = replace(heic(tile).picture, is_hidden=True)
    color = [part for part in items[1].properties if part[0][4:8] == b"colr"]
    layout = bytes((0, 0, 1, 1)) + struct.pack(">HH", width, height)
    items[5] = heif.Item(b"grid", (heif.size_of(width, height), *color), layout)
    return heif.Container(5, items, [(b"dimg", 5, [1, 2, 3, 4])]).encode()


def add_heic_smaller_pictures(forms: Forms) -> None:
    """Thumbnails of one shade, to be told from the picture, and auxiliary pictures, which are not shown."""
    plain = heic(sample(96, 96))
    small = heic(Image.new("RGB", (64, 64), (200, 100, 20))).picture
    forms.add("thumbnail", plain.adding(small, b"thmb").encode(), None, "thumbnail")
    wide = heic(sample(96, 64))
    turned = small.having(heif.turned(2))
    forms.add("thumbnail_turned_alike", plain.having(heif.turned(2)).adding(turned, b"thmb").encode(), None, "thumbnail")
    forms.add("thumbnail_of_a_turned_picture", plain.having(heif.turned(2)).adding(small, b"thmb").encode())
    forms.add("thumbnail_of_a_mirrored_picture", plain.having(heif.mirrored(True)).adding(small, b"thmb").encode())
    forms.add("thumbnail_of_a_cropped_picture", plain.having(heif.cropped(80, 80, 5, -3)).adding(small, b"thmb").encode())
    forms.add("thumbnail_of_another_shape", wide.adding(small, b"thmb").encode())
    plain = heic(sample())
    for name, kind in (("depth", b"urn:mpeg:hevc:2015:auxid:2"), ("gain_map", b"urn:com:apple:photo:2020:aux:hdrgainmap")):
        forms.add(name, plain.adding(small.having(heif.auxiliary(kind)), b"auxl").encode(), heic_pixels(plain.encode()))
    # As phones have written since 2024: what belongs to the picture and its tone-mapped twin.
    whole = heic(sample(*WHOLE))
    twin = replace(whole, items=whole.items | {9: replace(whole.picture, is_hidden=True)})
    shown = heic_pixels(whole.encode())
    gain = twin.adding(small.having(heif.auxiliary(b"urn:com:apple:photo:2020:aux:hdrgainmap")), b"auxl")
    forms.add("gain_map_of_two", belonging_to(gain, [9, whole.primary]).encode(), shown)
    tagged = twin.adding(heif.exif_item(tagged_block()), b"cdsc").adding(heif.xmp_item(PACKET), b"cdsc")
    forms.add("metadata_of_two", belonging_to(tagged, [whole.primary, 9]).encode(), shown, "exif", "xmp")


def belonging_to(made: heif.Container, items: list[int]) -> heif.Container:
    """The same references, each to several items."""
    return replace(made, references=[(kind, start, items) for kind, start, _ in made.references])
