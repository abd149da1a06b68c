"""metadata/: files with everything that a crop must keep, change or drop, and with metadata that is malformed."""

from PIL import Image

from . import exif, jpeg, png, webp
from .catalogue import Box, Catalogue, Picture, photo

WIDTH, HEIGHT = 240, 300
MAKE = b"Fixture Camera Works\0"
COMMENT = "A comment that belongs to the fixture"
THUMBNAIL_COLOUR = (255, 0, 255)
THUMBNAIL_SIZE = (160, 120)

MWG_REGIONS = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
    xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#"
    xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#">
   <mwg-rs:Regions rdf:parseType="Resource">
    <mwg-rs:AppliedToDimensions stDim:w="{width}" stDim:h="{height}" stDim:unit="pixel"/>
    <mwg-rs:RegionList>
     <rdf:Bag>
      <rdf:li>
       <rdf:Description mwg-rs:Name="Fixture Face" mwg-rs:Type="Face">
        <mwg-rs:Area stArea:x="{x:.6f}" stArea:y="{y:.6f}" stArea:w="{w:.6f}" stArea:h="{h:.6f}" \
stArea:unit="normalized"/>
       </rdf:Description>
      </rdf:li>
     </rdf:Bag>
    </mwg-rs:RegionList>
   </mwg-rs:Regions>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>"""


def regions_packet(picture: Picture) -> bytes:
    """XMP that marks the face; the Metadata Working Group gives an area's centre, and all parts of the whole."""
    width, height = picture.image.size
    x, y, w, h = picture.faces[0]
    area = {"x": (x + w / 2) / width, "y": (y + h / 2) / height, "w": w / width, "h": h / height}
    return MWG_REGIONS.format(width=width, height=height, **area).encode()


def tool_packet(name: str) -> bytes:
    """XMP that names the program that made the picture, and nothing else."""
    return (
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" '
        f'xmp:CreatorTool="{name}"/></rdf:RDF></x:xmpmeta>'
    ).encode()


def camera_block(order: str) -> bytes:
    """EXIF of a camera: orientation, make, a time, a place (the observatory in Greenwich) and a thumbnail."""
    main = [
        (exif.ORIENTATION, exif.SHORT, (1,)),
        (0x010F, exif.ASCII, MAKE),
        (0x0110, exif.ASCII, b"Fixture One\0"),
        (0x0132, exif.ASCII, b"2024:01:01 12:00:00\0"),
        (0x013B, exif.ASCII, b"Fixture Artist\0"),
        (0x8298, exif.ASCII, b"Fixture copyright notice\0"),
    ]
    shot = [
        (0x829A, exif.RATIONAL, ((1, 125),)),
        (0x9003, exif.ASCII, b"2024:01:01 12:00:00\0"),
        (0xA002, exif.LONG, (WIDTH,)),
        (0xA003, exif.LONG, (HEIGHT,)),
        (0xA431, exif.ASCII, b"SERIAL-0001\0"),
    ]
    place = [
        (0x0000, exif.BYTE, bytes((2, 3, 0, 0))),
        (0x0001, exif.ASCII, b"N\0"),
        (0x0002, exif.RATIONAL, ((51, 1), (28, 1), (40, 1))),
        (0x0003, exif.ASCII, b"W\0"),
        (0x0004, exif.RATIONAL, ((0, 1), (0, 1), (5, 1))),
    ]
    thumbnail = jpeg.encode(Image.new("RGB", THUMBNAIL_SIZE, THUMBNAIL_COLOUR))
    return exif.tiff(order, main, shot, place, thumbnail)


def subject_area_block(face: Box) -> bytes:
    """SubjectArea as a rectangle: centre and size in whole pixels."""
    x, y, w, h = face
    area = tuple(round(value) for value in (x + w / 2, y + h / 2, w, h))
    return exif.tiff(exif.LITTLE_ENDIAN, [], exif=[(exif.SUBJECT_AREA, exif.SHORT, area)])


def malformed_blocks() -> dict[str, bytes]:
    """EXIF that cannot be read, or says nothing sensible: orientation 1 in every case."""
    return {
        "bad_exif": exif.looping(),
        "bad_exif_short": b"MM\0\x2a",
        "bad_exif_directory_past_end": b"II*\0\xf0\xff\xff\x7f",
        "bad_exif_orientation_99": exif.orientation_only(exif.BIG_ENDIAN, 99),
    }


def add_everything(fixtures: Catalogue, picture: Picture) -> None:
    packet = regions_packet(picture)
    tags = ("metadata", "exif", "xmp", "gps", "mwg_regions")
    segments = [jpeg.exif_segment(camera_block(exif.BIG_ENDIAN)), jpeg.xmp_segment(packet)]
    segments.append(jpeg.segment(jpeg.COM, COMMENT.encode()))
    jpeg_data = jpeg.with_segments(jpeg.encode(picture.image), *segments)
    fixtures.add("metadata/everything.jpg", jpeg_data, picture, *tags, "comment")

    block = camera_block(exif.LITTLE_ENDIAN)
    chunks = (png.chunk(b"eXIf", block), png.xmp_chunk(packet), png.text_chunk("Comment", COMMENT))
    png_data = png.with_chunks(png.encode(picture.image), *chunks)
    fixtures.add("metadata/everything.png", png_data, picture, *tags, "comment")

    webp_data = webp.encode(picture.image, quality=85, exif=block, xmp=packet)
    fixtures.add("metadata/everything.webp", webp_data, picture, *tags)


def make(fixtures: Catalogue) -> None:
    picture = photo("obama.jpg").resized(WIDTH, HEIGHT)
    add_everything(fixtures, picture)
    area = jpeg.exif_segment(subject_area_block(picture.faces[0]))
    data = jpeg.with_segments(jpeg.encode(picture.image), area)
    fixtures.add("metadata/subject_area.jpg", data, picture, "metadata", "exif", "subject_area")

    small = picture.resized(WIDTH // 2, HEIGHT // 2)
    plain = jpeg.encode(small.image)
    for name, block in malformed_blocks().items():
        data = jpeg.with_segments(plain, jpeg.exif_segment(block))
        fixtures.add(f"metadata/{name}.jpg", data, small, "metadata", "bad_exif")

    turned = small.image.transpose(Image.Transpose.ROTATE_90)
    block = exif.orientation_only(exif.BIG_ENDIAN, 6)
    data = webp.with_exif_prefix(webp.encode(turned, quality=85), turned.size, block)
    fixtures.add("metadata/exif_prefixed_6.webp", data, small, "metadata", "exif", orientation=6)
