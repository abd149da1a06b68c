import Testing

@testable import BoundedCrop

/// Detections of few pixels: they would pull the crop of a landscape to a stone.
@Suite struct TinyFaceTests {
    private static let size = PixelSize(width: 960, height: 720)

    private static func face(_ x: Double, height: Double = 12) -> Feature {
        Feature(Rect(x: x, y: 400, width: height * 5 / 6, height: height), confidence: 0.95)
    }

    /// What a search is sure of, where runs on the whole picture see these faces, and closer ones see a face with this score in the middle.
    private func sure(
        of faces: [Feature],
        inCloserRuns score: Double,
        at accuracy: DetectionAccuracy,
        from confidence: Double = 0.5
    ) throws -> [Double] {
        func network(_ pixels: PixelBuffer) -> [Feature] {
            guard pixels.size.longSide > 256 else {
                let (width, height) = (Double(pixels.width), Double(pixels.height))
                let side = width / 8
                return [Feature(Rect(x: width / 2 - side / 2, y: height / 2 - side / 2, width: side, height: side), confidence: score)]
            }
            // Turned copies show nothing.
            guard pixels.width > pixels.height else { return [] }
            return faces.map {
                $0.scaled(x: Double(pixels.width) / Double(Self.size.width), y: Double(pixels.height) / Double(Self.size.height))
            }
        }
        let search = FaceSearch(picture: PixelBuffer(size: Self.size), yuNet: network, centerFace: network)
        return try search.faces(at: accuracy).filter { $0.confidence >= confidence }.map { $0.rectangle.midX.rounded() }.sorted()
    }

    @Test(arguments: DetectionAccuracy.allCases) func `one that no closer run confirms is none`(accuracy: DetectionAccuracy) throws {
        #expect(try sure(of: [Self.face(700)], inCloserRuns: 0.2, at: accuracy).isEmpty)
        #expect(try sure(of: [Self.face(700)], inCloserRuns: 0.8, at: accuracy) == [705])
    }

    @Test func `one that a closer run denies is not even likely`() throws {
        let likely = DetectionLimits().likelyConfidence
        #expect(try sure(of: [Self.face(700)], inCloserRuns: 0.2, at: .low, from: likely).isEmpty)
    }

    /// The dots of a tie below a face.
    @Test func `one beside a larger face must be confirmed too`() throws {
        let faces = [Self.face(100, height: 120), Self.face(700)]
        #expect(try sure(of: faces, inCloserRuns: 0.2, at: .high) == [150])
        #expect(try sure(of: faces, inCloserRuns: 0.8, at: .high) == [150, 705])
    }

    /// It is a question of the size alone.
    @Test func `a larger one is kept`() throws {
        #expect(try sure(of: [Self.face(700, height: 18)], inCloserRuns: 0.2, at: .high).count == 1)
    }

    @Test func `those of a crowd are kept if the surest are confirmed`() throws {
        let crowd = (1...8).map { Self.face(Double($0) * 100) }
        #expect(try sure(of: crowd, inCloserRuns: 0.8, at: .high).count == 8)
        #expect(try sure(of: crowd, inCloserRuns: 0.2, at: .high).isEmpty)
    }
}
