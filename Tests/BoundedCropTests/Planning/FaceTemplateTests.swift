import Foundation
import TestSupport
import Testing

@testable import BoundedCrop

/// Alignments to the points that networks for recognition were trained with.
@Suite(.timeLimit(.minutes(15))) struct FaceTemplateTests {
    private static let size = PixelSize(width: 1000, height: 1000)
    /// As published, in an output of 112x112: the eyes, the nose and the corners of the mouth, each as seen from the left.
    private static let published = [(38.2946, 51.6963), (73.5318, 51.5014), (56.0252, 71.7366), (41.5493, 92.3655), (70.7299, 92.2041)]
        .map { Point(x: $0.0, y: $0.1) }

    /// A face whose points are the published ones, turned about the middle of their picture and scaled, with its center at a place.
    private func face(roll: Double = 0, scale: Double = 1, at center: Point = Point(x: 500, y: 450)) -> Feature {
        let (x, y) = (cos(roll * .pi / 180) * scale, sin(roll * .pi / 180) * scale)
        let points = Self.published.map { point in
            let (across, down) = (point.x - 56, point.y - 56)
            return Point(x: center.x + across * x - down * y, y: center.y + across * y + down * x)
        }
        return face(points)
    }

    private func face(_ points: [Point]) -> Feature {
        Feature(Rect(x: 400, y: 400, width: 100, height: 100), landmarks: Landmarks(points))
    }

    private func plan(_ face: Feature, _ shape: CropRequest.Shape = .size(PixelSize(width: 112, height: 112))) throws -> CropPlan {
        var request = CropRequest(shape)
        request.alignment = .arcFace
        return try CropPlanner.plan(features: [face], size: Self.size, request: request)
    }

    /// The points of a face in an output of this size.
    private func shown(_ face: Feature, _ frame: AlignedFrame, in output: PixelSize) -> [Point] {
        (face.landmarks?.points ?? []).map { point in
            let share = frame.share(point)
            return Point(x: share.x * Double(output.width), y: share.y * Double(output.height))
        }
    }

    @Test(arguments: [0.0, 7.5, -33, 90, 137, 180, -120], [0.4, 1, 3.7])
    func `the points of a face are where they are published, whatever its turn and size`(roll: Double, scale: Double) throws {
        let face = face(roll: roll, scale: scale)
        let frame = try #require(try plan(face).aligned)
        for (shown, published) in zip(shown(face, frame, in: PixelSize(width: 112, height: 112)), Self.published) {
            #expect(abs(shown.x - published.x) < 1e-6 && abs(shown.y - published.y) < 1e-6)
        }
        #expect(abs(frame.height - 112 * scale) < 1e-6 && abs(cos((frame.angle - roll) * .pi / 180) - 1) < 1e-9)
    }

    /// SphereFace's points are the same, eight pixels further left.
    @Test func `in an output of another shape they are those of a square as high as it, in its middle`() throws {
        let face = face(roll: 12)
        let output = PixelSize(width: 96, height: 112)
        let frame = try #require(try plan(face, .size(output)).aligned)
        for (shown, published) in zip(shown(face, frame, in: output), Self.published) {
            #expect(abs(shown.x - published.x + 8) < 1e-6 && abs(shown.y - published.y) < 1e-6)
        }
    }

    /// A face turned aside fits the points no better under any other turn, scale and shift.
    @Test func `what does not fit has the least sum of squares in the output`() throws {
        let output = PixelSize(width: 112, height: 112)
        var points = face(roll: 20, scale: 2).landmarks?.points ?? []
        points[2].x += 30
        points[0].y -= 9
        points[4].x -= 14
        let face = face(points)
        let best = try #require(try plan(face).aligned)
        func error(_ frame: AlignedFrame) -> Double {
            zip(shown(face, frame, in: output), Self.published)
                .reduce(0) { $0 + pow($1.0.x - $1.1.x, 2) + pow($1.0.y - $1.1.y, 2) }
        }
        #expect(error(best) > 10)
        for change in [-0.5, 0.5] {
            var changed = [best, best, best, best]
            changed[0].center.x += change
            changed[1].center.y += change
            changed[2].angle += change
            changed[3].width += change
            changed[3].height += change
            for frame in changed { #expect(error(frame) > error(best)) }
        }
    }

    @Test(arguments: [0.0, 25, -70]) func `pixels are where the points are`(roll: Double) throws {
        let face = face(roll: roll, scale: 4, at: Point(x: 300, y: 300))
        let side = 600
        var bytes = [UInt8](repeating: 0, count: side * side * 4)
        for index in stride(from: 3, to: bytes.count, by: 4) { bytes[index] = 255 }
        for point in face.landmarks?.points ?? [] {
            for y in Int(point.y) - 8...Int(point.y) + 8 {
                for x in Int(point.x) - 8...Int(point.x) + 8 where hypot(Double(x) + 0.5 - point.x, Double(y) + 0.5 - point.y) <= 8 {
                    for channel in 0..<3 { bytes[(y * side + x) * 4 + channel] = 255 }
                }
            }
        }
        let picture = try PixelBuffer(size: PixelSize(width: side, height: side), bytes: bytes)
        var request = CropRequest(width: 112, height: 112)
        request.alignment = .arcFace
        let pixels = try BlockingCropper(detector: FixedFeatureDetector([face])).crop(picture, to: request).pixels
        for point in Self.published {
            var (sum, x, y) = (0.0, 0.0, 0.0)
            for row in Int(point.y) - 5...Int(point.y) + 5 {
                for column in Int(point.x) - 5...Int(point.x) + 5 {
                    let light = Double(pixels.pixel(column, row)[0])
                    sum += light
                    x += light * (Double(column) + 0.5)
                    y += light * (Double(row) + 0.5)
                }
            }
            #expect(sum > 0 && abs(x / sum - point.x) < 0.5 && abs(y / sum - point.y) < 0.5, "\(x / sum) \(y / sum) \(point)")
        }
    }

    @Test func `beyond the picture it is black, unless another color is chosen`() throws {
        let face = face(at: Point(x: 10, y: 10))
        #expect(try plan(face).aligned?.fill == .color(.black))
        var request = CropRequest(width: 112, height: 112)
        request.alignment = FaceAlignment(template: .arcFace, fill: nil)
        expectError(.invalidArgument, saying: "beyond the picture") {
            _ = try CropPlanner.plan(features: [face], size: Self.size, request: request)
        }
    }

    private static let hostile: [[Point]] = [
        Array(repeating: Point(x: 450, y: 450), count: 5),
        published.map { Point(x: 450 + $0.x / 1000, y: 450 + $0.y / 1000) },
        [Point(x: .nan, y: 1)] + published.dropFirst(),
        [Point(x: 1, y: .infinity)] + published.dropFirst(),
        published.map { Point(x: $0.x * 1e200, y: $0.y * 1e200) },
        published.map { Point(x: 450 - $0.x, y: 300 + $0.y) },
    ]

    @Test(arguments: hostile) func `landmarks that are no face's are not known`(points: [Point]) {
        expectError(.noFeatureFound, saying: "eyes are known") { _ = try self.plan(self.face(points)) }
    }

    @Test(arguments: [0.0, 30, 90, 145]) func `points along a line give a frame, or none, but no nonsense`(angle: Double) throws {
        let points = [-40.0, 40, 0, -20, 20].map { Point(x: 500 + $0 * cos(angle), y: 500 + $0 * sin(angle)) }
        do {
            let frame = try #require(try plan(face(points)).aligned)
            #expect([frame.center.x, frame.center.y, frame.angle].allSatisfy(\.isFinite) && (10...2000).contains(frame.height))
        } catch let error as BoundedCropError {
            #expect(error.code == .noFeatureFound)
        }
    }

    @Test func `it is written and read as text and JSON`() throws {
        #expect(FaceAlignment("arcface") == .arcFace && FaceAlignment.arcFace.text == "arcface" && FaceAlignment("ArcFace") == nil)
        let alignment = FaceAlignment(template: .arcFace, fill: .color(.white))
        #expect(alignment.text == "arcface")
        #expect(try JSONDecoder().decode(FaceAlignment.self, from: JSONEncoder().encode(alignment)) == alignment)
        let old = #"{"eyeLine":0.45,"scale":{"headHeight":0.6},"horizontal":0.5}"#
        #expect(try JSONDecoder().decode(FaceAlignment.self, from: Data(old.utf8)) == .avatar)
        #expect(FaceTemplate.arcFace.size == PixelSize(width: 112, height: 112))
    }
}
