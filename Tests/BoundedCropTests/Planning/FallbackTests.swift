import BoundedCrop
import Testing

/// The behavior if there is nothing to keep.
@Suite struct FallbackTests {
    private static let wide = PixelSize(width: 300, height: 100)
    private static let brightRight = SaliencyMap(columns: 3, rows: 1, values: [0, 0, 1])

    private func plan(_ request: CropRequest, saliency: SaliencyMap?) throws -> CropPlan {
        try CropPlanner.plan(features: [], size: Self.wide, request: request, boundingRectangle: { _ in nil }, saliency: { saliency })
    }

    @Test func cropsAroundTheMostSalientPart() throws {
        let plan = try plan(CropRequest(width: 10, height: 10), saliency: Self.brightRight)
        #expect(plan.crop == PixelRect(x: 200, y: 0, width: 100, height: 100))
        #expect(plan.reason == .attention)
        #expect(plan.fallback == .attention)
        #expect(plan.bounds == nil && plan.features.isEmpty)
    }

    @Test func cropsToTheCenterIfNothingIsSalient() throws {
        let plan = try plan(CropRequest(width: 10, height: 10), saliency: nil)
        #expect(plan.crop == PixelRect(x: 100, y: 0, width: 100, height: 100))
        #expect(plan.reason == .center)
        #expect(plan.fallback == .center)
    }

    @Test func cropsToTheCenterWithoutAnalysisIfRequested() throws {
        var request = CropRequest(width: 10, height: 10)
        request.fallback = .center
        let plan = try CropPlanner.plan(
            features: [],
            size: Self.wide,
            request: request,
            boundingRectangle: { _ in nil },
            saliency: {
                Issue.record("saliency was computed")
                return nil
            }
        )
        #expect(plan.reason == .center)
        #expect(plan.fallback == .center)
    }

    @Test func failsIfAFeatureIsRequired() {
        var request = CropRequest(width: 10, height: 10)
        request.requiresFeature = true
        let error = #expect(throws: BoundedCropError.self) { try plan(request, saliency: Self.brightRight) }
        #expect(error?.code == .noFeatureFound)
        #expect(error?.message.contains("300x100") == true)
    }

    @Test func doesNotDetectIfBoundingIsOff() throws {
        var request = CropRequest(width: 10, height: 10)
        request.detectsFeatures = false
        request.requiresFeature = true
        let plan = try CropPlanner.plan(
            features: [Feature(Rect(x: 0, y: 0, width: 50, height: 50))],
            size: Self.wide,
            request: request,
            boundingRectangle: { _ in
                Issue.record("bounds were computed")
                return nil
            },
            saliency: { Self.brightRight }
        )
        #expect(plan.crop == PixelRect(x: 100, y: 0, width: 100, height: 100))
        #expect(plan.reason == .center)
        #expect(plan.fallback == nil)
    }

    @Test func aFaceNeedsNoFallback() throws {
        let face = Feature(Rect(x: 10, y: 10, width: 30, height: 30))
        let plan = try CropPlanner.plan(features: [face], size: Self.wide, request: CropRequest(width: 10, height: 10))
        #expect(plan.reason == .bounds)
        #expect(plan.fallback == nil)
    }

    @Test func zoomDoesNotNarrowAFallback() throws {
        var request = CropRequest(width: 10, height: 10)
        request.zoom = CropRequest.Zoom(fill: 0.1)
        #expect(try plan(request, saliency: Self.brightRight).crop.size == PixelSize(width: 100, height: 100))
        #expect(try plan(request, saliency: nil).crop.size == PixelSize(width: 100, height: 100))
    }
}
