import PictureSupport
import TestSupport
import Testing

@testable import BoundedCrop

/// Outputs that reach beyond the picture because no crop of their shape holds all faces.
@Suite struct EdgeFillTests {
    private static let size = PixelSize(width: 1000, height: 600)
    private static let group = [50.0, 800].map { Feature(Rect(x: $0, y: 200, width: 100, height: 120)) }

    private func plan(
        _ features: [Feature],
        _ shape: CropRequest.Shape,
        _ change: (inout CropRequest) -> Void = { _ in }
    ) throws -> CropPlan {
        var request = CropRequest(shape)
        (request.fill, request.padding) = (.blur, .zero)
        change(&request)
        return try CropPlanner.plan(features: features, size: Self.size, request: request)
    }

    @Test(arguments: [(1, 2), (1, 1), (2, 3), (1, 9)])
    func `faces that fit into no crop of the shape are all shown, and no more of the width than they need`(width: Int, height: Int) throws {
        let plan = try plan(Self.group, .aspect(AspectRatio(width, height)))
        let frame = try #require(plan.aligned)
        #expect(plan.reason == .filled && plan.features.allSatisfy(\.kept))
        #expect(frame.angle == 0 && frame.fill == .blur && abs(frame.width - 850) < 1e-9)
        #expect(abs(frame.width / frame.height - Double(width) / Double(height)) < 1e-9)
        // All of the height is shown, in the middle.
        #expect(frame.center.y == 300 && plan.crop == PixelRect(x: 50, y: 0, width: 850, height: 600))
    }

    @Test func `in a flat shape the picture is in the middle from left to right`() throws {
        let tall = [Feature(Rect(x: 300, y: 10, width: 80, height: 90)), Feature(Rect(x: 500, y: 480, width: 80, height: 90))]
        let plan = try plan(tall, .aspect(AspectRatio(4, 1)))
        let frame = try #require(plan.aligned)
        #expect(frame.height == 560 && frame.width == 2240 && frame.center.x == 500 && plan.features.allSatisfy(\.kept))
    }

    @Test func `an output without a size is as large as without a fill`() throws {
        for shape in [AspectRatio(1, 2), AspectRatio(7, 1), AspectRatio(2, 3)] {
            let filled = try plan(Self.group, .aspect(shape))
            let cropped = try plan(Self.group, .aspect(shape)) { $0.fill = nil }
            #expect(filled.naturalSize == cropped.naturalSize)
        }
    }

    @Test func `where a crop holds all faces, a fill changes nothing`() throws {
        for shape in [CropRequest.Shape.aspect(AspectRatio(16, 9)), .source, .size(PixelSize(width: 300, height: 200))] {
            #expect(try plan(Self.group, shape) == plan(Self.group, shape) { $0.fill = nil })
        }
        #expect(try plan([], .aspect(AspectRatio(1, 2))) == plan([], .aspect(AspectRatio(1, 2))) { $0.fill = nil })
    }

    @Test func `a limited room and an output that is turned are cropped`() throws {
        let limited = try plan(Self.group, .aspect(AspectRatio(1, 2))) { $0.room = .magnified(2) }
        #expect(limited.reason != .filled && limited.aligned == nil)
        let lying = Self.group.map { face in
            var face = face
            let (x, y) = (face.rectangle.midX, face.rectangle.midY)
            let points = [(x + 20, y - 20), (x + 20, y + 20), (x, y), (x - 20, y - 15), (x - 20, y + 15)]
            face.landmarks = Landmarks(points.map { Point(x: $0.0, y: $0.1) })
            return face
        }
        // As seen, the shape is too narrow; turned, it is flat.
        let turned = try plan(lying, .aspect(AspectRatio(9, 4))) { $0.rotatesToFaces = true }
        #expect((turned.outputTurn ?? .zero) != .zero && turned.aligned == nil)
    }

    @Test func `only what the scheme counts must be shown`() throws {
        let largest = try plan(Self.group, .aspect(AspectRatio(1, 2))) { $0.scheme = .largest }
        #expect(largest.reason == .bounds && largest.aligned == nil)
    }

    @Test(arguments: ["edge", "blur", "#ff0000", "rgba(1,2,3,0.5)"])
    func `the text of a fill is read as the same fill`(text: String) throws {
        let fill = try #require(EdgeFill(text))
        #expect(EdgeFill(fill.description) == fill)
    }

    @Test(arguments: ["", "edges", "BLUR", "#12", "none"])
    func `other texts are no fill`(text: String) {
        #expect(EdgeFill(text) == nil)
    }

    // MARK: Pixels

