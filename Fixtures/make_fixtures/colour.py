"""colour/: files with ICC profiles, good, odd and broken, and the sRGB pixels they stand for.

NAME.rgba is what a decoder that converts to sRGB should give for NAME.* (all variants of it), 8-bit straight-alpha
RGBA, row after row from the top: exact but for the rounding of the conversion, and for JPEG and WebP loss.
"""

import io
import random

from PIL import Image, ImageCms

from . import icc, jpeg, png, webp
from .catalogue import Catalogue, Picture, photo

PATCH = 32  # side of a patch: whole blocks for every JPEG subsampling
COLOURS = (
    ((255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)),
    ((0, 0, 0), (200, 80, 30), (128, 128, 128), (30, 120, 220)),
)
GRAYS = ((0, 32, 64, 96), (128, 160, 200, 255))
PHOTO_SIDE = 256
PADDING = 70000  # more than one APP2 segment holds
BAND_ALPHA = 128


def patches(mode: str, colours: tuple) -> Image.Image:
    image = Image.new(mode, (PATCH * len(colours[0]), PATCH * len(colours)))
    for row, values in enumerate(colours):
        for column, value in enumerate(values):
            image.paste(value, (column * PATCH, row * PATCH, (column + 1) * PATCH, (row + 1) * PATCH))
    return image


def with_half_clear_band(image: Image.Image) -> Image.Image:
    """The lower half of every row of patches half clear."""
    alpha = Image.new("L", image.size, 255)
    for top in range(PATCH // 2, image.height, PATCH):
        alpha.paste(BAND_ALPHA, (0, top, image.width, top + PATCH // 2))
    image = image.copy()
    image.putalpha(alpha)
    return image


def red_and_green_exchanged(image: Image.Image) -> Image.Image:
    red, green, *others = image.split()
    return Image.merge(image.mode, (green, red, *others))


def as_srgb_gray(image: Image.Image) -> Image.Image:
    """What gray under the gray profile looks like in sRGB; the gamma is rounded as in the profile."""
    gamma = round(icc.GRAY_GAMMA * 256) / 256
    return image.point([round(icc.srgb_encoded((value / 255) ** gamma) * 255) for value in range(256)])


def flat_jpeg(image: Image.Image, *profile_segments: bytes) -> bytes:
    return jpeg.with_segments(jpeg.encode(image, quality=95, subsampling="4:4:4"), *profile_segments)


def add_swapped(fixtures: Catalogue) -> None:
    opaque = patches("RGB", COLOURS)
    clear = with_half_clear_band(opaque)
    shown = red_and_green_exchanged(opaque)
    profile = icc.swapped()
    split = jpeg.icc_segments(icc.swapped(padding=PADDING))
    assert len(split) == 2
    files = {
        "swapped.jpg": flat_jpeg(opaque, *jpeg.icc_segments(profile)),
        "swapped_two_segments.jpg": flat_jpeg(opaque, *split),
        "swapped_segments_out_of_order.jpg": flat_jpeg(opaque, *reversed(split)),
        "swapped.png": png.with_chunks(png.encode(opaque), png.icc_chunk(profile)),
        "swapped.webp": webp.encode_lossless(opaque, icc_profile=profile),
    }
    for name, data in files.items():
        fixtures.add(f"colour/{name}", data, Picture(shown), "icc", "swapped")
    fixtures.write("colour/swapped.rgba", shown.convert("RGBA").tobytes())

    shown = red_and_green_exchanged(clear)
    png_data = png.with_chunks(png.encode(clear), png.icc_chunk(profile))
    webp_data = webp.encode_lossless(clear, icc_profile=profile)
    fixtures.add("colour/swapped_alpha.png", png_data, Picture(shown), "icc", "swapped", "alpha")
    fixtures.add("colour/swapped_alpha.webp", webp_data, Picture(shown), "icc", "swapped", "alpha")
    fixtures.write("colour/swapped_alpha.rgba", shown.tobytes())


def add_gray(fixtures: Catalogue) -> None:
    image = patches("L", GRAYS)
    shown = as_srgb_gray(image)
    profile = icc.gray()
    jpeg_data = flat_jpeg(image, *jpeg.icc_segments(profile))
    png_data = png.with_chunks(png.encode(image), png.icc_chunk(profile))
    fixtures.add("colour/gray_gamma.jpg", jpeg_data, Picture(shown), "icc", "gray")
    fixtures.add("colour/gray_gamma.png", png_data, Picture(shown), "icc", "gray")
    fixtures.write("colour/gray_gamma.rgba", shown.convert("RGBA").tobytes())


def add_photos(fixtures: Catalogue) -> None:
    """The same photo in sRGB and in Display P3: converted to sRGB, both must look the same."""
    picture = photo("astronaut.png").resized(PHOTO_SIDE, PHOTO_SIDE)
    profiles = [ImageCms.ImageCmsProfile(io.BytesIO(data)) for data in (icc.srgb(), icc.display_p3())]
    wide = ImageCms.profileToProfile(picture.image, *profiles)
    for name, image, profile in (("srgb", picture.image, icc.srgb()), ("display_p3", wide, icc.display_p3())):
        plain = jpeg.encode(image, quality=92, subsampling="4:4:4")
        data = jpeg.with_segments(plain, *jpeg.icc_segments(profile))
        fixtures.add(f"colour/astronaut_{name}.jpg", data, picture, "icc", name)


def add_broken(fixtures: Catalogue) -> None:
    """Profiles that must be ignored: the patches are to be taken as sRGB."""
    image = patches("RGB", COLOURS)
    garbage = random.Random(1).randbytes(600)
    garbage_stream = png.chunk(b"iCCP", b"profile\0\0" + garbage)
    plain_png = png.encode(image)
    first_of_two = jpeg.icc_segments(icc.swapped(padding=PADDING))[0]
    files = {
        "broken_profile.jpg": flat_jpeg(image, *jpeg.icc_segments(garbage)),
        "broken_profile.png": png.with_chunks(plain_png, png.icc_chunk(garbage)),
        "broken_profile_stream.png": png.with_chunks(plain_png, garbage_stream),
        "broken_profile.webp": webp.encode_lossless(image, icc_profile=garbage),
        "second_segment_missing.jpg": flat_jpeg(image, first_of_two),
        "truncated_profile.jpg": flat_jpeg(image, *jpeg.icc_segments(icc.swapped()[:300])),
        "gray_profile_on_rgb.jpg": flat_jpeg(image, *jpeg.icc_segments(icc.gray())),
    }
    for name, data in files.items():
        fixtures.add(f"colour/{name}", data, Picture(image), "icc", "broken_icc")
    fixtures.write("colour/broken_profile.rgba", image.convert("RGBA").tobytes())


def make(fixtures: Catalogue) -> None:
    add_swapped(fixtures)
    add_gray(fixtures)
    add_photos(fixtures)
    add_broken(fixtures)
