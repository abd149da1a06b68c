"""formats/jxl/: small pictures in every form of JPEG XL that cjxl writes, and in boxes put together in other ways.

The expected pixels are what djxl gives. PQ and HLG, which it leaves as they are, are mapped here, by the definitions of the standards.
"""

import io
import math
import struct
from collections.abc import Callable

from PIL import Image

from . import exif, icc, jpeg, png, tools
from .catalogue import Catalogue
from .colour import as_srgb_gray, red_and_green_exchanged
from .heif import box
from .heif_forms import PACKET, Forms, contradicting, deep, png_of, sample, tagged_block, with_alpha
from .orientations import stored

SIZE = 24, 20  # small: the expected pixels of 25 files are in the repository
SIGNATURE = box(b"JXL ", b"\r\n\x87\n") + box(b"ftyp", b"jxl ", bytes(4), b"jxl ")


def jxl(image: Image.Image | bytes, *options: str, source: str = "png") -> bytes:
    data = image if isinstance(image, bytes) else png_of(image)
    return tools.convert(["cjxl", "IN", "OUT", "--num_threads=0", *options], data, source, "jxl")


def jxl_pixels(data: bytes) -> Image.Image:
    command = ["djxl", "IN", "OUT", "--num_threads=0", "--bits_per_sample=8"]
    return Image.open(io.BytesIO(tools.convert(command, data, "jxl", "png"))).convert("RGBA")


def codestream(data: bytes) -> bytes:
    """Without boxes around it."""
    if data.startswith(b"\xff\x0a"):
        return data
    at, parts = 0, []
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        end = at + length if length else len(data)
        if kind in (b"jxlc", b"jxlp"):
            parts.append(data[at + (8 if kind == b"jxlc" else 12) : end])
        at = end
    return b"".join(parts)


def in_parts(stream: bytes, length: int) -> bytes:
    parts = [stream[at : at + length] for at in range(0, len(stream), length)]
    return b"".join(box(b"jxlp", struct.pack(">I", number | (part is parts[-1]) << 31), part) for number, part in enumerate(parts))


def brotli(data: bytes) -> bytes:
    """An uncompressed block of up to 64 KiB, then an empty last one (RFC 7932, section 9.2)."""
    return (len(data) - 1 << 4 | 1 << 20).to_bytes(3, "little") + data + b"\x03"


def exif_box(block: bytes) -> bytes:
    return box(b"Exif", bytes(4), block)


def pq_light(signal: float) -> float:
    """Relative to white, which has 203 cd/m2 (ITU-R BT.2100 and BT.2408)."""
    power = signal ** (1 / 78.84375)
    return 10000 * (max(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power)) ** (1 / 0.1593017578125) / 203


def hlg_light(signal: float) -> float:
    a, b = 0.17883277, 0.28466892
    scene = signal * signal / 3 if signal <= 0.5 else (math.exp((signal - 0.5) / a + math.log(4 * a)) + b) / 12
    return 1000 * scene**1.2 / 203


def tone_mapped(light: float) -> float:
    """The lower half as it is, the rest up to 1000 cd/m2 compressed into the upper half."""
    most = (1000 / 203 - 0.5) / 0.5
    above = (light - 0.5) / 0.5
    return light if above <= 0 else min(0.5 + 0.5 * above * (1 + above / (most * most)) / (1 + above), 1)


def ramp(shown_light: Callable[[float], float]) -> tuple[bytes, Image.Image]:
    """All brightnesses of a signal as a gray picture of 16 bits, and as they are shown."""
    signals = [index / (SIZE[0] * SIZE[1] - 1) for index in range(SIZE[0] * SIZE[1])]
    stored = b"".join(struct.pack(">3H", *[round(signal * 65535)] * 3) for signal in signals)
    shown = bytes(round(icc.srgb_encoded(shown_light(signal)) * 255) for signal in signals)
    return b"P6 %d %d 65535 " % SIZE + stored, Image.frombytes("L", SIZE, shown)


