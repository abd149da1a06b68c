import BoundedCrop
import PictureSupport
import Testing

/// The sides that regions say they are shares of.
@Suite("Frames of regions in XMP") struct RegionFrameTests {
    /// In 300x200 stored pixels.
    private func features(_ sides: String, orientation: Int = 1) throws -> [Feature] {
        let packet = RegionsPacket.text([.init(x: "0.25", y: "0.5", width: "0.1", height: "0.2")], .attributes)
            .replacing(#"stDim:w="300" stDim:h="200""#, with: sides)
        return try ImageSource(bytes: TaggedPicture.jpeg(xmp: packet, exif: TIFFBlock(orientation: orientation))).embeddedFeatures
    }

    private func expectSame(_ found: Rect?, _ expected: Rect) throws {
        let found = try #require(found)
        let distances = [found.x - expected.x, found.y - expected.y, found.width - expected.width, found.height - expected.height]
        #expect(distances.allSatisfy { abs($0) < 1e-6 }, "\(found)")
    }

    @Test(arguments: [
        #"stDim:w="300" stDim:h="200""#, #"stDim:w="6000" stDim:h="4000""#, #"stDim:w="30" stDim:h="20""#,
        #"stDim:w="4032" stDim:h="2688""#,
        "", #"stDim:w="0" stDim:h="200""#, #"stDim:w="nan" stDim:h="200""#, #"stDim:w="300""#, #"stDim:w="x" stDim:h="y""#,
    ])
    func `a larger or smaller copy, and sides that cannot be read`(sides: String) throws {
        try expectSame(try features(sides).first?.rectangle, Rect(x: 60, y: 80, width: 30, height: 40))
    }

    @Test(arguments: [#"stDim:w="200" stDim:h="200""#, #"stDim:w="200" stDim:h="300""#, #"stDim:w="300" stDim:h="1e9""#])
    func `a picture that was cut or turned since`(sides: String) throws {
        #expect(try features(sides).isEmpty)
    }

    /// Some programs have the upright picture in mind.
    @Test(arguments: [6, 8]) func `sides of the upright picture`(orientation: Int) throws {
        let found = try features(#"stDim:w="200" stDim:h="300""#, orientation: orientation)
        try expectSame(found.first?.rectangle, Rect(x: 40, y: 120, width: 20, height: 60))
        let stored = try features(#"stDim:w="300" stDim:h="200""#, orientation: orientation)
        #expect(stored.first?.rectangle != found.first?.rectangle)
    }

    @Test(arguments: RegionsPacket.Form.allCases) func `a focus point has no size`(form: RegionsPacket.Form) throws {
        func kinds(_ region: RegionsPacket.Region) throws -> [Feature] {
            try ImageSource(bytes: TaggedPicture.jpeg(xmp: RegionsPacket.text([region], form))).embeddedFeatures
        }
        let point = try kinds(.init(type: "Focus", x: "0.5", y: "1", width: nil, height: nil))
        #expect(point.map(\.kind) == [.focalPoint] && point.first?.rectangle == Rect(x: 150, y: 199, width: 1, height: 1))
        #expect(try kinds(.init(type: "Focus", x: "1.1", y: "1", width: nil, height: nil)).isEmpty)
        #expect(try kinds(.init(type: "Face", width: nil, height: nil)).isEmpty)
    }

    @Test(arguments: ["1", "0.5", "-1", "2", "x", ""]) func `details that are wrong are left out`(confidence: String) throws {
        let details = """
            <mwg-rs:Extensions xmlns:bc="urn:boundedcrop:regions:1.0:" bc:Confidence="\(confidence)"
            bc:Landmarks="0.1 0.2 0.3 0.4 nan 0.5 0.6 0.7 0.8 0.9"/></rdf:Description></rdf:li>
            """
        let packet = RegionsPacket.text([.init()], .attributes).replacing("</rdf:Description></rdf:li>", with: details)
        let found = try #require(try ImageSource(bytes: TaggedPicture.jpeg(xmp: packet)).embeddedFeatures.first)
        #expect(found.confidence == (confidence == "0.5" ? 0.5 : 1) && found.landmarks == nil)
    }
}