    /// Red at the left, green in the middle, blue at the right.
    private func stripes() throws -> PixelBuffer {
        let colors: [[UInt8]] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]]
        return try PixelBuffer(size: PixelSize(width: 90, height: 30), bytes: (0..<30 * 90).flatMap { colors[$0 % 90 / 30] })
    }

    private func rendered(_ fill: EdgeFill, _ output: PixelSize) throws -> PixelBuffer {
        let picture = try stripes()
        var request = CropRequest(.size(output))
        (request.fill, request.padding) = (fill, .zero)
        let faces = [Feature(Rect(x: 2, y: 10, width: 10, height: 10)), Feature(Rect(x: 78, y: 10, width: 10, height: 10))]
        let plan = try CropPlanner.plan(features: faces, size: picture.size, request: request)
        #expect(plan.reason == .filled)
        return try CropRendering.pixels([CropRendering(plan, scaledTo: output)], of: picture) { _, _, _ in }[0]
    }

    private func pixel(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> [UInt8] {
        let start = (y * picture.width + x) * 4
        return Array(picture.bytes[start..<start + 4])
    }

    @Test func `a color is beyond the picture's edges, and the picture between them`() throws {
        let result = try rendered(.color(.white), PixelSize(width: 86, height: 172))
        #expect(pixel(result, 43, 2) == [255, 255, 255, 255] && pixel(result, 43, 169) == [255, 255, 255, 255])
        #expect([5, 43, 80].map { pixel(result, $0, 86) } == [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]])
    }

    @Test(arguments: [EdgeFill.edge, .blur])
    func `the picture goes on beyond its edges, opaque and without a seam`(fill: EdgeFill) throws {
        let result = try rendered(fill, PixelSize(width: 86, height: 172))
        #expect(result.bytes.enumerated().allSatisfy { $0 % 4 != 3 || $1 == 255 })
        for y in [1, 40, 130, 170] {
            #expect(pixel(result, 4, y)[0] > 150 && pixel(result, 43, y)[1] > 150 && pixel(result, 82, y)[2] > 150)
        }
        #expect(pixel(result, 5, 86) == [255, 0, 0, 255])
    }

    /// A red face on a blue ground, below 30 rows or at the top edge.
    @Test(arguments: [30, 0]) func `no feature is seen again beyond the edges`(top: Int) throws {
        let size = PixelSize(width: 90, height: 90)
        let face = Rect(x: 30, y: Double(top), width: 30, height: 40)
        let bytes: [UInt8] = (0..<size.area).flatMap { index -> [UInt8] in
            let (x, y) = (index % 90, index / 90)
            return (30..<60).contains(x) && (top..<top + 40).contains(y) ? [255, 0, 0, 255] : [0, 0, 255, 255]
        }
        let frame = AlignedFrame(center: Point(x: 45, y: 0), width: 90, height: 180, angle: 0, fill: .edge)
        let request = CropRequest(.aspect(AspectRatio(1, 2)))
        var plan = try CropPlanner.plan(features: [Feature(face)], size: size, request: request)
        (plan.reason, plan.aligned, plan.crop) = (.filled, frame, try frame.rectangle(in: size))
        let rendering = CropRendering(plan, scaledTo: PixelSize(width: 90, height: 180))
        let picture = try PixelBuffer(size: size, bytes: bytes)
        let result = try CropRendering.pixels([rendering], of: picture) { _, _, _ in }[0]
        // Beyond the rows that fade, all of the ground, and nothing of the face.
        let beyond = (0..<84).flatMap { y in (0..<90).map { x in pixel(result, x, y)[0] } }
        #expect((beyond.max() ?? 255) < 60)
        #expect(pixel(result, 45, 90 + top + 20) == [255, 0, 0, 255])
    }

    @Test func `edges are mirrored, however far the output reaches beyond them`() throws {
        // Of the picture, 30 rows of which the upper half is dark.
        let picture = try PixelBuffer(
            size: PixelSize(width: 90, height: 30),
            bytes: (0..<90 * 30).flatMap { $0 / 90 < 15 ? [0, 0, 0, 255] : [255, 255, 255, 255] as [UInt8] }
        )
        let frame = AlignedFrame(center: Point(x: 45, y: 15), width: 30, height: 150, angle: 0, fill: .edge)
        var plan = try CropPlanner.plan(features: [], size: picture.size, request: CropRequest(.aspect(AspectRatio(1, 5))))
        (plan.reason, plan.aligned, plan.crop) = (.filled, frame, try frame.rectangle(in: picture.size))
        let rendering = CropRendering(plan, scaledTo: PixelSize(width: 30, height: 150))
        let result = try CropRendering.pixels([rendering], of: picture) { _, _, _ in }[0]
        // From the top: 60 rows beyond the picture, which are mirrored twice.
        let levels = [7, 22, 37, 52, 67, 82, 97, 112, 127, 142].map { pixel(result, 15, $0)[0] > 127 }
        #expect(levels == [false, true, true, false, false, true, true, false, false, true])
    }
}
