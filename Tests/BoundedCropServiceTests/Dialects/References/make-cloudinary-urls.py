"""Generates the table in cloudinary-urls.txt (options, path of the URL) with Cloudinary's own client: PyPI cloudinary 1.46.3.

What each URL means is in cloudinary-meanings.txt, line by line, written by hand.
"""
import json

from cloudinary.utils import cloudinary_url

REMOTE = "https://example.com/photos/party.jpg"
FETCH = {"type": "fetch"}
SECRET = "an api secret of twenty bytes"

# The source and the options of each URL.
CASES = [
    ("sample.jpg", {"width": 300, "height": 200, "crop": "fill"}),
    ("sample.jpg", {"width": 300, "crop": "scale"}),
    ("sample.jpg", {"width": 300, "height": 200, "crop": "scale"}),
    ("sample.jpg", {"width": 0.5, "crop": "scale"}),
    ("sample.jpg", {"width": 300, "height": 200, "crop": "fit"}),
    ("sample.jpg", {"width": 300, "height": 200, "crop": "limit"}),
    ("sample.jpg", {"width": 300, "crop": "limit"}),
    ("sample.jpg", {"width": 300, "height": 200, "crop": "lfill", "gravity": "north_east"}),
    ("sample.jpg", {"width": 300, "height": 200, "crop": "pad", "background": "#ff8800"}),
    ("sample.jpg", {"width": 300, "height": 200, "crop": "pad", "background": "auto", "gravity": "south"}),
    ("sample.jpg", {"width": 300, "height": 200, "crop": "lpad", "background": "blurred"}),
    ("sample.jpg", {"width": 300, "aspect_ratio": "16:9", "crop": "fill", "gravity": "auto"}),
    ("sample.jpg", {"aspect_ratio": 1.5, "crop": "fill", "gravity": "faces"}),
    ("sample.jpg", {"width": 300, "height": 200, "crop": "auto"}),
    ("sample.jpg", {"width": 300, "height": 200, "crop": "fill", "gravity": "auto:subject"}),
    ("sample.jpg", {"width": 300, "height": 200, "crop": "fill", "gravity": "face:auto"}),
    ("sample.jpg", {"width": 300, "height": 200, "crop": "fill", "gravity": "faces:center"}),
    ("sample.jpg", {"width": 300, "height": 200, "crop": "fill", "gravity": "xy_center", "x": 400, "y": 250}),
    ("sample.jpg", {"width": 150, "height": 150, "crop": "thumb", "gravity": "face"}),
    ("sample.jpg", {"width": 150, "height": 150, "crop": "thumb", "gravity": "face", "zoom": 0.7, "radius": "max"}),
    ("sample.jpg", {"width": 150, "height": 150, "crop": "thumb", "gravity": "faces", "zoom": 3}),
    ("sample.jpg", {"width": 150, "crop": "thumb", "gravity": "face"}),
    ("sample.jpg", {"width": 400, "height": 400, "crop": "crop", "gravity": "face"}),
    ("sample.jpg", {"aspect_ratio": "1.0", "crop": "crop", "gravity": "face", "zoom": 0.5}),
    ("sample.jpg", {"crop": "crop", "gravity": "face"}),
    ("sample.jpg", {"width": 400, "height": 300, "x": 10, "y": 20, "crop": "crop"}),
    ("sample.jpg", {"width": 0.5, "height": 0.25, "x": 0.1, "y": 0.2, "crop": "crop"}),
    ("sample.jpg", {"width": 400, "height": 300, "x": 10, "y": 20, "crop": "crop", "gravity": "south_east"}),
    ("sample.jpg", {"width": 300, "height": 200, "crop": "fill", "dpr": "2.0"}),
    ("sample.jpg", {"width": 300, "height": 200, "crop": "fill", "quality": "auto", "fetch_format": "auto"}),
    ("sample.jpg", {"width": 300, "crop": "scale", "quality": 80, "fetch_format": "webp"}),
    ("sample.jpg", {"width": 300, "crop": "scale", "quality": "auto:best", "flags": ["progressive", "attachment"]}),
    ("sample.jpg", {"radius": [20, 30]}),
    ("sample.jpg", {"radius": 20, "border": {"width": 4, "color": "#00390b"}}),
    ("sample.jpg", {"border": {"width": 4, "color": "#00390b"}}),
    ("sample.jpg", {"angle": 90}),
    ("sample.jpg", {"angle": ["hflip", -20], "background": "red"}),
    ("sample.jpg", {"opacity": 40}),
    ("sample.jpg", {"effect": "grayscale"}),
    ("sample.jpg", {"effect": "blackwhite:30"}),
    ("sample.jpg", {"effect": "negate"}),
    ("sample.jpg", {"effect": ["blur", 300]}),
    ("sample.jpg", {"effect": "pixelate:20"}),
    ("sample.jpg", {"effect": "pixelate_faces:20"}),
    ("sample.jpg", {"effect": "blur_faces"}),
    ("sample.jpg", {"effect": "brightness:-30"}),
    ("sample.jpg", {"effect": "contrast:40"}),
    ("sample.jpg", {"effect": "saturation:-70"}),
    ("sample.jpg", {"effect": "sharpen"}),
    ("sample.jpg", {"effect": "red:40"}),
    ("sample.jpg", {"effect": "colorize:30", "color": "blue"}),
    ("sample.jpg", {"effect": "shadow:50", "x": 5, "y": 8, "color": "#333333"}),
    ("sample.jpg", {"effect": "trim:20"}),
    ("sample.jpg", {"effect": "sepia:50"}),
    ("sample.jpg", {"transformation": [
        {"width": 400, "height": 400, "crop": "crop", "gravity": "face", "radius": "max"}, {"width": 200, "crop": "scale"}]}),
    ("sample.jpg", {"transformation": [
        {"width": 400, "height": 300, "x": 10, "y": 20, "crop": "crop"}, {"width": 200, "height": 200, "crop": "fill"},
        {"effect": "grayscale"}, {"fetch_format": "auto", "quality": "auto:eco"}]}),
    ("folder/sample photo.jpg", {"width": 300, "height": 200, "crop": "fill"}),
    ("folder/sample.jpg", {"width": 300, "version": 1234567890}),
    (REMOTE, {**FETCH, "width": 200, "height": 200, "crop": "thumb", "gravity": "face", "zoom": "0.7", "radius": "max"}),
    (REMOTE + "?size=large&page=1", {**FETCH, "width": 300, "height": 200, "crop": "fill"}),
    (REMOTE, FETCH),
    ("sample.jpg", {"width": 300, "height": 200, "crop": "fill", "sign_url": True}),
    ("folder/sample photo.jpg", {"width": 300, "height": 200, "crop": "fill", "sign_url": True}),
    ("sample.jpg", {"width": 300, "height": 200, "crop": "fill", "sign_url": True, "long_url_signature": True}),
    ("sample.jpg", {"width": 300, "height": 200, "crop": "fill", "sign_url": True, "signature_algorithm": "sha256"}),
    (REMOTE + "?size=large", {**FETCH, "width": 300, "height": 200, "crop": "fill", "sign_url": True}),
    ("sample.jpg", {"type": "authenticated", "sign_url": True}),
]

with open("cloudinary-urls.txt", "w") as table:
    for source, options in CASES:
        shown = json.dumps({"source": source, **options})
        url, _ = cloudinary_url(source, cloud_name="demo", api_secret=SECRET, secure=True, **options)
        table.write(f"{shown}\t{url.removeprefix('https://res.cloudinary.com/')}\n")
