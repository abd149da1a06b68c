import Testing

@testable import BoundedCrop

/// Detections of few pixels: they would pull the crop of a landscape to a stone.
@Suite struct TinyFaceTests {
    private static let size = PixelSize(width: 960, height: 720)

    private static func face(_ x: Double, _ confidence: Double, height: Double = 12) -> Feature {
        Feature(Rect(x: x, y: 400, width: height * 5 / 6, height: height), confidence: confidence)
    }

    /// What a search is sure of, where runs on the whole picture see these faces, and closer views see a face with this score.
    /// - Parameter longSides: Of the copies on which they are seen.
    private func sure(
        _ find: (FaceSearch) throws -> [Feature],
        of faces: [Feature],
        on longSides: [Int],
        inViews score: Double
    ) throws -> [Feature] {
        let search = FaceSearch(picture: PixelBuffer(size: Self.size)) { pixels in
            switch pixels.width {
            case FaceSearch.smallSide, Self.size.width:
                longSides.contains(pixels.width) ? faces.map { $0.scaled(from: Self.size, to: pixels.size) } : []
            default: score > 0 ? [Feature.inMiddle(of: pixels.size, confidence: score)] : []
            }
        }
        return try find(search).filter(\.isSure).strongest.sorted { $0.rectangle.x < $1.rectangle.x }
    }

    @Test(arguments: [0.7, 0.83, 0.95]) func `a lone one that no closer view confirms is none at both accuracies`(score: Double) throws {
        let faces = [Self.face(700, score)]
        #expect(try sure({ try $0.quick() }, of: faces, on: [480], inViews: 0).isEmpty)
        #expect(try sure({ try $0.thorough() }, of: faces, on: [960], inViews: 0).isEmpty)
        #expect(try sure({ try $0.thorough() }, of: faces, on: [960], inViews: 0.6).isEmpty)
        #expect(try sure({ try $0.thorough() }, of: faces, on: [480, 960], inViews: 0).isEmpty)
    }

    /// It is a question of the size alone.
    @Test func `a lone larger one is kept`() throws {
        let faces = [Self.face(700, 0.83, height: 18)]
        #expect(try sure({ try $0.thorough() }, of: faces, on: [960], inViews: 0).map(\.rectangle) == faces.map(\.rectangle))
    }

    @Test func `a lone one that a closer view confirms is kept`() throws {
        let faces = [Self.face(700, 0.83)]
        #expect(try sure({ try $0.quick() }, of: faces, on: [480], inViews: 0.8).count == 1)
        #expect(try sure({ try $0.thorough() }, of: faces, on: [960], inViews: 0.8).map(\.rectangle) == faces.map(\.rectangle))
    }

    @Test func `those of a crowd are kept`() throws {
        let crowd = (0..<9).map { Self.face(Double($0) * 100, 0.83) }
        #expect(try sure({ try $0.thorough() }, of: crowd, on: [960], inViews: 0.8).map(\.rectangle) == crowd.map(\.rectangle))
    }

    @Test func `one beside a larger face is kept`() throws {
        let faces = [Self.face(100, 0.95, height: 120), Self.face(700, 0.95)]
        #expect(try sure({ try $0.thorough() }, of: faces, on: [960], inViews: 0).map(\.rectangle) == faces.map(\.rectangle))
    }
}

extension Feature {
    fileprivate func scaled(from size: PixelSize, to other: PixelSize) -> Feature {
        scaled(x: Double(other.width) / Double(size.width), y: Double(other.height) / Double(size.height))
    }
}
