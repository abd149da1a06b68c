"""formats/: the portrait as GIF, TIFF, BMP, HEIC, AVIF, JPEG XL and JPEG 2000."""

import io

from PIL import Image

from . import avif_forms, gif_forms, heic_forms, jp2_forms, jxl_forms, tiff, tiff_forms
from .catalogue import Catalogue, photo

SMALL, MEDIUM = (160, 200), (240, 300)  # those of many bytes, and the others


def saved(image: Image.Image, format: str) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, format)
    return buffer.getvalue()


def make(fixtures: Catalogue) -> None:
    small, medium = photo("obama.jpg").resized(*SMALL), photo("obama.jpg").resized(*MEDIUM)
    palette = small.image.quantize(128, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    page = tiff.encode(tiff.Page(tiff_forms.rows_of(medium.image)))
    forms = {
        "gif": (gif_forms.by_pillow(palette), small),
        "bmp": (saved(palette, "BMP"), small),
        "tif": (tiff.recompressed(page, "-c", "jpeg:85", "-r", "16"), medium),
        "heic": (heic_forms.heic(medium.image, "-q", "60").encode(), medium),
        "avif": (avif_forms.avif(medium.image, "-y", "420", "--min", "20", "--max", "30"), medium),
        "jxl": (jxl_forms.jxl(medium.image, "-d", "4"), medium),
        "jp2": (jp2_forms.jp2(medium.image, "-I", "-r", "60"), medium),
    }
    for ending, (data, picture) in forms.items():
        name = {"tif": "tiff"}.get(ending, ending)
        fixtures.add(f"formats/obama.{ending}", data, picture, "format", name)
