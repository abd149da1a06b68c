import BoundedCrop
import Foundation
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropRendering

/// Compares sizes and positions with those of thumbor 7.7.4, obtained by `References/make-thumbor-geometry.py`.
@Suite(.timeLimit(.minutes(15))) struct ThumborGeometryTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let parts: String
        let size: PixelSize
        let operations: String

        var testDescription: String { "\(parts) of \(size)" }
    }

    static let cases: [Case] = {
        let table = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("References/thumbor-geometry.txt")
        let text = (try? String(contentsOf: table, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let sides = fields[1].split(separator: "x").compactMap { Int($0) }
            return Case(parts: fields[0], size: PixelSize(width: sides[0], height: sides[1]), operations: fields[2])
        }
    }()

    /// From thumbor 7.8: results of the upscale filter are rounded down to whole pixels.
    @Test(arguments: [("fit-in/2000x2000", 910, 1137, "1600x2000"), ("fit-in/2000x2000", 1137, 910, "2000x1600")])
    func `the upscale filter enlarges like thumbor's`(parts: String, width: Int, height: Int, size: String) throws {
        let request = try RenderRequest("\(parts)/filters:upscale()/a.png")
        let target = try TargetGeometry(request.last, region: PixelSize(width: width, height: height))
        #expect(target.size.description == size)
    }

    @Test func `all reference cases are present`() {
        #expect(Self.cases.count == 204)
    }

    private static let sources = Result {
        try Dictionary(uniqueKeysWithValues: Set(cases.map(\.size)).map { ($0, try Fixture.flat($0.width, $0.height)) })
    }

    @Test(arguments: cases)
    func `crops, sizes and flips match thumbor's`(example: Case) throws {
        let source = try #require(try Self.sources.get()[example.size])
        let request = try RenderRequest(example.parts.isEmpty ? "a.png" : "\(example.parts)/a.png")
        let renderer = ImageRenderer(detector: FixedFeatureDetector([]))
        let plan = try RenderJob(renderer, source).plan(request).plan
        #expect(plan.operations == example.operations)
    }
}

extension RenderPlan {
    /// In the notation of the table.
    fileprivate var operations: String {
        func text(_ crop: PixelRect, in frame: PixelRect) -> String? {
            let (left, top) = (crop.x - frame.x, crop.y - frame.y)
            return crop.size == frame.size ? nil : "crop \(left),\(top),\(left + crop.width),\(top + crop.height)"
        }
        let whole = PixelRect(x: 0, y: 0, width: source.width, height: source.height)
        let operations = [
            text(region, in: whole), text(crop, in: region), size == crop.size ? nil : "resize \(size)",
            flipsHorizontally ? "flip_horizontally" : nil, flipsVertically ? "flip_vertically" : nil,
        ]
        return operations.compactMap(\.self).joined(separator: " ")
    }
}
