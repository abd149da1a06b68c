import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct XMPTests {
    private static let packet = """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
            xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
            xmlns:own="http://example.com/own/" exif:GPSLatitude="51,28.6N" photoshop:City="Greenwich" tiff:Orientation="6" own:mark="a" photoshop:Credit="a&quot;&lt;b">
        <exif:GPSLongitude>0,0.1W</exif:GPSLongitude><exif:PixelXDimension>400</exif:PixelXDimension>
        <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Tom &amp; Ann</rdf:li></rdf:Alt></dc:title>
        <mwg-rs:Regions xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#"
            xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#" rdf:parseType="Resource">
        <mwg-rs:AppliedToDimensions stDim:w="400" stDim:h="200" stDim:unit="pixel"/>
        <mwg-rs:RegionList><rdf:Bag>
        <rdf:li><rdf:Description mwg-rs:Name="Tom" mwg-rs:Type="Face">
        <mwg-rs:Area stArea:x="0.25" stArea:y="0.5" stArea:w="0.1" stArea:h="0.2" stArea:unit="normalized"/></rdf:Description></rdf:li>
        <rdf:li><rdf:Description mwg-rs:Name="Ann" mwg-rs:Type="Face">
        <mwg-rs:Area stArea:x="0.9" stArea:y="0.5" stArea:w="0.1" stArea:h="0.2" stArea:unit="normalized"/></rdf:Description></rdf:li>
        </rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
        </rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
        """

    /// A picture of 400x200 with the packet, and a crop of its left half at half the size, with what is kept.
    private func crop(
        _ selection: MetadataSelection,
        showing: PixelRect? = PixelRect(x: 0, y: 0, width: 200, height: 200)
    ) throws -> ImageSource {
        let pixels = PixelBuffer(size: PixelSize(width: 400, height: 200), filledWith: (90, 90, 90, 255))
        let metadata = ImageMetadata(xmp: Array(Self.packet.utf8))
        let source = try ImageSource(bytes: pixels.blocking.encoded(as: .jpeg(), metadata: metadata))
        let half = try source.pixels(of: PixelRect(x: 0, y: 0, width: 200, height: 200), scaledTo: PixelSize(width: 100, height: 100))
        return try ImageSource(bytes: half.blocking.encoded(as: .png(), from: source, keeping: selection, showing: showing))
    }

    private func text(_ source: ImageSource) throws -> String { String(decoding: try #require(source.metadata.xmp), as: UTF8.self) }

    @Test func regionsMoveWithTheCrop() throws {
        let source = try crop(.all)
        let features = source.embeddedFeatures
        #expect(features.count == 1 && features[0].kind == .face)
        let expected = Rect(x: 40, y: 40, width: 20, height: 20)
        #expect(abs(features[0].rectangle.x - expected.x) < 0.01 && abs(features[0].rectangle.width - expected.width) < 0.01)
        let text = try text(source)
        #expect(text.contains("Tom") && !text.contains("\"Ann\"") && text.contains("stDim:w=\"100\""))
    }

    @Test func regionsAreDroppedWhereTheirPlaceIsUnknown() throws {
        let source = try crop(.all, showing: nil)
        #expect(source.embeddedFeatures.isEmpty)
        #expect(try !text(source).contains("Regions") && text(source).contains("Tom &amp; Ann"))
    }

    @Test func textsStayAsTheyWere() throws {
        let packet = try #require(try crop(.all).metadata.xmp)
        let all = try #require(XMLTree(packet)).root.all
        #expect(all.contains { $0.text == "Tom & Ann" && $0.attributes["http://www.w3.org/XML/1998/namespace|lang"] == "x-default" })
        #expect(all.contains { $0.attributes[XMPNames.photoshop + "Credit"] == "a\"<b" })
    }

    @Test func unknownPropertiesAreLeftOut() throws {
        #expect(try !text(crop(.all)).contains("own"))
    }

    @Test func orientationAndSizeAreThoseOfTheCrop() throws {
        let text = try text(crop(.all))
        #expect(text.contains("tiff:Orientation=\"1\"") && text.contains("<exif:PixelXDimension>100</exif:PixelXDimension>"))
    }

    @Test func thePlaceIsKeptOnlyOnRequest() throws {
        #expect(try ["GPSLatitude", "GPSLongitude", "Greenwich"].allSatisfy(text(crop(.all)).contains))
        #expect(try !["GPS", "Greenwich", "51,28"].contains(where: text(crop(.exceptPlace)).contains))
        #expect(try text(crop(.exceptPlace)).contains("Tom"))
    }

    @Test func regionsCanBeWritten() throws {
        let face = Feature(Rect(x: 10, y: 20, width: 30, height: 40))
        for extent in MetadataSelection.Extent.allCases {
            let source = try crop(MetadataSelection(extent, regions: [face]))
            let found = source.embeddedFeatures
            #expect(found.count == 1 && found[0].kind == .face && abs(found[0].rectangle.y - 20) < 0.01)
            #expect(try text(source).contains("Tom &amp; Ann") == (extent == .everything))
        }
    }

    @Test func aPacketThatIsNoXMLIsLeftOut() throws {
        let pixels = PixelBuffer(size: PixelSize(width: 8, height: 8), filledWith: (90, 90, 90, 255))
        let broken = try ImageSource(bytes: pixels.blocking.encoded(as: .jpeg(), metadata: ImageMetadata(xmp: Array("<x:xmpmeta".utf8))))
        #expect(broken.metadata.xmp != nil)
        #expect(try ImageSource(bytes: pixels.blocking.encoded(as: .jpeg(), from: broken, keeping: .all)).metadata.xmp == nil)
    }

    @Test func coordinatesInEXIFAreKeptOnlyOnRequest() throws {
        let source = try Fixture.source("metadata/everything.jpg")
        let pixels = try source.pixels(longSide: 20)
        let bytes = { (selection: MetadataSelection) in
            let written = try ImageSource(bytes: pixels.blocking.encoded(as: .jpeg(), from: source, keeping: selection))
            return try #require(written.metadata.exif)
        }
        // 51/1, 28/1 and 40/1 in either byte order, as the fixture's place is stored.
        let latitudes: [[UInt8]] = [
            [51, 0, 0, 0, 1, 0, 0, 0, 28, 0, 0, 0, 1, 0, 0, 0, 40, 0, 0, 0],
            [0, 0, 0, 51, 0, 0, 0, 1, 0, 0, 0, 28, 0, 0, 0, 1, 0, 0, 0, 40],
        ]
        let (all, without) = (try bytes(.all), try bytes(.exceptPlace))
        #expect(latitudes.contains { all.firstRange(of: $0) != nil })
        #expect(latitudes.allSatisfy { without.firstRange(of: $0) == nil })
        #expect(without.contains(text: "Fixture Camera Works") && without.count < all.count)
    }
}
