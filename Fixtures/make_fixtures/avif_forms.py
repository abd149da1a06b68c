"""formats/avif/: AVIF as avifenc writes it, and put together in other ways; see heif_forms.py."""

import io

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

Turn = Image.Transpose
UNDONE = {
    2: Turn.FLIP_LEFT_RIGHT,
    3: Turn.ROTATE_180,
    4: Turn.FLIP_TOP_BOTTOM,
    5: Turn.TRANSPOSE,
    6: Turn.ROTATE_270,
    7: Turn.TRANSVERSE,
    8: Turn.ROTATE_90,
}


def avif(image: Image.Image | bytes, *options: str) -> bytes:
    data = image if isinstance(image, bytes) else png_of(image)
    quality = ["--min", "10", "--max", "14", "--minalpha", "0", "--maxalpha", "0"]
    return tools.convert(["avifenc", "-j", "1", "-s", "6", "-c", "aom", *quality, *options, "IN", "OUT"], data, "png", "avif")


def avif_pixels(data: bytes) -> Image.Image:
    command = ["avifdec", "--jobs", "1", "-c", "dav1d", "-d", "8", "IN", "OUT"]
    return Image.open(io.BytesIO(tools.convert(command, data, "avif", "png"))).convert("RGBA")


def make(fixtures: Catalogue) -> None:
    forms = Forms(fixtures, "avif", avif_pixels)
    plain = avif(sample(), "-y", "420")
    seen = avif_pixels(plain)
    forms.add("plain", plain)
    forms.add("odd", avif(sample(41, 33), "-y", "420"))
    forms.add("chroma_444", avif(sample(), "-y", "444"))
    forms.add("chroma_422", avif(sample(), "-y", "422"))
    forms.add("gray", avif(sample(), "-y", "400"))
    # Of 12 bits and half the colour, programs with and without libyuv make different edges.
    for bits, chroma in ((10, "420"), (12, "444")):
        forms.add(f"bits_{bits}", avif(deep(sample()), "-d", str(bits), "-y", chroma))
    forms.add("limited_range", avif(sample(), "-r", "limited", "-y", "420"))
    forms.add("lossless", avif(sample(), "-l"))
    clear = with_alpha(sample())
    forms.add("alpha", avif(clear, "-y", "420"), None, "alpha")
    forms.add("alpha_premultiplied", avif(clear, "-y", "444", "--premultiply"), None, "alpha")
    for orientation, steps in TURNS.items():
        turned = avif(stored(sample(), orientation), "-y", "420")
        shown = upright(avif_pixels(turned), orientation)
        made = heif.parsed(turned).having(*turns(steps)).adding(heif.exif_item(contradicting(orientation)), b"cdsc")
        forms.add(f"orientation_{orientation}", made.encode(heif.AVIF_BRANDS), shown)
    made = heif.parsed(plain).having(heif.cropped(20, 18, 5, -3))
    box = (15, 4, 35, 22)
    forms.add("cropped", made.encode(heif.AVIF_BRANDS), seen.crop(box))
    made = made.having(heif.turned(1), heif.mirrored(True))
    turned = seen.crop(box).transpose(Image.Transpose.ROTATE_90).transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    forms.add("cropped_and_turned", made.encode(heif.AVIF_BRANDS), turned)
    forms.add("tiles", avif(sample(128, 64), "-y", "420", "--grid", "2x1"))
    for name, primaries in (("display_p3", DISPLAY_P3), ("bt2020", BT2020)):
        wide = avif(sample(), "-y", "444", "--cicp", f"{primaries}/{SRGB_CURVE}/1")
        forms.add(name, wide, in_srgb(avif_pixels(wide), primaries), "wide")
    profiled = tools.with_file(icc.swapped(), lambda path: avif(sample(), "-y", "444", "--icc", path))
    forms.add("icc", profiled, red_and_green_exchanged(avif_pixels(profiled)), "icc", "swapped")
    gray = avif(sample(), "-y", "400")
    shown = as_srgb_gray(avif_pixels(gray).convert("L"))
    gray = heif.parsed(gray).having(heif.profile(icc.gray())).encode(heif.AVIF_BRANDS)
    forms.add("gray_profile", gray, shown, "icc")
    made = heif.parsed(plain).adding(heif.exif_item(tagged_block()), b"cdsc").adding(heif.xmp_item(PACKET), b"cdsc")
    forms.add("metadata", made.encode(heif.AVIF_BRANDS), seen, "exif", "xmp")
    for name, change in (("animated", lambda image: image), ("animated_alpha", with_alpha)):
        frames = [change(sample().rotate(30 * number)) for number in range(4)]
        # avifenc gives every sequence a track of alpha.
        forms.add(name, animation(frames), None, "animated", "alpha")


def upright(image: Image.Image, orientation: int) -> Image.Image:
    """What `stored` did, undone."""
    return image.transpose(UNDONE[orientation]) if orientation != 1 else image


def animation(frames: list[Image.Image]) -> bytes:
    options = ["-j", "1", "-s", "6", "-c", "aom", "--min", "10", "--max", "14", "-y", "420", "--timescale", "10"]
    data = bytearray(tools.convert(["avifenc", *options, "IN", "OUT"], [png_of(frame) for frame in frames], "png", "avif"))
    for name in (b"mvhd", b"tkhd", b"mdhd"):
        # Times of creation and change; one box of each name per track.
        at = data.find(name)
        while at >= 0:
            assert data[at + 4] == 1, "times have 64 bits in version 1"
            data[at + 8 : at + 24] = bytes(16)
            at = data.find(name, at + 4)
    return bytes(data)
