import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

/// Metadata that say where something is in a picture, rewritten for a part of it.
@Suite struct HostileRegionsTests {
    private static func packet(_ content: String) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
            xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#">\(content)</rdf:Description></rdf:RDF></x:xmpmeta>
        """
    }

    private static func list(_ item: String) -> String {
        """
        <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag><rdf:li>\(item)</rdf:li></rdf:Bag></mwg-rs:RegionList>
        </mwg-rs:Regions>
        """
    }

    private static func region(_ area: String) -> String {
        #"<rdf:Description mwg-rs:Type="Face"><mwg-rs:Area \#(area) stArea:unit="normalized"/></rdf:Description>"#
    }

    /// The features that are left in a half as large picture of a part of one of 300x200.
    private func features(_ bytes: [UInt8], showing part: PixelRect?) throws -> [Feature] {
        let source = try ImageSource(bytes: bytes)
        #expect(source.size == PixelSize(width: 300, height: 200))
        let crop = PixelBuffer(size: PixelSize(width: 150, height: 100), filledWith: (1, 2, 3, 255))
        return try ImageSource(bytes: crop.blocking.encoded(as: .jpeg(), from: source, keeping: .all, showing: part)).embeddedFeatures
    }

    private func features(_ xmp: String, showing part: PixelRect?) throws -> [Feature] {
        try features(TaggedPicture.jpeg(xmp: Self.packet(xmp)), showing: part)
    }

    private let whole = PixelRect(x: 0, y: 0, width: 300, height: 200)

    /// A diameter is a share of the width.
    @Test func `a circle stays a circle`() throws {
        let found = try features(Self.list(Self.region(#"stArea:x="0.5" stArea:y="0.5" stArea:d="0.3""#)), showing: whole)
        let circle = try #require(found.first).rectangle
        #expect(abs(circle.midX - 75) < 0.1 && abs(circle.midY - 50) < 0.1)
        #expect(abs(circle.width - 45) < 0.1 && abs(circle.height - 45) < 0.1, "\(circle)")
    }

    /// What reads regions anywhere in a packet must not find one that was not moved.
    @Test(arguments: [PixelRect(x: 0, y: 0, width: 300, height: 200), nil])
    func `a region outside the list of regions is not left where it was`(part: PixelRect?) throws {
        let stray = Self.region(#"stArea:x="0.2" stArea:y="0.2" stArea:w="0.1" stArea:h="0.1""#)
        let content = "<mwg-rs:Other>\(stray)</mwg-rs:Other>"
        #expect(try ImageSource(bytes: TaggedPicture.jpeg(xmp: Self.packet(content))).embeddedFeatures.count == 1)
        #expect(try features(content, showing: part).isEmpty)
    }

    @Test(arguments: [
        #"stArea:x="nan" stArea:y="0.5" stArea:w="0.1" stArea:h="0.1""#,
        #"stArea:x="1e308" stArea:y="-1e308" stArea:w="1e308" stArea:h="1e308""#,
        #"stArea:x="inf" stArea:y="inf" stArea:d="inf""#, #"stArea:x="0.5" stArea:y="0.5" stArea:w="-1" stArea:h="-1""#,
        #"stArea:x="5" stArea:y="5" stArea:w="0.1" stArea:h="0.1""#, #"stArea:x="0.5""#, "",
    ])
    func `an impossible region is left out`(area: String) throws {
        #expect(try features(Self.list(Self.region(area)), showing: whole).isEmpty)
    }

    @Test func `a region as large as the world is the whole picture`() throws {
        let found = try features(Self.list(Self.region(#"stArea:x="0" stArea:y="0" stArea:w="1e9" stArea:h="1e9""#)), showing: whole)
        let place = try #require(found.first).rectangle
        #expect(abs(place.width - 150) < 0.1 && abs(place.height - 100) < 0.1)
    }

    /// The rectangle is the caller's, and may be anywhere.
    @Test(arguments: ["metadata/everything.jpg", "metadata/subject_area.jpg", "orientations/obama_6.jpg", "formats/tiff/metadata.tif"])
    func `a part that the picture does not have shows nothing`(file: String) throws {
        let source = try Fixture.source(file)
        let crop = PixelBuffer(size: PixelSize(width: 15, height: 10), filledWith: (1, 2, 3, 255))
        for (x, y, width, height) in [
            (.min, .min, .max, .max), (.max, .max, .max, .max), (-50, -50, 10, 10), (0, 0, 0, 0), (0, 0, -1, -1), (1 << 40, 0, 1, 1),
            (0, 0, .min, .min),
        ] as [(Int, Int, Int, Int)] {
            let part = PixelRect(x: x, y: y, width: width, height: height)
            let bytes = try crop.blocking.encoded(as: .png(), from: source, keeping: .all, showing: part)
            let written = try ImageSource(bytes: bytes)
            #expect(written.size == crop.size && written.header.orientation == .up)
            let bounds = crop.size.bounds
            #expect(written.embeddedFeatures.allSatisfy { bounds.contains($0.rectangle) }, "\(part)")
        }
    }
}
