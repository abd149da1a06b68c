"""Generates imgix-urls.txt with imgix's own client (imgix 4.0.0 on PyPI): python3 make-imgix-urls.py > imgix-urls.txt

Each line has the URL without its host, a tab, and the same request in the service's own grammar, which was reviewed by hand. A line whose
expected text is not known yet ends after the tab. Lines with a token are signed with it.
"""
import pathlib
import sys

import imgix

TOKEN = "my-token"
PHOTO = "photos/obama.jpg"
PROXIED = "http://images.example.com/a%20b/photo.jpg?v=1,2"

PATHS = ["/photos/obama.jpg", "photos/größe 1.jpg", "a&b=c,d@e.jpg", PROXIED, "https://example.com/1.png"]

OPTIONS = [
    {}, {"w": 300}, {"h": 200}, {"w": 300, "h": 200}, {"w": 0.5}, {"w": 0.5, "h": 0.25, "fit": "crop"}, {"w": 300, "dpr": 2},
    {"w": 300, "h": 200, "fit": "clip"}, {"w": 300, "h": 200, "fit": "max"}, {"w": 300, "fit": "max"},
    {"w": 300, "h": 200, "fit": "crop"}, {"w": 300, "h": 200, "fit": "scale"}, {"w": 300, "h": 200, "fit": "min"},
    {"w": 300, "h": 200, "fit": "fill"}, {"w": 300, "h": 200, "fit": "fill", "fill": "solid", "fill-color": "f80"},
    {"w": 300, "h": 200, "fit": "fill", "fill": "blur"}, {"w": 300, "h": 200, "fit": "fillmax", "bg": "80ff8800"},
    {"w": 300, "h": 200, "fit": "crop", "crop": "faces"}, {"w": 300, "h": 200, "fit": "crop", "crop": "faces,edges"},
    {"w": 300, "h": 200, "fit": "crop", "crop": "entropy"}, {"w": 300, "h": 200, "fit": "crop", "crop": "top,left"},
    {"w": 300, "h": 200, "fit": "crop", "crop": "focalpoint", "fp-x": 0.25, "fp-y": 0.8, "fp-z": 1.5},
    {"w": 300, "h": 300, "fit": "facearea"}, {"w": 300, "h": 300, "fit": "facearea", "facepad": 2.5, "faceindex": 2},
    {"ar": "16:9", "fit": "crop"}, {"ar": "16:9", "fit": "crop", "w": 320}, {"ar": "2:3", "fit": "crop", "h": 300},
    {"rect": "10,20,300,200"}, {"rect": "0.1,0.2,0.5,0.5", "w": 100}, {"rect": "center,bottom,0.5,0.25"},
    {"trim": "auto"}, {"trim": "color", "trim-tol": 20}, {"w": 90, "h": 90, "fit": "crop", "mask": "ellipse"},
    {"w": 100, "h": 50, "fit": "crop", "mask": "corners"}, {"mask": "corners", "corner-radius": "10,20,0,5", "mask-bg": "red"},
    {"w": 100, "h": 80, "fit": "crop", "border": "5,ff0000", "border-radius": 12}, {"w": 100, "h": 80, "pad": 10, "bg": "fff"},
    {"pad": 4, "pad-left": 8}, {"blur": 50}, {"px": 8}, {"bri": 10, "con": -20, "sat": -100}, {"sharp": 50}, {"usm": 40, "usmrad": 1.5},
    {"sepia": 80}, {"monochrome": "ff4a4949"}, {"invert": True}, {"flip": "hv"}, {"orient": 6, "w": 300, "h": 200, "fit": "crop"},
    {"rot": 180}, {"rot": 45, "rot-type": "pivot"}, {"fm": "webp", "q": 60}, {"fm": "pjpg"}, {"auto": "format"}, {"auto": "compress,format"},
    {"fm": "json", "faces": 1}, {"dl": "portrait.jpg"}, {"expires": 1900000000}, {"cs": "strip"},
    {"w": 400, "mark": "logo.png"}, {"mark": "logo.png", "mark-align": "top,left", "mark-pad": 12, "mark-alpha": 40, "mark-scale": 20},
    {"w": 400, "mark64": "https://example.com/logo,1.png", "mark-w": 100}, {"mark": "logo.png", "mark-tile": "grid"},
    {"w64": "300", "h": 200, "fit": "crop"},
]

SRCSETS = [({}, {"widths": [100, 320, 640]}), ({"w": 320}, {}), ({"h": 200, "ar": "3:2", "fit": "crop"}, {"disable_variable_quality": True})]


def urls():
    for signed in (False, True):
        builder = imgix.UrlBuilder("example.imgix.net", sign_key=TOKEN if signed else None, include_library_param=signed)
        for path in PATHS:
            yield builder.create_url(path, {"w": 300})
        for options in OPTIONS:
            yield builder.create_url(PHOTO, options)
        for options, settings in SRCSETS:
            yield from (entry.rsplit(" ", 1)[0] for entry in builder.create_srcset(PHOTO, options, **settings).split(",\n"))


def main():
    table = pathlib.Path(__file__).with_name("imgix-urls.txt")
    lines = table.read_text().splitlines() if table.exists() else []
    expected = dict(line.split("\t") for line in lines)
    for url in dict.fromkeys(urls()):
        path = url.removeprefix("https://example.imgix.net")
        sys.stdout.write(f"{path}\t{expected.get(path, '')}\n")


main()
