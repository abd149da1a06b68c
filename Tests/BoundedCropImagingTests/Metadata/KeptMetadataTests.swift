import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

/// What of a photo's metadata is kept.
@Suite struct KeptMetadataTests {
    private static let picture = PixelBuffer(size: PixelSize(width: 40, height: 20), filledWith: (90, 90, 90, 255))

    private static let namespaces = [
        "dc": "http://purl.org/dc/elements/1.1/", "xmp": "http://ns.adobe.com/xap/1.0/", "xmpRights": "http://ns.adobe.com/xap/1.0/rights/",
        "photoshop": "http://ns.adobe.com/photoshop/1.0/", "plus": "http://ns.useplus.org/ldf/xmp/1.0/",
        "cc": "http://creativecommons.org/ns#", "core": "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/",
        "ext": "http://iptc.org/std/Iptc4xmpExt/2008-02-29/", "tiff": "http://ns.adobe.com/tiff/1.0/",
        "exif": "http://ns.adobe.com/exif/1.0/",
        "GPano": "http://ns.google.com/photos/1.0/panorama/", "GCamera": "http://ns.google.com/photos/1.0/camera/",
        "Container": "http://ns.google.com/photos/1.0/container/", "Item": "http://ns.google.com/photos/1.0/container/item/",
        "hdrgm": "http://ns.adobe.com/hdr-gain-map/1.0/", "crs": "http://ns.adobe.com/camera-raw-settings/1.0/",
        "xmpMM": "http://ns.adobe.com/xap/1.0/mm/", "xmpNote": "http://ns.adobe.com/xmp/note/",
        "stRef": "http://ns.adobe.com/xap/1.0/sType/ResourceRef#", "GDepth": "http://ns.google.com/photos/1.0/depthmap/",
        "mwg-rs": "http://www.metadataworkinggroup.com/schemas/regions/", "stArea": "http://ns.adobe.com/xmp/sType/Area#",
    ]

