import Foundation
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

/// No picture in the metadata of a file gets into the metadata of another, wherever and however it is written there.
@Suite(.timeLimit(.minutes(5))) struct HiddenPictureTests {
    /// A JPEG with bytes that nothing else has.
    private static let face: [UInt8] = {
        var generator = SeededGenerator(seed: 34)
        let mark = (0..<100).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return [0xFF, 0xD8, 0xFF, 0xFE, 0x00, 0x66] + mark + [0xFF, 0xD9]
    }()

    /// The picture as it is, as text of one line and of several, and as numbers.
    private static let forms: [[UInt8]] = {
        let base64 = Data(face).base64EncodedString()
        let lines = stride(from: 0, to: base64.count, by: 76).map { String(base64.dropFirst($0).prefix(76)) }.joined(separator: "\r\n")
        return [face] + [base64, "data:image/jpeg;base64," + base64, lines, hexadecimal(face)].map { Array($0.utf8) }
    }()

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// Parts of the picture in each form. A part of base64 begins after any of three bytes.
    private static let traces: [[UInt8]] = stride(from: 12, to: 96, by: 12).flatMap { start in
        let part = Array(face[start..<(start + 12)])
        return [part, Array(Data(part).base64EncodedString().utf8), Array(hexadecimal(part).utf8)]
    }

    private static func shows(_ bytes: [UInt8]) -> Bool { traces.contains { bytes.firstRange(of: $0) != nil } }

    private static let picture = PixelBuffer(size: PixelSize(width: 16, height: 16), filledWith: (90, 90, 90, 255))
    private static let everything = [MetadataSelection.all, .rights, MetadataSelection(.everything, keepsPlace: true, namesPeople: false)]

    private func source(_ metadata: ImageMetadata, _ format: ImageFormat) throws -> ImageSource {
        let file = try Self.picture.blocking.encoded(as: ImageEncoding(format), metadata: metadata)
        #expect(Self.shows(file), "the test hides nothing in \(format)")
        return try ImageSource(bytes: file)
    }

    /// Files of all formats that can be written, with what is kept.
    private func expectNoPicture(from source: ImageSource, _ name: String) throws {
        for format in ImageFormat.writable {
            for selection in Self.everything {
                let shown = PixelRect(all: source.size)
                let file = try Self.picture.blocking.encoded(as: ImageEncoding(format), from: source, keeping: selection, showing: shown)
                #expect(!Self.shows(file), "\(name) in \(source.header.format) as \(format)")
            }
        }
    }

    // MARK: EXIF

    /// The known tags and their neighbours, those of thumbnails, of other directories, and of Windows' and Adobe's texts.
    private static let tags: [Int] = [
        0x00...0x1F, 0xFE...0x220, 0x2BC...0x2BC, 0x4746...0x4749, 0x8298...0x829D, 0x83BB...0x83BB, 0x8649...0x8649, 0x8773...0x8773,
        0x8822...0x8835, 0x9000...0x9012, 0x9101...0x9102, 0x9201...0x9217, 0x927C...0x927C, 0x9286...0x9292, 0x9C9B...0x9C9F,
        0xA000...0xA005, 0xA20B...0xA220, 0xA300...0xA302, 0xA401...0xA40C, 0xA420...0xA435, 0xA500...0xA500, 0xC4A5...0xC4A5,
        0xC634...0xC634, 0xEA1C...0xEA1D,
    ].flatMap { Array($0) }.filter { ![0x8769, 0x8825].contains($0) }

    /// All of these tags with this value, in the first, the EXIF, the GPS and the thumbnail's directory.
    private static func exif(type: Int, _ value: [UInt8], isBigEndian: Bool) -> [UInt8] {
        let size = [3: 2, 4: 4, 5: 8, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4][type] ?? 1
        let length = 2 + tags.count * 12 + 4
        let (second, end) = (8 + length + 24, 8 + 4 * length + 24)
        var block = TIFFBlock(isBigEndian: isBigEndian)
        for directory in 0..<4 {
            block.append16(tags.count + (directory == 0 ? 2 : 0))
            for tag in tags {
                block.append16(tag)
                block.append16(type)
                block.append32(value.count / size)
                block.append32(end)
            }
            if directory == 0 {
                for (tag, place) in [(0x8769, second), (0x8825, second + length)] {
                    block.append16(tag)
                    block.append16(4)
                    block.append32(1)
                    block.append32(place)
                }
            }
            block.append32(directory == 0 ? second + 2 * length : 0)
        }
        return block.bytes + value
    }

    @Test(arguments: Array(1...13) + [129], [false, true])
    func `no tag of EXIF holds a picture`(type: Int, isBigEndian: Bool) throws {
        for value in Self.forms {
            let exif = Self.exif(type: type, value, isBigEndian: isBigEndian)
            for selection in Self.everything {
                let kept = try #require(EXIF(exif)).kept(for: PixelSize(width: 9, height: 9), selection)
                #expect(!Self.shows(kept ?? []), "type \(type)")
            }
        }
    }

    @Test(arguments: [ImageFormat.jpeg, .png, .webp, .avif, .jxl]) func `no file gets a picture from EXIF`(format: ImageFormat) throws {
        for (type, value) in [(7, Self.forms[0]), (2, Self.forms[1])] {
            let exif = Self.exif(type: type, value, isBigEndian: false)
            try expectNoPicture(from: source(ImageMetadata(exif: exif), format), "type \(type)")
        }
    }

    // MARK: XMP

    /// Properties that hold pictures or refer to them, and one that nobody knows.
    private static let others = [
        "http://ns.adobe.com/xap/1.0/|Thumbnails", "http://ns.adobe.com/xap/1.0/g/img/|image",
        "http://ns.google.com/photos/1.0/image/|Data",
        "http://ns.google.com/photos/1.0/depthmap/|Data", "http://ns.google.com/photos/1.0/audio/|Data",
        "http://ns.adobe.com/xmp/note/|HasExtendedXMP", "http://ns.adobe.com/photoshop/1.0/|History",
        "http://ns.adobe.com/camera-raw-settings/1.0/|RawFileName", "http://ns.adobe.com/hdr-gain-map/1.0/|GainMapMax",
        "http://ns.google.com/photos/1.0/camera/|MicroVideoOffset", "http://ns.google.com/photos/1.0/panorama/|FullPanoWidthPixels",
        "http://ns.adobe.com/exif/1.0/|MakerNote", "http://ns.adobe.com/exif/1.0/|UserComment", "http://example.com/own/|blob",
    ]
    private static let geometry = [XMPNames.tiff + "Orientation", XMPNames.exif + "PixelXDimension"]
    private static let names = (XMPNames.subjects.keys + others + geometry).sorted()

    private static func element(
        _ name: String,
        _ text: String = "",
        _ attributes: [String: String] = [:],
        _ children: [XMLTree.Element] = []
    ) -> XMLTree.Element {
        XMLTree.Element(name: name, attributes: attributes, text: text, children: children)
    }

    /// A packet with all properties in one of the ways in which RDF writes them.
    private static func packet(_ text: String, way: Int) -> [UInt8] {
        if way == 0 { return XMPPacket(attributes: Dictionary(uniqueKeysWithValues: names.map { ($0, text) })).bytes }
        let (rdf, fields) = (XMPNames.rdf, XMPNames.fields.sorted())
        let resource = [rdf + "parseType": "Resource"]
        return XMPPacket(
            properties: names.enumerated().map { index, name in
                let field = fields[index % fields.count]
                func list(_ form: String, _ item: XMLTree.Element) -> XMLTree.Element {
                    element(name, "", [:], [element(rdf + form, "", [:], [item])])
                }
                return switch way {
                case 1: element(name, text)
                case 2: element(name, "", [rdf + "resource": text, rdf + "parseType": text, XMPNames.language: text])
                case 3, 4, 5: list(["Bag", "Seq", "Alt"][way - 3], element(rdf + "li", text))
                case 6: element(name, "", resource, [element(field, text)])
                case 7: element(name, "", [:], [element(rdf + "Description", "", [field: text, others[1]: text])])
                default: list("Bag", element(rdf + "li", "", resource, [element(others[1], text)]))
                }
            }
        ).bytes
    }

    @Test(arguments: 0...8) func `no property of XMP holds a picture`(way: Int) throws {
        for form in Self.forms.dropFirst() {
            let packet = Self.packet(String(decoding: form, as: UTF8.self), way: way)
            try expectNoPicture(from: source(ImageMetadata(xmp: packet), .png), "way \(way)")
        }
    }

    @Test(arguments: [ImageFormat.jpeg, .webp, .avif, .gif, .jxl]) func `no file gets a picture from XMP`(format: ImageFormat) throws {
        for way in [0, 1, 3] {
            let packet = Self.packet(String(decoding: Self.forms[1], as: UTF8.self), way: way)
            try expectNoPicture(from: source(ImageMetadata(xmp: packet), format), "way \(way)")
        }
    }

    /// The names, descriptions and extensions of regions, which are kept at their new places.
    @Test func `no region holds a picture`() throws {
        let text = String(decoding: Self.forms[1], as: UTF8.self)
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
            xmlns:r="http://www.metadataworkinggroup.com/schemas/regions/" xmlns:a="http://ns.adobe.com/xmp/sType/Area#"
            xmlns:own="http://example.com/own/"><r:Regions rdf:parseType="Resource" own:blob="\(text)"><r:RegionList><rdf:Bag><rdf:li>
            <rdf:Description r:Name="\(text)" r:Description="\(text)" r:Type="Face" r:BarCodeValue="\(text)"><r:Area a:x="0.5" a:y="0.5"
            a:w="0.5" a:h="0.5" a:unit="normalized" own:blob="\(text)"/><r:Extensions own:blob="\(text)"><own:blob>\(text)</own:blob>
            </r:Extensions></rdf:Description></rdf:li></rdf:Bag></r:RegionList></r:Regions></rdf:Description></rdf:RDF></x:xmpmeta>
            """
        let source = try source(ImageMetadata(xmp: Array(packet.utf8)), .jpeg)
        try expectNoPicture(from: source, "regions")
        let kept = try source.metadataToKeep(for: source.size, .all, showing: PixelRect(all: source.size))
        #expect(try ImageSource(bytes: Self.picture.blocking.encoded(as: .png(), metadata: kept)).embeddedFeatures.count == 1)
    }

    // MARK: Other parts of files

    private func jpeg(_ segments: [(marker: UInt8, body: [UInt8])], end: [UInt8] = []) throws -> ImageSource {
        let plain = try Self.picture.blocking.encoded(as: .jpeg())
        var file = Array(plain.prefix(2))
        for (marker, body) in segments { file += [0xFF, marker] + Self.length(body, plus: 2) + body }
        return try ImageSource(bytes: file + plain.dropFirst(2) + end)
    }

    /// A length in two bytes.
    private static func length(_ bytes: [UInt8], plus others: Int = 0) -> [UInt8] {
        [UInt8((bytes.count + others) >> 8), UInt8((bytes.count + others) & 255)]
    }

    @Test func `no data set of IPTC holds a picture`() throws {
        for form in Self.forms {
            for escape in [[], [0x1C, 1, 90, 0, 3, 0x1B, 0x25, 0x47], [0x1C, 1, 90, 0, 3, 0x1B, 0x2D, 0x41]] as [[UInt8]] {
                var records = escape
                for number in UInt8.min...UInt8.max { records += [0x1C, 2, number] + Self.length(form) + form }
                #expect(records.count < 65_000 && IPTCRecords(records).properties.isEmpty)
                let head: [UInt8] = Array("Photoshop 3.0\08BIM".utf8) + [4, 4, 0, 0, 0, 0] + Self.length(records)
                try expectNoPicture(from: jpeg([(0xED, head + records)]), "IPTC")
            }
        }
    }

    @Test func `no segment and nothing behind a JPEG is kept`() throws {
        let identifier = [UInt8](repeating: 0x41, count: 32)
        let extended: [UInt8] = Array("http://ns.adobe.com/xmp/extension/\0".utf8) + identifier + [0, 0, 0, 200, 0, 0, 0, 0]
        let thumbnail: [UInt8] = Array("Photoshop 3.0\08BIM".utf8) + [4, 0x0C, 0, 0, 0, 0] + Self.length(Self.face)
        let segments: [(UInt8, [UInt8])] = [
            (0xE0, Array("JFXX\0".utf8) + [0x10] + Self.face), (0xE1, extended + Self.forms[1]), (0xE2, Array("MPF\0".utf8) + Self.face),
            (0xED, thumbnail + Self.face), (0xEF, Self.face), (0xFE, Self.face),
        ]
        let source = try jpeg(segments, end: Self.face)
        #expect(source.file.withUnsafeBytes { Self.shows(Array($0)) })
        try expectNoPicture(from: source, "segments")
    }

    @Test func `no tag of a TIFF holds a picture`() throws {
        let plain = try Fixture.bytes("formats/tiff/strips.tif")
        for (type, form) in [(7, Self.forms[0]), (2, Self.forms[0]), (2, Self.forms[1]), (1, Self.forms[3])] {
            var file = plain + (plain.count.isMultiple(of: 2) ? [] : [0])
            let place = file.count
            file += form
            if !file.count.isMultiple(of: 2) { file.append(0) }
            // Descriptions, XMP, IPTC, Photoshop's resources, a private tag.
            let added = [0x010E, 0x010F, 0x0131, 0x013B, 0x013C, 0x02BC, 0x8298, 0x83BB, 0x8649, 0x9C9B, 0xC4A5]
            let directory = TIFFPatch.directory(of: file)
            var entries = TIFFPatch.entries(of: directory, in: file).map { Array(file[$0..<($0 + 12)]) }
            entries.removeAll { added.contains(TIFFPatch.number(at: 0, length: 2, in: $0)) }
            for tag in added {
                var entry = [UInt8](repeating: 0, count: 12)
                for (at, length, value) in [(0, 2, tag), (2, 2, type), (4, 4, form.count), (8, 4, place)] {
                    TIFFPatch.set(value, at: at, length: length, in: &entry)
                }
                entries.append(entry)
            }
            entries.sort { TIFFPatch.number(at: 0, length: 2, in: $0) < TIFFPatch.number(at: 0, length: 2, in: $1) }
            TIFFPatch.set(file.count, at: 4, in: &file)
            file += [UInt8(entries.count), 0] + entries.joined() + [0, 0, 0, 0]
            let source = try ImageSource(bytes: file)
            #expect(source.metadata.exif != nil && source.metadata.iptc != nil)
            try expectNoPicture(from: source, "a TIFF")
        }
    }
}
