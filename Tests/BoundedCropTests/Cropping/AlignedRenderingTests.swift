import Foundation
import TestSupport
import Testing

@testable import BoundedCrop

/// Frames of 40 pixels in a picture of 120 in which each pixel encodes its position.
@Suite(.timeLimit(.minutes(15))) struct AlignedRenderingTests {
    private static let alignment = FaceAlignment(eyeLine: 0.375, scale: .eyeDistance(0.25))

    private func request(_ shape: CropRequest.Shape, fill: EdgeFill? = nil) -> CropRequest {
        var request = CropRequest(shape)
        request.alignment = Self.alignment
        request.alignment?.fill = fill
        return request
    }

    private func cropper(eyes: Point, roll: Double = 0, distance: Double = 10) -> BlockingCropper {
        BlockingCropper(detector: FixedFeatureDetector([.face(eyes: eyes, distance: distance, roll: roll)]))
    }

    private static let square = CropRequest.Shape.aspect(AspectRatio(1, 1))

    @Test func anUprightFaceIsOnlyCut() throws {
        let picture = try PixelBuffer.coordinates(120, 120)
        let crop = try cropper(eyes: Point(x: 60, y: 50)).crop(picture, to: request(Self.square))
        let rectangle = PixelRect(x: 40, y: 35, width: 40, height: 40)
        #expect(crop.plan.crop == rectangle)
        #expect(try crop.pixels == picture.pixels(of: rectangle, scaledTo: rectangle.size))
    }

    /// The frame is 35..75 x 30..70, and its top is on the right.
    @Test func aLyingFaceIsTurnedUpright() throws {
        let picture = try PixelBuffer.coordinates(120, 120)
        let pixels = try cropper(eyes: Point(x: 60, y: 50), roll: 90).crop(picture, to: request(Self.square)).pixels
        #expect(pixels.size == PixelSize(width: 40, height: 40))
        #expect(pixels.pixel(0, 0) == [74, 30, 0, 255] && pixels.pixel(39, 0) == [74, 69, 0, 255])
        #expect(pixels.pixel(0, 39) == [35, 30, 0, 255] && pixels.pixel(39, 39) == [35, 69, 0, 255])
    }

    /// A pixel of the output is at its place in the frame, whose colors are its coordinates.
    @Test(arguments: [20, 40, 60], [0.0, 17, -50, 160]) func everyPixelComesFromItsPlace(side: Int, roll: Double) throws {
        let picture = try PixelBuffer.coordinates(120, 120)
        let size = PixelSize(width: side, height: side)
        let crop = try cropper(eyes: Point(x: 60, y: 58), roll: roll).crop(picture, to: request(.size(size)))
        #expect(crop.pixels.size == size)
        let frame = try #require(crop.plan.aligned)
        for (x, y) in [(3, 3), (side / 2, side / 3), (side - 4, side - 4)] {
            let share = Point(x: (Double(x) + 0.5) / Double(side), y: (Double(y) + 0.5) / Double(side))
            let (place, pixel) = (frame.point(share), crop.pixels.pixel(x, y))
            #expect(abs(Double(pixel[0]) - (place.x - 0.5)) <= 1.5 && abs(Double(pixel[1]) - (place.y - 0.5)) <= 1.5)
        }
    }

    /// Columns of black and white, eight of which make one of the output's.
    @Test(arguments: [0.0, 30, 45]) func shrinkingAverages(roll: Double) throws {
        let size = PixelSize(width: 480, height: 480)
        let bytes: [UInt8] = (0..<size.area).flatMap { ($0 % 2 == 0 ? [0, 0, 0, 255] : [255, 255, 255, 255]) as [UInt8] }
        let picture = try PixelBuffer(size: size, bytes: bytes)
        let cropper = cropper(eyes: Point(x: 240, y: 220), roll: roll, distance: 40)
        let pixels = try cropper.crop(picture, to: request(.size(PixelSize(width: 20, height: 20)))).pixels
        for index in 0..<400 { #expect(abs(Int(pixels.bytes[index * 4]) - 128) <= 16) }
    }

    /// The frame begins 10 pixels left of the picture.
    @Test func emptyEdgesHaveTheFill() throws {
        let picture = try PixelBuffer.coordinates(120, 120)
        let cropper = cropper(eyes: Point(x: 10, y: 50))
        let red = try #require(Color("#ff0000"))
        let crop = try cropper.crop(picture, to: request(Self.square, fill: .color(red)))
        #expect(crop.plan.crop == PixelRect(x: 0, y: 35, width: 30, height: 40))
        #expect(crop.pixels.pixel(0, 0) == [255, 0, 0, 255] && crop.pixels.pixel(9, 20) == [255, 0, 0, 255])
        #expect(crop.pixels.pixel(10, 0) == [0, 35, 0, 255] && crop.pixels.pixel(39, 39) == [29, 74, 0, 255])
        let clear = try cropper.crop(picture, to: request(Self.square, fill: .color(.clear))).pixels
        #expect(clear.pixel(0, 0) == [0, 0, 0, 0] && clear.pixel(10, 0) == [0, 35, 0, 255])
        expectError(.invalidArgument, saying: "beyond") { _ = try cropper.crop(picture, to: request(Self.square)) }
    }

    /// The frame begins 10 pixels left of the picture, whose columns each have a color.
    @Test func theBackgroundGoesOnBeyondTheEdges() throws {
        let picture = try PixelBuffer.coordinates(120, 120)
        var face = Feature.face(eyes: Point(x: 10, y: 50), distance: 10)
        // What is beside the face is mirrored.
        face.rectangle = Rect(x: 10, y: 50, width: 1, height: 1)
        let cropper = BlockingCropper(detector: FixedFeatureDetector([face]))
        let pixels = try cropper.crop(picture, to: request(Self.square, fill: .edge)).pixels
        // The picture itself is as it is.
        #expect(pixels.pixel(10, 0) == [0, 35, 0, 255] && pixels.pixel(39, 39) == [29, 74, 0, 255])
        for y in [0, 20, 39] {
            for x in 0..<10 {
                let pixel = pixels.pixel(x, y)
                // The picture is mirrored there, and a blur of 1.2 pixels mixes columns.
                #expect(abs(Int(pixel[0]) - (9 - x)) <= 3 && abs(Int(pixel[1]) - (35 + y)) <= 2, "\(x),\(y): \(pixel)")
                #expect(pixel[2] == 0 && pixel[3] == 255)
            }
        }
    }

    /// A plain ground is the same on both sides of slanted edges, at any size.
    @Test(arguments: [-20.0, 9, 45], [15, 40, 90]) func aPlainGroundHasNoBorder(roll: Double, side: Int) throws {
        let picture = PixelBuffer(size: PixelSize(width: 120, height: 120), filledWith: (90, 120, 200, 255))
        let request = request(.size(PixelSize(width: side, height: side)), fill: .edge)
        let crop = try cropper(eyes: Point(x: 20, y: 20), roll: roll).crop(picture, to: request)
        #expect(crop.plan.aligned?.fill == .edge)
        #expect(crop.pixels == PixelBuffer(size: crop.pixels.size, filledWith: (90, 120, 200, 255)))
    }

    /// Stripes of one pixel at an edge are no stripes far beyond it.
    @Test func edgesBecomeSofter() throws {
        let size = PixelSize(width: 120, height: 120)
        let bytes: [UInt8] = (0..<size.area).flatMap { ($0 / 120 % 4 < 2 ? [0, 0, 0, 255] : [200, 200, 200, 255]) as [UInt8] }
        let picture = try PixelBuffer(size: size, bytes: bytes)
        let alignment = FaceAlignment(eyeLine: 0.5, scale: .eyeDistance(0.1), fill: .edge)
        var request = CropRequest(.size(PixelSize(width: 100, height: 100)))
        request.alignment = alignment
        let pixels = try cropper(eyes: Point(x: 10, y: 60)).crop(picture, to: request).pixels
        func contrast(_ column: Int) -> Int {
            let levels = (20..<80).map { Int(pixels.pixel(column, $0)[0]) }
            return (levels.max() ?? 0) - (levels.min() ?? 0)
        }
        // The picture begins at column 40, and only the soft one is left 6 pixels before it.
        #expect(contrast(41) == 200 && contrast(39) > 150)
        #expect(contrast(10) < 10 && contrast(33) < 10)
    }

    @Test func aFrameInsideThePictureNeedsNoBackground() throws {
        let picture = try PixelBuffer.coordinates(120, 120)
        let cropper = cropper(eyes: Point(x: 60, y: 55), roll: 12)
        let pixels = try cropper.crop(picture, to: request(Self.square)).pixels
        #expect(try cropper.crop(picture, to: request(Self.square, fill: .edge)).pixels == pixels)
    }

    /// All bytes are 128 or below, so that a color above its alpha would be seen.
    @Test func colorsStayPremultiplied() throws {
        let size = PixelSize(width: 120, height: 120)
        let bytes: [UInt8] = (0..<size.area).flatMap { ($0 % 3 == 0 ? [128, 0, 128, 128] : [0, 0, 0, 0]) as [UInt8] }
        let picture = try PixelBuffer(size: size, bytes: bytes)
        for (side, fill) in [(15, "#00ff0040"), (40, "#00ff0040"), (90, "#00ff0040"), (15, "edge"), (90, "edge")] {
            let request = request(.size(PixelSize(width: side, height: side)), fill: EdgeFill(fill))
            let pixels = try cropper(eyes: Point(x: 20, y: 30), roll: 20).crop(picture, to: request).pixels
            for index in 0..<pixels.size.area {
                let alpha = pixels.bytes[index * 4 + 3]
                #expect((0..<3).allSatisfy { pixels.bytes[index * 4 + $0] <= alpha })
            }
        }
    }

    @Test func aSmallFaceKeepsItsOwnPixelsIfEnlargingIsNotAllowed() throws {
        let picture = try PixelBuffer.coordinates(120, 120)
        var request = request(.size(PixelSize(width: 400, height: 400)))
        #expect(try cropper(eyes: Point(x: 60, y: 50)).crop(picture, to: request).pixels.width == 400)
        request.allowsUpscaling = false
        #expect(try cropper(eyes: Point(x: 60, y: 50)).crop(picture, to: request).pixels.width == 40)
    }

    @Test func alignedAndOtherCropsAreMadeTogether() throws {
        let picture = try PixelBuffer.coordinates(120, 120)
        let cropper = cropper(eyes: Point(x: 60, y: 50))
        let requests = [request(Self.square), CropRequest(width: 30, height: 20), request(.size(PixelSize(width: 20, height: 20)))]
        let together = try cropper.crop(picture, to: requests)
        #expect(try together == requests.map { try cropper.crop(picture, to: $0) })
    }

    @Test func aStoredPlanGivesTheSameCrop() throws {
        let picture = try PixelBuffer.coordinates(120, 120)
        let cropper = cropper(eyes: Point(x: 12, y: 50), roll: 10)
        let crop = try cropper.crop(picture, to: request(Self.square, fill: .color(.white)))
        let plan = try JSONDecoder().decode(CropPlan.self, from: JSONEncoder().encode(crop.plan))
        #expect(plan == crop.plan)
        #expect(try cropper.render(plan, of: picture) == crop)
        let record = CropRecord(file: "a", orientation: .up, detector: "b", accuracy: .low, plan: crop.plan, output: nil)
        let read = try JSONDecoder().decode(CropRecord.self, from: JSONEncoder().encode(record))
        #expect(read.plan.aligned == crop.plan.aligned?.rounded && read.plan.reason == .aligned)
        #expect(try cropper.render(read.plan, of: picture).pixels.size == crop.pixels.size)
    }

    @Test func framesThatWereChangedAreChecked() throws {
        let picture = try PixelBuffer.coordinates(120, 120)
        let cropper = cropper(eyes: Point(x: 60, y: 50))
        let plan = try cropper.plan(picture, for: request(Self.square))
        let changes: [(inout AlignedFrame) -> Void] = [
            { $0.width = .nan }, { $0.width = 0 }, { $0.height = -5 }, { $0.width = 1e300 }, { $0.center.x = .infinity },
            { $0.center.y = 5000 }, { $0.angle = .nan }, { $0.width = 80 }, { $0.center.x = 0 },
        ]
        for change in changes {
            var changed = plan
            if var frame = plan.aligned {
                change(&frame)
                changed.aligned = frame
            }
            expectError(.invalidArgument) {
                _ = try cropper.render(changed, of: picture, scaledTo: PixelSize(width: 40, height: 40))
            }
        }
        expectError(.invalidArgument, saying: "distorted") {
            _ = try cropper.render(plan, of: picture, scaledTo: PixelSize(width: 80, height: 40))
        }
        let text = String(decoding: try JSONEncoder().encode(plan), as: UTF8.self)
        let broken = text.replacingOccurrences(of: "\"angle\":0", with: "\"angle\":0,\"fill\":\"no color\"")
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(CropPlan.self, from: Data(broken.utf8)) }
    }

    /// The face's square of 20 pixels around 60,53 in the frame 40..80 x 35..75.
    @Test func regionsMoveIntoTheFrame() throws {
        let size = PixelSize(width: 120, height: 120)
        let face = Feature.face(eyes: Point(x: 60, y: 50), distance: 10)
        let plan = try CropPlanner.plan(features: [face], size: size, request: request(Self.square))
        #expect(plan.features(inOutputOf: PixelSize(width: 40, height: 40)).map(\.rectangle) == [Rect(x: 10, y: 8, width: 20, height: 20)])
        #expect(plan.features(inOutputOf: PixelSize(width: 80, height: 80)).map(\.rectangle) == [Rect(x: 20, y: 16, width: 40, height: 40)])
        #expect(plan.uprightCrop == nil)
    }

    @Test func gridsOfImpossibleNumbersAreRefused() throws {
        let picture = try PixelBuffer.coordinates(4, 4)
        let size = PixelSize(width: 2, height: 2)
        for value in [Double.nan, .infinity, 1e10] {
            let grid = SamplingGrid(origin: Point(x: value, y: 0), across: Point(x: 1, y: 0), down: Point(x: 0, y: 1))
            expectError(.invalidArgument) { _ = try picture.sampled(grid, to: size) }
        }
        let far = SamplingGrid(origin: Point(x: -1e9, y: 1e9), across: Point(x: 1e9, y: 0), down: Point(x: 0, y: 1e9))
        #expect(try picture.sampled(far, to: size).pixel(0, 0) == [0, 3, 0, 255])
        expectError(.invalidArgument) { _ = try picture.sampled(far, to: PixelSize(width: 0, height: 2)) }
        for reach in [0, -1, Double.nan] {
            expectError(.invalidArgument, saying: "fade") {
                _ = try picture.sampled(
                    far,
                    to: size,
                    beyond: .fading(picture, outside: picture.size.bounds, reach: reach, unrepeated: picture.size.bounds)
                )
            }
        }
        expectError(.invalidArgument, saying: "of its size") {
            let other = try PixelBuffer.coordinates(4, 5)
            _ = try picture.sampled(
                far,
                to: size,
                beyond: .fading(other, outside: picture.size.bounds, reach: 1, unrepeated: picture.size.bounds)
            )
        }
    }
}
