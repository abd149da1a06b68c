import Foundation
import TestSupport
import Testing

@testable import BoundedCrop

/// Non-finite and extreme numbers, wherever a caller can pass one, cause an error or a valid plan, never a trap.
@Suite struct OddNumbersTests {
    static let numbers: [Double] = [
        .nan, .infinity, -.infinity, 1e300, -1e300, -1.7976931348623157e308, 0x1p63, -0x1p63, Double(Int.max), 0x1p63.nextDown, 0x1p31,
        0, -0.0, Double.leastNonzeroMagnitude, -Double.leastNonzeroMagnitude, 0.5, 1,
    ]
    static let texts =
        numbers.map { "\($0)" } + [
            "9223372036854775807", "9223372036854775808", "-9223372036854775808", String(repeating: "9", count: 400), "0x10", "1e5", "",
            "0." + String(repeating: "0", count: 400) + "1", "-0", "+1", "١",
        ]
    private static let picture = PixelSize(width: 400, height: 200)
    private static let face = Feature(Rect(x: 300, y: 80, width: 40, height: 40))

    /// Plans, and expects that the result can be encoded and decoded.
    private func expectValidPlan(_ features: [Feature], _ request: CropRequest, size: PixelSize = picture) throws {
        do {
            let plan = try CropPlanner.plan(features: features, size: size, request: request)
            #expect(plan.crop.x >= 0 && plan.crop.y >= 0 && plan.crop.width > 0 && plan.crop.height > 0)
            #expect(plan.crop.x + plan.crop.width <= size.width && plan.crop.y + plan.crop.height <= size.height)
            #expect(try JSONDecoder().decode(CropPlan.self, from: JSONEncoder().encode(plan)) == plan)
        } catch let error as BoundedCropError {
            #expect(error.code == .invalidArgument, "\(error)")
        }
    }

    @Test(arguments: numbers) func inFeatures(number: Double) throws {
        let places = [\Rect.x, \.y, \.width, \.height]
        for shape in [CropRequest.Shape.size(PixelSize(width: 100, height: 200)), .aspect(AspectRatio(9, 1)), .source] {
            var request = CropRequest(shape)
            for scheme in BoundingScheme.allCases {
                request.scheme = scheme
                for place in places {
                    var feature = Self.face
                    feature.rectangle[keyPath: place] = number
                    try expectValidPlan([feature], request)
                    try expectValidPlan([Self.face, feature], request)
                }
                var unsure = Self.face
                (unsure.confidence, unsure.priority) = (number, number)
                let point = Point(x: number, y: 1)
                unsure.landmarks = Landmarks(
                    rightEye: point,
                    leftEye: point,
                    noseTip: point,
                    rightMouthCorner: point,
                    leftMouthCorner: point
                )
                try expectValidPlan([unsure, Self.face], request)
                try expectValidPlan([Feature(focalPoint: point)], request)
            }
        }
    }

    @Test(arguments: numbers, numbers) func inRequests(one: Double, other: Double) throws {
        var request = CropRequest(width: 30, height: 40)
        request.zoom = .init(fill: one, tightness: other)
        try expectValidPlan([Self.face], request)
        request.zoom = .init(fill: 0.5, tightness: other)
        request.padding = Padding(top: .pixels(one), right: .fraction(other), bottom: .fraction(one), left: .pixels(other))
        try expectValidPlan([Self.face, Feature(Rect(x: 0, y: 0, width: 40, height: 40))], request)
        #expect(!request.padding.description.isEmpty)
    }

    @Test(arguments: [
        Int.min, Int.min + 1, -1, 0, 1, 65_535, 65_536, 1_000_000_000, 1_000_000_001, Int(Int32.max), 1 << 32, Int.max - 1, Int.max,
    ])
    func inSizes(side: Int) throws {
        for size in [PixelSize(width: side, height: 7), PixelSize(width: 7, height: side), PixelSize(width: side, height: side)] {
            try expectValidPlan([Self.face], CropRequest(.size(size)))
            try expectValidPlan([Self.face], CropRequest(.source), size: size)
            if side > 0 { try expectValidPlan([Self.face], CropRequest(.aspect(AspectRatio(size))), size: size) }
            for longest in [Int.min, 0, 1, side, Int.max - 1, Int.max] {
                let fitted = size.fitted(longSide: longest)
                #expect(side < 1 || fitted.width >= 1 && fitted.height >= 1 && fitted.longSide <= max(1, longest))
            }
        }
        // The point 1, 1 is inside the picture.
        guard side != 1 else { return }
        let picture = PixelBuffer(size: PixelSize(width: 4, height: 4))
        for rectangle in [
            PixelRect(x: side, y: 0, width: side, height: 1), PixelRect(x: 1, y: side, width: 1, height: side),
            PixelRect(x: side, y: side, width: side, height: side), PixelRect(x: 0, y: 0, width: .max, height: side),
        ] {
            expectError(.invalidArgument) { _ = try picture.pixels(of: rectangle, scaledTo: PixelSize(width: 2, height: 2)) }
        }
    }

    @Test(arguments: texts) func inTexts(text: String) throws {
        for written in [text, "\(text)%", "\(text)px", "\(text),1,2,3", "1,\(text)%,2,3"] {
            if let padding = Padding(written) { #expect(padding.isUsable) }
        }
        for written in [text, "\(text):1", "1:\(text)", "\(text):\(text)"] {
            if let aspect = AspectRatio(written) { try expectValidPlan([Self.face], CropRequest(.aspect(aspect))) }
        }
    }

    @Test(arguments: numbers) func inLimits(number: Double) throws {
        var limits = DetectionLimits()
        (limits.minimumSize, limits.minimumConfidence) = (number, number)
        let picture = PixelBuffer(size: PixelSize(width: 30, height: 30))
        for detector in [HaarCascadeDetector(limits: limits), YuNetDetector(limits: limits)] as [any FeatureDetector] {
            #expect(throws: Never.self) { try detector.features(in: picture, accuracy: .low) }
        }
        let fixed = FixedFeatureDetector([Rect(x: number, y: number, width: number, height: number)])
        #expect(!fixed.cacheKey.isEmpty)
        _ = try? fixed.features(in: picture, accuracy: .low)
    }

    /// A detector may return any bounding rectangle.
    @Test(arguments: numbers) func inBoundingRectangles(number: Double) throws {
        for place in [\Rect.x, \.y, \.width, \.height] {
            var held = Self.face.rectangle
            held[keyPath: place] = number
            let rectangle = held
            let plan = try CropPlanner.plan(features: [Self.face], size: Self.picture, request: CropRequest(width: 9, height: 200)) { _ in
                rectangle
            } saliency: {
                nil
            }
            #expect(plan.bounds?.isFinite != false)
        }
    }
}