def make(fixtures: Catalogue) -> None:
    forms = Forms(fixtures, "jxl", jxl_pixels)
    plain = jxl(sample(*SIZE))
    seen = jxl_pixels(plain)
    forms.add("plain", plain)
    forms.add("odd", jxl(sample(23, 17)))
    forms.add("lossless", jxl(sample(*SIZE), "-d", "0"))
    forms.add("modular", jxl(sample(*SIZE), "-m", "1", "-d", "1"))
    forms.add("progressive", jxl(sample(*SIZE), "--progressive_dc=1", "--progressive_ac"))
    forms.add("gray", jxl(sample(*SIZE).convert("L")))
    photo = jpeg.encode(sample(*SIZE), quality=95)
    forms.add("jpeg", jxl(photo, "--lossless_jpeg=1", source="jpg"))
    forms.add("bits_16", jxl(deep(sample(*SIZE)), "-d", "0"), sample(*SIZE))
    clear = with_alpha(sample(*SIZE))
    forms.add("alpha", jxl(clear, "-d", "0"), clear, "alpha")
    forms.add("alpha_lossy", jxl(clear), None, "alpha")
    forms.add("gray_alpha", jxl(clear.convert("LA"), "-d", "0"), None, "alpha")
    for orientation in range(1, 9):
        block = jpeg.exif_segment(exif.orientation_only(exif.BIG_ENDIAN, orientation))
        turned = jpeg.with_segments(jpeg.encode(stored(sample(*SIZE), orientation), quality=95, subsampling="4:4:4"), block)
        stream = codestream(jxl(turned, "--lossless_jpeg=1", source="jpg"))
        boxes = SIGNATURE + exif_box(contradicting(orientation)) + box(b"jxlc", stream)
        forms.add(f"orientation_{orientation}", boxes, jxl_pixels(stream))
    swapped = png.with_chunks(png_of(sample(*SIZE)), png.icc_chunk(icc.swapped()))
    forms.add("icc", jxl(swapped, "-d", "0"), red_and_green_exchanged(sample(*SIZE)), "icc", "swapped")
    gray = png.with_chunks(png_of(sample(*SIZE).convert("L")), png.icc_chunk(icc.gray()))
    forms.add("gray_profile", jxl(gray, "-d", "0"), as_srgb_gray(sample(*SIZE).convert("L")), "icc")
    for name, shown_light, space in (
        ("pq", lambda signal: tone_mapped(pq_light(signal)), "202_Rel_PeQ"),
        ("hlg", lambda signal: tone_mapped(hlg_light(signal)), "202_Rel_HLG"),
        ("linear", lambda signal: signal, "SRG_Rel_Lin"),
    ):
        stored_ramp, shown = ramp(shown_light)
        forms.add(name, jxl(stored_ramp, "-d", "0", "-x", f"color_space=RGB_D65_{space}", source="ppm"), shown, "wide")
    tags = exif_box(tagged_block()), box(b"xml ", PACKET)
    forms.add("metadata", SIGNATURE + b"".join(tags) + box(b"jxlc", codestream(plain)), seen, "exif", "xmp")
    packed = b"".join(box(b"brob", tag[4:8], brotli(tag[8:])) for tag in tags)
    forms.add("metadata_compressed", SIGNATURE + in_parts(codestream(plain), 100) + packed, seen, "exif", "xmp")
    for name, change in (("animated", lambda image: image), ("animated_alpha", with_alpha)):
        frames = [change(sample(*SIZE).rotate(30 * number)) for number in range(4)]
        made = io.BytesIO()
        frames[0].save(made, "PNG", save_all=True, append_images=frames[1:], duration=100)
        forms.add(name, jxl(made.getvalue(), "-d", "0", source="apng"), frames[0], "animated", *(["alpha"] if change is with_alpha else []))
