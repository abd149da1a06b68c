"""Generates the table in thumbor-geometry.txt (URL parts, picture size, operations) by querying a running thumbor 7.7.4.

Start it on port 8899 with the file loader on a folder with PNG files named g800x600.png, g600x800.png, g301x199.png and g100x50.png.
The filter no_upscale is omitted where it has an effect: thumbor 7.7.4 limits the height to the picture's width.
"""
import json
import random
import urllib.request

random.seed(7)
SIZES = ["800x600", "600x800", "301x199", "100x50"]
PARTS = [
    "300x200", "200x300", "300x0", "0x200", "x200", "0x0", "", "-0x-0", "-300x200", "origx200", "origxorig", "300xorig",
    "fit-in/300x200", "full-fit-in/300x200", "adaptive-fit-in/300x200", "adaptive-full-fit-in/300x200", "fit-in/1000x1000",
    "full-fit-in/1000x1000", "fit-in/0x200", "fit-in/300x0", "fit-in/1000x300", "1000x1000", "300x300/filters:stretch()", "10x20:90x45", "10x20:90x45/50x50", "70x40:900x700/30x30",
    "300x200/left/top", "200x300/right/bottom", "200x200/filters:focal(70x30:90x45)",
    "30x30/filters:focal(0x0:10x10):focal(60x30:90x45)", "3x2", "2x3", "77x33", "fit-in/77x33", "full-fit-in/77x33", "1x1", "50x1",
    "1x40", "10x20:90x45/fit-in/40x40", "20x10:95x48/300x0/right",
    "fit-in/300x200/filters:no_upscale()",
]


def operations(parts, size):
    path = "/".join(["unsafe", "meta"] + ([parts] if parts else []) + [f"g{size}.png"])
    with urllib.request.urlopen("http://127.0.0.1:8899/" + path) as answer:
        for operation in json.load(answer)["thumbor"]["operations"]:
            if operation["type"] == "crop":
                edges = tuple(operation[side] for side in ("left", "top", "right", "bottom"))
                # thumbor reports this operation even if it cuts nothing off.
                if "%dx%d" % edges[2:] != size or edges[:2] != (0, 0):
                    yield "crop %d,%d,%d,%d" % edges
            elif operation["type"] == "resize":
                yield "resize %dx%d" % (operation["width"], operation["height"])
            else:
                yield operation["type"]


def cases():
    for parts in PARTS:
        for size in SIZES:
            yield parts, size
    for _ in range(40):
        width, height, size = random.randint(1, 900), random.randint(1, 900), random.choice(SIZES)
        parts = random.choice(["", "fit-in/", "full-fit-in/", "adaptive-fit-in/"]) + f"{width}x{height}"
        yield parts + (random.choice(["", "/left", "/right/bottom", "/top"]) if parts[0].isdigit() else ""), size


with open("thumbor-geometry.txt", "w") as table:
    for parts, size in cases():
        table.write(f"{parts}\t{size}\t{' '.join(operations(parts, size))}\n")
