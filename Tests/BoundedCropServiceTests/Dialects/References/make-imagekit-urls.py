"""Generates the table in imagekit-urls.txt (options, path of the URL) with ImageKit's own client: PyPI imagekitio 5.11.0.

What each URL means is in imagekit-meanings.txt, line by line, written by hand.
"""
import json
import time

from imagekitio import ImageKit

ENDPOINT = "https://ik.imagekit.io/demo/"
client = ImageKit(private_key="a private key of 24 bytes")
# Expiring URLs are the same in every run.
time.time = lambda: 2_000_000_000

# The source, the steps of the transformation, and other options of each URL.
CASES = [
    ("photo.jpg", [{"width": 300, "height": 200}], {}),
    ("photo.jpg", [{"width": 300}], {}),
    ("photo.jpg", [{"width": 0.5}], {}),
    ("photo.jpg", [{"width": 300, "aspect_ratio": "16-9"}], {}),
    ("photo.jpg", [{"width": 300, "height": 200, "crop": "force"}], {}),
    ("photo.jpg", [{"width": 300, "height": 200, "crop": "at_max"}], {}),
    ("photo.jpg", [{"width": 300, "height": 200, "crop": "at_max_enlarge"}], {}),
    ("photo.jpg", [{"width": 300, "height": 200, "crop": "at_least"}], {}),
    ("photo.jpg", [{"width": 300, "height": 200, "crop": "maintain_ratio_no_enlarge"}], {}),
    ("photo.jpg", [{"width": 300, "height": 200, "crop": "maintain_ratio", "focus": "top_left"}], {}),
    ("photo.jpg", [{"width": 300, "height": 200, "crop_mode": "pad_resize", "background": "F3F3F3", "focus": "left"}], {}),
    ("photo.jpg", [{"width": 300, "height": 200, "crop_mode": "pad_resize_no_enlarge"}], {}),
    ("photo.jpg", [{"width": 300, "height": 200, "crop_mode": "pad_extract", "background": "FFAABB50"}], {}),
    ("photo.jpg", [{"width": 300, "height": 200, "crop_mode": "extract", "focus": "bottom_right"}], {}),
    ("photo.jpg", [{"width": 300, "height": 200, "crop_mode": "extract", "x": 100, "y": 300}], {}),
    ("photo.jpg", [{"width": 300, "height": 200, "crop_mode": "extract", "x_center": 300, "y_center": 500}], {}),
    ("photo.jpg", [{"width": 300, "height": 200, "focus": "auto"}], {}),
    ("photo.jpg", [{"width": 150, "height": 150, "focus": "face"}], {}),
    ("photo.jpg", [{"width": 150, "height": 150, "focus": "face", "zoom": 0.5}], {}),
    ("photo.jpg", [{"width": 150, "height": 150, "focus": "face", "crop_mode": "extract"}], {}),
    ("photo.jpg", [{"width": 150, "height": 150, "focus": "car", "zoom": 2}], {}),
    ("photo.jpg", [{"width": 300, "height": 200, "dpr": 2}], {}),
    ("photo.jpg", [{"width": 300, "quality": 40, "format": "webp"}], {}),
    ("photo.jpg", [{"format": "auto", "progressive": True, "lossless": True}], {}),
    ("photo.jpg", [{"metadata": False, "color_profile": False}], {}),
    ("photo.jpg", [{"blur": 10, "grayscale": True, "contrast_stretch": True}], {}),
    ("photo.jpg", [{"sharpen": True}], {}),
    ("photo.jpg", [{"sharpen": 25}], {}),
    ("photo.jpg", [{"unsharp_mask": "2-2-0.8-0.024"}], {}),
    ("photo.jpg", [{"width": 300, "height": 200, "shadow": "bl-15_st-40_x-10_y-N5"}], {}),
    ("photo.jpg", [{"shadow": True}], {}),
    ("photo.jpg", [{"colorize": "co-red_in-50"}], {}),
    ("photo.jpg", [{"border": "5_FFF000"}], {}),
    ("photo.jpg", [{"radius": "max"}], {}),
    ("photo.jpg", [{"radius": "10_20_30_40", "background": "00FF00"}], {}),
    ("photo.jpg", [{"rotation": 90}], {}),
    ("photo.jpg", [{"rotation": "N40", "flip": "h_v"}], {}),
    ("photo.jpg", [{"opacity": 50}], {}),
    ("photo.jpg", [{"trim": True, "width": 300}], {}),
    ("photo.jpg", [{"trim": 5}], {}),
    ("photo.jpg", [{"original": True}], {}),
    ("photo.jpg", [{"page": 1}], {}),
    ("photo.jpg", [{"width": 400, "height": 300, "crop_mode": "extract", "x": 10, "y": 20}, {"width": 200, "height": 200}], {}),
    ("photo.jpg", [{"width": 300, "height": 300, "focus": "face"}, {"rotation": 90}, {"height": 100}], {}),
    ("folder/my photo.jpg", [{"width": 300, "height": 200}], {"transformation_position": "path"}),
    ("folder/photo.jpg", [{"width": 300}, {"radius": 20}], {"transformation_position": "path"}),
    ("photo.jpg", [], {"query_parameters": {"ik-attachment": "true"}}),
    ("photo.jpg", [{"width": 300}], {"query_parameters": {"updatedAt": "1234"}}),
    ("photo.jpg", [{"width": 300, "height": 200}], {"signed": True}),
    ("photo.jpg", [{"width": 300, "height": 200}], {"signed": True, "expires_in": 3600}),
    ("folder/my photo.jpg", [{"width": 300}, {"blur": 5}], {"transformation_position": "path", "signed": True}),
    ("photo.jpg", [], {"signed": True}),
]

with open("imagekit-urls.txt", "w") as table:
    for source, steps, options in CASES:
        url = client.helper.build_url(src=source, url_endpoint=ENDPOINT, transformation=steps, **options)
        shown = json.dumps({"source": source, "transformation": steps, **options})
        table.write(f"{shown}\t{url.removeprefix('https://ik.imagekit.io/')}\n")
