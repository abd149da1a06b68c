"""orientations/: one upright picture, stored in all eight EXIF orientations.

Sides are multiples of 16, so that turning moves whole JPEG blocks, and the quantisation table is symmetric,
so that a turned block loses the same detail: the upright results differ by 0.2 of 255 on average, 6 at most.
The PNG and WebP files are lossless and agree exactly with each other.
"""

from PIL import Image, ImageDraw

from . import exif, jpeg, png, webp
from .catalogue import Catalogue, Picture, photo

WIDTH, HEIGHT = 320, 400
CORNER = 16

Turn = Image.Transpose
# What a camera stores for each orientation: the inverse of what the viewer does.
STORED_TURN = {
    2: Turn.FLIP_LEFT_RIGHT,
    3: Turn.ROTATE_180,
    4: Turn.FLIP_TOP_BOTTOM,
    5: Turn.TRANSPOSE,
    6: Turn.ROTATE_90,
    7: Turn.TRANSVERSE,
    8: Turn.ROTATE_270,
}
SYMMETRIC_TABLE = [min(3 + 2 * (row + column), 20) for row in range(8) for column in range(8)]


def marked_portrait() -> Picture:
    """The portrait with a red square in the upright top-left corner, which tells all eight ways apart."""
    portrait = photo("obama.jpg").resized(WIDTH, HEIGHT)
    ImageDraw.Draw(portrait.image).rectangle((0, 0, CORNER - 1, CORNER - 1), fill=(255, 0, 0))
    return portrait


def stored(image: Image.Image, orientation: int) -> Image.Image:
    return image.transpose(STORED_TURN[orientation]) if orientation != 1 else image


def make(fixtures: Catalogue) -> None:
    portrait = marked_portrait()
    for orientation in range(1, 9):
        order = exif.BIG_ENDIAN if orientation % 2 else exif.LITTLE_ENDIAN
        image = stored(portrait.image, orientation)
        plain = jpeg.encode(image, subsampling="4:4:4", qtables=[SYMMETRIC_TABLE, SYMMETRIC_TABLE])
        data = jpeg.with_segments(plain, jpeg.exif_segment(exif.orientation_only(order, orientation)))
        name = f"orientations/obama_{orientation}.jpg"
        fixtures.add(name, data, portrait, "orientation", "jpeg", orientation=orientation)

    turned = stored(portrait.image, 6)
    plain_png = png.encode(turned)
    big = png.chunk(b"eXIf", exif.orientation_only(exif.BIG_ENDIAN, 6))
    little = png.chunk(b"eXIf", exif.orientation_only(exif.LITTLE_ENDIAN, 6))
    early, late = png.with_chunks(plain_png, big), png.with_chunks(plain_png, little, late=True)
    fixtures.add("orientations/obama_6.png", early, portrait, "orientation", "png", orientation=6)
    fixtures.add("orientations/obama_6_late.png", late, portrait, "orientation", "png", orientation=6)
    lossless = webp.encode_lossless(turned, exif=exif.orientation_only(exif.LITTLE_ENDIAN, 6))
    fixtures.add("orientations/obama_6.webp", lossless, portrait, "orientation", "webp", orientation=6)
