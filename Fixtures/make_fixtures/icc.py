"""Small ICC version 2 profiles: matrix and curves for RGB, one curve for gray."""

import struct

D50 = (0.9642, 1.0, 0.8249)
# Colourants adapted to D50, as the usual sRGB and Display P3 profiles have them.
SRGB_PRIMARIES = ((0.4361, 0.2225, 0.0139), (0.3851, 0.7169, 0.0971), (0.1431, 0.0606, 0.7141))
P3_PRIMARIES = ((0.5151, 0.2412, -0.0011), (0.2920, 0.6922, 0.0419), (0.1571, 0.0666, 0.7841))
GRAY_GAMMA = 1.8


def xyz_tag(values: tuple[float, float, float]) -> bytes:
    return b"XYZ \0\0\0\0" + struct.pack(">3i", *(round(value * 65536) for value in values))


def text_tag(text: bytes) -> bytes:
    return b"text\0\0\0\0" + text + b"\0"


def description_tag(text: bytes) -> bytes:
    """ASCII only; the empty Unicode and Macintosh parts must be there all the same."""
    return b"desc\0\0\0\0" + struct.pack(">I", len(text) + 1) + text + b"\0" + bytes(8 + 3 + 67)


def gamma_tag(gamma: float) -> bytes:
    return b"curv\0\0\0\0" + struct.pack(">IH", 1, round(gamma * 256))


def srgb_linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def srgb_encoded(linear: float) -> float:
    return linear * 12.92 if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055


def srgb_curve_tag() -> bytes:
    steps = 1024
    values = [round(srgb_linear(index / (steps - 1)) * 65535) for index in range(steps)]
    return b"curv\0\0\0\0" + struct.pack(f">I{steps}H", steps, *values)


def profile(space: bytes, name: bytes, tags: list[tuple[bytes, bytes]]) -> bytes:
    """A display profile; equal tags share their bytes, as in common profiles."""
    tags = [(b"desc", description_tag(name)), (b"cprt", text_tag(b"No copyright")), (b"wtpt", xyz_tag(D50)), *tags]
    table = struct.pack(">I", len(tags))
    body = b""
    places: dict[bytes, int] = {}
    body_at = 128 + 4 + 12 * len(tags)
    for signature, data in tags:
        if data not in places:
            places[data] = body_at + len(body)
            body += data + b"\0" * (-len(data) % 4)
        table += struct.pack(">4sII", signature, places[data], len(data))
    made = struct.pack(">6H", 2024, 1, 1, 0, 0, 0)
    head = struct.pack(">I4s4s4s4s4s", body_at + len(body), b"none", b"\x02\x10\0\0", b"mntr", space, b"XYZ ")
    head += made + b"acsp" + bytes(28) + struct.pack(">3i", *(round(value * 65536) for value in D50))
    return head.ljust(128, b"\0") + table + body


def rgb_profile(name: bytes, primaries: tuple, extra_tags: list[tuple[bytes, bytes]] | None = None) -> bytes:
    curve = srgb_curve_tag()
    columns = list(zip((b"rXYZ", b"gXYZ", b"bXYZ"), map(xyz_tag, primaries)))
    curves = [(b"rTRC", curve), (b"gTRC", curve), (b"bTRC", curve)]
    return profile(b"RGB ", name, columns + curves + (extra_tags or []))


def srgb() -> bytes:
    return rgb_profile(b"Fixture sRGB", SRGB_PRIMARIES)


def display_p3() -> bytes:
    return rgb_profile(b"Fixture Display P3", P3_PRIMARIES)


def swapped(padding: int = 0) -> bytes:
    """sRGB with red and green exchanged, so that a reader that converts shows red as green.

    `padding` adds that many bytes of text in a private tag, for profiles beyond one APP2 segment.
    """
    red, green, blue = SRGB_PRIMARIES
    extra = [(b"pad ", text_tag(b"padding " * (padding // 8)))] if padding else []
    return rgb_profile(b"Fixture swapped primaries", (green, red, blue), extra)


def gray() -> bytes:
    return profile(b"GRAY", b"Fixture gray gamma", [(b"kTRC", gamma_tag(GRAY_GAMMA))])