    private static func packet(_ content: String, attributes: String = "") -> [UInt8] {
        let prefixes = namespaces.map { #" xmlns:\#($0)="\#($1)""# }.joined()
        let rdf = #"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">"#
        let description = #"<rdf:Description rdf:about=""\#(prefixes) \#(attributes)>\#(content)</rdf:Description>"#
        return Array((#"<x:xmpmeta xmlns:x="adobe:ns:meta/">"# + rdf + description + "</rdf:RDF></x:xmpmeta>").utf8)
    }

    /// A photo with rights, camera, caption, people and place in EXIF and XMP.
    private static let photo = ImageMetadata(
        exif: exif([
            (0x010E, "a caption of Tom"), (0x010F, "Camera Works"), (0x013B, "Ann Artist"), (0x8298, "(c) Ann\0(c) Editor"),
        ]),
        xmp: packet(
            """
            <dc:creator><rdf:Seq><rdf:li>Ann Creator</rdf:li></rdf:Seq></dc:creator>
            <dc:rights><rdf:Alt><rdf:li xml:lang="x-default">Rights of Ann</rdf:li></rdf:Alt></dc:rights>
            <dc:description><rdf:Alt><rdf:li xml:lang="x-default">Tom smiles</rdf:li></rdf:Alt></dc:description>
            <dc:subject><rdf:Bag><rdf:li>party</rdf:li><rdf:li>Places|Greenwich</rdf:li></rdf:Bag></dc:subject>
            <cc:license rdf:resource="https://creativecommons.org/licenses/by/4.0/"/>
            <core:CreatorContactInfo rdf:parseType="Resource"><core:CiEmailWork>ann@example.com</core:CiEmailWork></core:CreatorContactInfo>
            <plus:Licensor><rdf:Seq><rdf:li rdf:parseType="Resource"><plus:LicensorURL>https://example.com/licence</plus:LicensorURL></rdf:li>
            </rdf:Seq></plus:Licensor>
            <ext:PersonInImage><rdf:Bag><rdf:li>Tom Hidden</rdf:li></rdf:Bag></ext:PersonInImage>
            <ext:PersonInImageWDetails><rdf:Bag><rdf:li rdf:parseType="Resource"><ext:PersonName><rdf:Alt>
            <rdf:li xml:lang="x-default">Tom Detail</rdf:li></rdf:Alt></ext:PersonName></rdf:li></rdf:Bag></ext:PersonInImageWDetails>
            <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag><rdf:li><rdf:Description mwg-rs:Name="Tom Region"
            mwg-rs:Type="Face"><mwg-rs:Area stArea:x="0.5" stArea:y="0.5" stArea:w="0.2" stArea:h="0.2" stArea:unit="normalized"/>
            </rdf:Description></rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
            """,
            attributes: """
                xmpRights:WebStatement="https://example.com/terms" photoshop:Credit="Agency" photoshop:City="Greenwich" xmp:Rating="4"
                """
        )
    )

    private static func exif(_ texts: [(tag: Int, text: String)]) -> [UInt8] {
        var block = TIFFBlock()
        block.append16(texts.count)
        var values: [UInt8] = []
        for (tag, text) in texts {
            block.append16(tag)
            block.append16(2)
            block.append32(text.utf8.count + 1)
            block.append32(8 + 2 + texts.count * 12 + 4 + values.count)
            values += Array(text.utf8) + [0]
        }
        block.append32(0)
        return block.bytes + values
    }

    /// The file made from one with this metadata, as the text of its bytes.
    private func written(_ metadata: ImageMetadata, _ selection: MetadataSelection? = nil, as format: ImageFormat = .png) throws -> String {
        let source = try ImageSource(bytes: Self.picture.blocking.encoded(as: .jpeg(), metadata: metadata))
        let encoding = ImageEncoding(format)
        let whole = PixelRect(all: source.size)
        let bytes =
            if let selection {
                try Self.picture.blocking.encoded(as: encoding, from: source, keeping: selection, showing: whole)
            } else {
                try Self.picture.blocking.encoded(as: encoding, from: source, showing: whole)
            }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let rights = [
        "Ann Creator", "Rights of Ann", "https://creativecommons.org/licenses/by/4.0/", "ann@example.com", "https://example.com/licence",
        "https://example.com/terms", "Agency",
    ]
    private static let exifRights = ["Ann Artist", "(c) Ann\0(c) Editor"]
    private static let making = ["Camera Works", #"xmp:Rating="4""#]
    private static let content = ["a caption of Tom", "Tom smiles", "party", "Tom Hidden", "Tom Detail", "Tom Region"]
    private static let place = ["Greenwich"]

    private func expect(_ text: String, keeps kept: [String], drops dropped: [String]) {
        #expect(kept.filter { !text.contains($0) } == [])
        #expect(dropped.filter(text.contains) == [])
    }

    @Test(arguments: [ImageFormat.jpeg, .png, .webp, .avif, .jxl])
    func `rights are kept by default, and nothing else`(format: ImageFormat) throws {
        let dropped = Self.making + Self.content + Self.place
        try expect(written(Self.photo, as: format), keeps: Self.rights + Self.exifRights, drops: dropped)
    }

    @Test func `nothing is kept if nothing is to be kept`() throws {
        try expect(written(Self.photo, MetadataSelection.none), keeps: [], drops: Self.rights + Self.exifRights + ["eXIf", "iTXt"])
    }

    @Test func `everything has no place unless it is kept`() throws {
        let everything = Self.rights + Self.exifRights + Self.making + Self.content
        try expect(written(Self.photo, .all), keeps: everything + Self.place, drops: [])
        try expect(written(Self.photo, .exceptPlace), keeps: everything, drops: Self.place)
    }

    @Test func `nobody who may be hidden is named`() throws {
        let text = try written(Self.photo, MetadataSelection(.everything, keepsPlace: true, namesPeople: false))
        expect(text, keeps: Self.rights + Self.exifRights + Self.making + Self.place, drops: Self.content + ["Tom"])
    }

    @Test func `what describes the structure or the geometry of the original is not kept`() throws {
        let xmp = Self.packet(
            """
            <xmpMM:DerivedFrom stRef:documentID="xmp.did:1"/><GDepth:Format>RangeInverse</GDepth:Format>
            <Container:Directory><rdf:Seq><rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="GainMap" Item:Length="99"/></rdf:li>
            </rdf:Seq></Container:Directory><crs:ToneCurve><rdf:Seq><rdf:li>0, 0</rdf:li></rdf:Seq></crs:ToneCurve>
            <tiff:ImageWidth>4000</tiff:ImageWidth>
            """,
            attributes: """
                GPano:ProjectionType="equirectangular" GPano:FullPanoWidthPixels="4000" GCamera:MotionPhoto="1" GCamera:MicroVideoOffset="9"
                hdrgm:Version="1.0" crs:HasCrop="True" crs:CropTop="0.1" xmpMM:DocumentID="xmp.did:2" tiff:XResolution="300/1"
                xmpNote:HasExtendedXMP="0123456789ABCDEF0123456789ABCDEF" exif:PixelXDimension="4000" tiff:Orientation="6" xmp:Rating="5"
                """
        )
        let source = try ImageSource(bytes: Self.picture.blocking.encoded(as: .png(), metadata: ImageMetadata(xmp: xmp)))
        let kept = try source.metadataToKeep(for: PixelSize(width: 7, height: 5), .all, showing: PixelRect(all: source.size))
        let root = try #require(XMPPacket(kept.xmp ?? []))
        let description = try #require(root.descriptions.first)
        #expect(root.descriptions.count == 1)
        #expect(
            description.attributes == [
                XMPNames.rdf + "about": "", XMPNames.exif + "PixelXDimension": "7", XMPNames.tiff + "Orientation": "1",
                "http://ns.adobe.com/xap/1.0/|Rating": "5",
            ]
        )
        #expect(description.children.map(\.name) == [XMPNames.tiff + "ImageWidth"] && description.children[0].text == "7")
    }

    @Test(arguments: [
        ("© 2026 Ann Example", true), (" padded\n", true), ("a\u{1}b", false), ("a\u{85}b", false), ("", false), ("  ", false),
        (String(repeating: "word ", count: 380), true), (String(repeating: "word ", count: 500), false),
        (String(repeating: "A", count: 60), true), (String(repeating: "A", count: 61), false),
        ("https://example.com/" + String(repeating: "long-path/", count: 30), true),
        ("https://example.com/" + String(repeating: "A", count: 61), false), (String(repeating: "写真", count: 200), true),
        ("\u{E000}", false), ("\u{FFFE}", false),
    ])
    func `texts are kept as people write them`(text: String, isKept: Bool) {
        #expect((PlainText.kept(text) != nil) == isKept, "\(text.prefix(30))")
    }

    @Test func `texts in bytes are UTF-8, or else Latin-1`() {
        #expect(PlainText.kept([0xC2, 0xA9, 0x20, 0x41, 0, 0, 0x20]) == "© A")
        #expect(PlainText.kept([0xA9, 0x20, 0x41]) == "© A")
        #expect(PlainText.kept([0x41, 0, 0x42]) == nil && PlainText.kept([0x93, 0x41]) == nil && PlainText.kept([UInt8]()) == nil)
    }

    @Test func `kept metadata fit into a JPEG, the rights first`() throws {
        let items = (0..<3000).map { "<rdf:li>keyword number \($0)</rdf:li>" }.joined()
        let many = (0..<40).map { "<plus:MediaConstraints>\($0)</plus:MediaConstraints>" }.joined()
        let xmp = Self.packet("<dc:subject><rdf:Bag>\(items)</rdf:Bag></dc:subject>\(many)<dc:rights>Rights of Ann</dc:rights>")
        let source = try ImageSource(bytes: Self.picture.blocking.encoded(as: .png(), metadata: ImageMetadata(xmp: xmp)))
        let file = try ImageSource(bytes: Self.picture.blocking.encoded(as: .jpeg(), from: source, keeping: .all))
        let text = String(decoding: try #require(file.metadata.xmp), as: UTF8.self)
        #expect(text.contains("Rights of Ann") && text.contains("MediaConstraints") && !text.contains("keyword"))
    }
}
