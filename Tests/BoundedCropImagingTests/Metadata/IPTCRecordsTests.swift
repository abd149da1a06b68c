import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

/// IPTC's records in JPEG and TIFF become properties of XMP.
@Suite struct IPTCRecordsTests {
    private static let picture = PixelBuffer(size: PixelSize(width: 8, height: 8), filledWith: (90, 90, 90, 255))

    private static func set(_ number: UInt8, _ value: some Collection<UInt8>, record: UInt8 = 2) -> [UInt8] {
        [0x1C, record, number, UInt8(value.count >> 8), UInt8(value.count & 255)] + Array(value)
    }

    private static let utf8 = set(90, [0x1B, 0x25, 0x47], record: 1)
    private static let latin1 = set(90, [0x1B, 0x2E, 0x41], record: 1)

    private static let texts: [(UInt8, String)] = [
        (80, "Zoë Creator"), (80, "Second Creator"), (85, "Staff"), (110, "Credit Line"), (115, "Source Agency"), (116, "© Zoë"),
        (120, "A caption"), (5, "A title"), (25, "one"), (25, "two"), (90, "Greenwich"), (55, "20240131"),
    ]
    private static let records: [UInt8] = utf8 + texts.flatMap { set($0.0, $0.1.utf8) }

    /// A JPEG with Photoshop's resources, the second of which are the records.
    private static func jpeg(_ records: [UInt8], xmp: String? = nil) throws -> [UInt8] {
        let plain = try picture.blocking.encoded(as: .jpeg(), metadata: ImageMetadata(xmp: xmp.map { Array($0.utf8) }))
        var body = Array("Photoshop 3.0\08BIM".utf8) + [4, 0x0A, 3]
        body += Array("abc".utf8) + [0, 0, 0, 1, 7, 0]
        body += Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, UInt8(records.count >> 8), UInt8(records.count & 255)]
        body += records
        let head: [UInt8] = [0xFF, 0xED, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)]
        return Array(plain.prefix(2)) + head + body + Array(plain.dropFirst(2))
    }

    private func kept(_ file: [UInt8], _ selection: MetadataSelection) throws -> String {
        let source = try ImageSource(bytes: file)
        let xmp = try source.metadataToKeep(for: source.size, selection).xmp
        return xmp.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private static let rights = ["Zoë Creator", "Second Creator", "Staff", "Credit Line", "Source Agency", "© Zoë"]
    private static let others = ["A caption", "A title", "one", "two", "2024-01-31"]

    @Test func `rights are kept by default, the rest if requested`() throws {
        let file = try Self.jpeg(Self.records)
        let (rights, all) = (try kept(file, .rights), try kept(file, .all))
        #expect(Self.rights.allSatisfy(rights.contains) && !(Self.others + ["Greenwich"]).contains(where: rights.contains))
        #expect((Self.rights + Self.others + ["Greenwich"]).allSatisfy(all.contains))
        #expect(try !kept(file, .exceptPlace).contains("Greenwich"))
        #expect(try kept(file, .none).isEmpty)
    }

    @Test func `what XMP says counts`() throws {
        let xmp = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:Credit="Other Credit"/>
            </rdf:RDF></x:xmpmeta>
            """
        let text = try kept(Self.jpeg(Self.records, xmp: xmp), .rights)
        #expect(text.contains("Other Credit") && !text.contains("Credit Line") && text.contains("© Zoë"))
    }

    @Test func `a TIFF has them, too`() throws {
        var file = try Fixture.bytes("formats/tiff/strips.tif")
        if !file.count.isMultiple(of: 2) { file.append(0) }
        let place = file.count
        file += Self.records
        if !file.count.isMultiple(of: 2) { file.append(0) }
        let directory = TIFFPatch.directory(of: file)
        var entries = TIFFPatch.entries(of: directory, in: file).map { Array(file[$0..<($0 + 12)]) }
        var entry = [UInt8](repeating: 0, count: 12)
        for (at, length, value) in [(0, 2, 33_723), (2, 2, 7), (4, 4, Self.records.count), (8, 4, place)] {
            TIFFPatch.set(value, at: at, length: length, in: &entry)
        }
        entries.append(entry)
        entries.sort { TIFFPatch.number(at: 0, length: 2, in: $0) < TIFFPatch.number(at: 0, length: 2, in: $1) }
        TIFFPatch.set(file.count, at: 4, in: &file)
        file += [UInt8(entries.count), 0] + entries.joined() + [0, 0, 0, 0]
        #expect(try Self.rights.allSatisfy(kept(file, .rights).contains))
    }

    @Test func `the character set is respected`() throws {
        let (utf8, latin1) = (Array("Zoë".utf8), [0x5A, 0x6F, 0xEB] as [UInt8])
        let cases: [([UInt8], [UInt8], String?)] = [
            (Self.utf8, utf8, "Zoë"), (Self.latin1, latin1, "Zoë"), ([], utf8, "Zoë"), ([], latin1, "Zoë"), (Self.latin1, utf8, "ZoÃ«"),
        ]
        for (escape, name, expected) in cases {
            let property = try #require(IPTCRecords(escape + Self.set(110, name)).properties.first)
            #expect(property.text == expected)
        }
    }

    @Test func `damaged records are read as far as they are intact`() throws {
        for length in 0..<Self.records.count { _ = IPTCRecords(Array(Self.records.prefix(length))).properties }
        var generator = SeededGenerator(seed: 404)
        let file = try Self.jpeg(Self.records)
        let start = try #require(file.firstRange(of: Array("Photoshop 3.0".utf8))).lowerBound
        for _ in 0..<2000 {
            var damaged = file
            for _ in 0..<3 {
                let place = Int.random(in: start..<(start + 60 + Self.records.count), using: &generator)
                damaged[place] = UInt8.random(in: 0...255, using: &generator)
            }
            _ = JPEGSegments.metadata(of: damaged).iptc.map { IPTCRecords($0).properties }
        }
        let long = Self.set(110, "Credit".utf8) + [0x1C, 2, 80, 0x80, 4, 0, 0, 0, 1, 0x41]
        #expect(IPTCRecords(long).properties.map(\.text) == ["Credit"])
        let claimed = Self.set(110, "Credit".utf8) + [0x1C, 2, 80, 0x7F, 0xFF, 0x41]
        #expect(IPTCRecords(claimed).properties.map(\.text) == ["Credit"])
    }
}

extension JPEGSegments {
    fileprivate static func metadata(of bytes: [UInt8]) -> ImageMetadata { bytes.withUnsafeBytes { metadata(of: $0) } }
}
