"""Cut files of GIF, BMP, TIFF, HEIC, AVIF, JPEG XL and JPEG 2000, for broken/."""

from PIL import Image

from . import avif_forms, gif_forms, heic_forms, jp2_forms, jxl_forms, more_formats, tiff, tiff_forms
from .catalogue import photo

WIDTH, HEIGHT = 91, 114


def files(part: float) -> dict[str, tuple[bytes, str]]:
    """Each with what is wrong with it."""
    image = photo("obama.jpg").resized(WIDTH, HEIGHT).image
    page = tiff.Page(tiff_forms.rows_of(image), rows_per_strip=16, compression=tiff.DEFLATE)
    palette = image.quantize(64, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    fault = f"cut at {part:.0%} of its bytes"
    whole = {
        "gif": gif_forms.by_pillow(palette, interlace=False),
        "bmp": more_formats.saved(image, "BMP"),
        "heic": heic_forms.heic(image).encode(),
        "avif": avif_forms.avif(image),
        "jxl": jxl_forms.jxl(image),
        "jp2": jp2_forms.jp2(image, "-I", "-r", "20"),
    }
    cut = {f"truncated.{ending}": (data[: int(len(data) * part)], fault) for ending, data in whole.items()}
    strips = tiff.with_directory_first(page, part)
    return cut | {"truncated.tif": (strips, f"strips {fault}, their directory in front of them")}
