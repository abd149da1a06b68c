"""formats/: the portrait in the usual and the odd forms of JPEG, PNG and WebP."""

from PIL import Image, ImageChops

from . import jpeg, png, webp
from .catalogue import Catalogue, Picture, photo

WIDTH, HEIGHT = 364, 455
SMALL_WIDTH, SMALL_HEIGHT = 240, 300  # for forms that take many bytes


def portrait() -> Picture:
    return photo("obama.jpg").resized(WIDTH, HEIGHT)


def small_portrait() -> Picture:
    return photo("obama.jpg").resized(SMALL_WIDTH, SMALL_HEIGHT)


def odd_sized() -> Picture:
    """Both sides odd, so that neither blocks nor subsampled colour come out even."""
    return portrait().cropped(40, 0, 301, 199)


def cmyk_inks(image: Image.Image) -> Image.Image:
    """RGB as ink amounts, half of the common part in black: (255 - C)(255 - K) / 255 gives the RGB value again."""
    inks = bytearray()
    data = image.tobytes()
    for at in range(0, len(data), 3):
        paper = 255 - (255 - max(data[at : at + 3])) // 2
        inks += bytes(255 - min(255, (value * 255 + paper // 2) // paper) for value in data[at : at + 3])
        inks.append(255 - paper)
    return Image.frombytes("CMYK", image.size, bytes(inks))


def with_soft_alpha(picture: Picture) -> Picture:
    """Opaque in the middle, clear at the corners, everything between on the way."""
    alpha = ImageChops.invert(Image.radial_gradient("L")).point(lambda value: min(255, value * 2))
    image = picture.image.copy()
    image.putalpha(alpha.resize(image.size))
    return picture.with_image(image)


def jpeg_forms(picture: Picture) -> dict[str, bytes]:
    """Every form of JPEG whose size is that of the portrait."""
    image = picture.image
    width, height = image.size
    pixels = image.tobytes()
    inks = cmyk_inks(image)
    # Adobe's convention stores the inverse of the ink amounts; Pillow inverts by itself, libjpeg-turbo does not.
    inverse_inks = bytes(255 - value for value in inks.tobytes())
    ycck = jpeg.encode_turbo(inverse_inks, width, height, jpeg.PIXELS_CMYK, jpeg.SAMPLING_444)

    def turbo(sampling: int) -> bytes:
        return jpeg.encode_turbo(pixels, width, height, jpeg.PIXELS_RGB, sampling)

    return {
        "420": jpeg.encode(image, subsampling="4:2:0"),
        "422": jpeg.encode(image, subsampling="4:2:2"),
        "444": jpeg.encode(image, subsampling="4:4:4"),
        "440": turbo(jpeg.SAMPLING_440),
        "411": turbo(jpeg.SAMPLING_411),
        "gray": jpeg.encode(image.convert("L")),
        "gray_progressive": jpeg.encode(image.convert("L"), progressive=True),
        "progressive": jpeg.encode(image, progressive=True),
        "restart": jpeg.encode(image, restart_marker_blocks=3),
        "progressive_restart": jpeg.encode(image, progressive=True, restart_marker_rows=1),
        "rgb": jpeg.encode(image, keep_rgb=True),
        "cmyk": jpeg.encode(inks),
        "cmyk_progressive": jpeg.encode(inks, progressive=True),
        "ycck": ycck,
        "q10": jpeg.encode(image, quality=10),
    }


def sixteen_bit(image: Image.Image) -> bytes:
    """8-bit values v as 257 v, which is the same brightness in 16 bits."""
    rows = [[tuple(value * 257 for value in pixel) for pixel in row] for row in png.grid(image).rows]
    return png.PixelGrid(rows, 16, png.RGB).encode(filters=(png.PAETH,))


def make(fixtures: Catalogue) -> None:
    full, small = portrait(), small_portrait()
    for form, data in jpeg_forms(full).items():
        fixtures.add(f"formats/obama_{form}.jpg", data, full, "format", "jpeg")
    odd = odd_sized()
    for sampling in ("4:2:0", "4:2:2"):
        name = f"formats/obama_301x199_{sampling.replace(':', '')}.jpg"
        fixtures.add(name, jpeg.encode(odd.image, subsampling=sampling), odd, "format", "jpeg", "odd_size")

    palette = small.image.quantize(64, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    clear = with_soft_alpha(small)
    plain = png.encode(small.image)
    fixtures.add("formats/obama_rgb8.png", plain, small, "format", "png")
    fixtures.add("formats/obama_rgb16.png", sixteen_bit(small.image), small, "format", "png")
    fixtures.add("formats/obama_palette.png", png.grid(palette).encode(filters=(0,)), small, "format", "png")
    fixtures.add("formats/obama_rgba.png", png.encode(clear.image), clear, "format", "png", "alpha")
    interlaced = png.grid(clear.image).encode(interlaced=True, filters=(png.PAETH,))
    fixtures.add("formats/obama_rgba_interlaced.png", interlaced, clear, "format", "png", "alpha")

    fixtures.add("formats/obama_lossy.webp", webp.encode(full.image, quality=85), full, "format", "webp")
    fixtures.add("formats/obama_lossless.webp", webp.encode_lossless(small.image), small, "format", "webp")
    lossy_alpha = webp.encode(clear.image, quality=85, exact=True)
    fixtures.add("formats/obama_lossy_alpha.webp", lossy_alpha, clear, "format", "webp", "alpha")
    lossless_alpha = webp.encode_lossless(clear.image)
    fixtures.add("formats/obama_lossless_alpha.webp", lossless_alpha, clear, "format", "webp", "alpha")

    fixtures.add("formats/png_named.jpg", plain, small, "format", "png", "wrong_extension")
    fixtures.add("formats/jpeg_named.png", jpeg.encode(small.image), small, "format", "jpeg", "wrong_extension")
    fixtures.add("formats/webp_named.jpg", webp.encode(small.image), small, "format", "webp", "wrong_extension")
    fixtures.add("formats/no_extension", jpeg.encode(small.image), small, "format", "jpeg", "wrong_extension")
