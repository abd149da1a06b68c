import TestSupport
import Testing

@testable import BoundedCrop

/// What is likely, but not sure.
@Suite(.timeLimit(.minutes(15))) struct LikelyFeaturesTests {
    private static let wide = PixelSize(width: 300, height: 100)

    private static func feature(_ x: Double, width: Double = 20, confidence: Double = 1, kind: Feature.Kind = .face) -> Feature {
        Feature(Rect(x: x, y: 40, width: width, height: 20), confidence: confidence, kind: kind)
    }

    private func plan(
        _ features: [Feature],
        likely: [Feature],
        saliency: SaliencyMap? = nil,
        change: (inout CropRequest) -> Void = { _ in }
    ) throws -> CropPlan {
        var request = CropRequest(.aspect(AspectRatio(1, 1)))
        (request.padding, request.placement) = (.zero, .center)
        change(&request)
        return try CropPlanner.plan(features: features, likely: likely, size: Self.wide, request: request) { shown in
            request.scheme.boundingRectangle(of: shown, in: Self.wide, padding: request.padding)
        } saliency: {
            saliency
        }
    }

    /// The crop around the sure face alone begins at 110, and holds it from 70 to 150.
    @Test(arguments: [(20.0, 110), (69, 110), (70, 70), (95, 95), (110, 110), (190, 110), (220, 140), (230, 150), (231, 110)])
    func `the crop moves as little as it takes to hold a likely face, and keeps the sure one`(x: Double, start: Int) throws {
        let plan = try plan([Self.feature(150)], likely: [Self.feature(x, confidence: 0.3)])
        #expect(plan.crop == PixelRect(x: start, y: 0, width: 100, height: 100))
        #expect(plan.reason == .bounds && plan.features.map(\.kept) == [true])
    }

    @Test func `of likely faces on both sides, the crop holds the heavier ones`() throws {
        let left = Self.feature(75, confidence: 0.2), right = Self.feature(225, confidence: 0.4)
        #expect(try plan([Self.feature(150)], likely: [left, right]).crop.x == 145)
        #expect(try plan([Self.feature(150)], likely: [left, right, Self.feature(70, confidence: 0.4)]).crop.x == 70)
    }

    @Test func `a sure face is not cut for a likely one`() throws {
        // The crop has no room for both sure ones, and the other ends at 90.
        var first = Self.feature(150)
        first.priority = 10
        let sure = [Self.feature(30, width: 60), first]
        #expect(try plan(sure, likely: []).crop.x == 110)
        #expect(try plan(sure, likely: [Self.feature(85, confidence: 0.4)]).crop.x == 110)
        #expect(try plan(sure, likely: [Self.feature(95, confidence: 0.4)]).crop.x == 95)
    }

    @Test func `a placement goes on holding a likely face`() throws {
        let likely = Self.feature(75, confidence: 0.3)
        let plan = try plan([Self.feature(150)], likely: [likely]) { $0.placement = .thirds }
        #expect(plan.crop.rect.contains(likely.rectangle) && plan.features[0].kept)
    }

    @Test func `crops around one of several faces do not move`() throws {
        let sure = [Self.feature(150), Self.feature(10, width: 10)], likely = [Self.feature(75, confidence: 0.4)]
        #expect(try plan(sure, likely: likely) { $0.scheme = .largest }.crop.x == 110)
        #expect(try plan(sure, likely: likely) { $0.rank = 1 }.crop.x == 110)
    }

    @Test func `only the kinds that are kept are likely`() throws {
        let cat = Feature.Kind(rawValue: "cat")
        let likely = [Self.feature(75, confidence: 0.4, kind: cat)]
        let kept = try KeptKinds([.face: 1])
        #expect(try plan([Self.feature(150)], likely: likely) { $0.kept = kept }.crop.x == 110)
        #expect(try plan([Self.feature(150)], likely: likely).crop.x == 75)
    }

    @Test func `where nothing is sure, the crop is around what is likely`() throws {
        let bright = SaliencyMap(columns: 3, rows: 1, values: [0, 0, 1])
        let plan = try plan([], likely: [Self.feature(20, confidence: 0.1)], saliency: bright) {
            ($0.zoom, $0.rotatesToFaces) = (CropRequest.Zoom(fill: 0.9), true)
        }
        #expect(plan.crop == PixelRect(x: 0, y: 0, width: 100, height: 100))
        #expect(plan.reason == .likely && plan.fallback == nil)
        #expect(plan.features.isEmpty && plan.bounds == nil && plan.outputTurn == nil)
    }

    @Test func `with the center as fallback, what is likely does not move the crop`() throws {
        let plan = try plan([], likely: [Self.feature(20, confidence: 0.1)]) { $0.fallback = .center }
        #expect(plan.crop == PixelRect(x: 100, y: 0, width: 100, height: 100) && plan.reason == .center && plan.fallback == .center)
    }

    @Test func `what is likely is not the face that is required`() {
        let error = #expect(throws: BoundedCropError.self) {
            try plan([], likely: [Self.feature(20, confidence: 0.4)]) { $0.requiresFeature = true }
        }
        #expect(error?.code == .noFeatureFound)
    }

    @Test func `what is likely outside the picture is nothing`() throws {
        let plan = try plan([], likely: [Self.feature(400, confidence: 0.4), Self.feature(.nan, confidence: 0.4)])
        #expect(plan.reason == .center && plan.crop.x == 100)
    }

    @Test func `no sure face is lost or cut for likely ones`() throws {
        for (index, example) in PlanningCase.many(600, seed: 11, longest: 90).enumerated() {
            let sure = example.features.filter { $0.confidence >= 0.5 }, likely = example.features.filter { $0.confidence < 0.5 }
            if sure.isEmpty { continue }
            let without = try CropPlanner.plan(features: sure, size: example.size, request: example.request)
            // Outside the picture, nothing is sure.
            if without.bounds == nil { continue }
            var request = example.request
            if index % 2 == 1 { request.placement = .headroom }
            let with = try CropPlanner.plan(features: sure, likely: likely, size: example.size, request: request)
            for (one, other) in zip(without.features, with.features) where one.kept { #expect(other.kept, "\(example)") }
            #expect(with.reason == without.reason && with.crop.size == without.crop.size)
        }
    }
}
