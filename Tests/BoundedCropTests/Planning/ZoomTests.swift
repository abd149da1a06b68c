import TestSupport
import Testing

@testable import BoundedCrop

@Suite struct ZoomTests {
    private struct Example {
        var plan: CropPlan
        var span: Span2D
        var zoom: CropRequest.Zoom
        var output: PixelSize?
        var largest: PixelSize
        var features: [Feature]
        var request: CropRequest
    }

    /// Random pictures with one face, zooms and sizes.
    private func examples(_ count: Int) throws -> [Example] {
        var generator = SeededGenerator(seed: 11)
        return try (0..<count).compactMap { index in
            var example = PlanningCase.random(using: &generator, longest: 600)
            let zoom = CropRequest.Zoom(fill: Double.random(in: 0.05...1, using: &generator))
            let output = PixelSize(width: Int.random(in: 1...300, using: &generator), height: Int.random(in: 1...300, using: &generator))
            if index.isMultiple(of: 2) { example.request.shape = .size(output) }
            example.request.zoom = zoom
            let plan = try example.plan()
            guard let bounds = plan.bounds, plan.reason == .bounds else { return nil }
            return Example(
                plan: plan,
                span: Span2D(covering: bounds, within: example.size),
                zoom: zoom,
                output: index.isMultiple(of: 2) ? output : nil,
                largest: CropWindow.largest(plan.aspect, in: example.size),
                features: example.features,
                request: example.request
            )
        }
    }

    @Test func neitherCutsTheBoundsNorLeavesThePicture() throws {
        for example in try examples(4000) {
            #expect(example.plan.crop.rect.contains(example.plan.bounds!))
            #expect(example.plan.size.bounds.contains(example.plan.crop.rect))
            #expect(example.plan.crop.width <= example.largest.width && example.plan.crop.height <= example.largest.height)
        }
    }

    @Test func aSourceSetShowsOneWindow() throws {
        var zoomed = 0
        for example in try examples(4000) where example.output == nil && example.plan.crop.size != example.largest {
            zoomed += 1
            for width in [1, 3, 100, 400, 20_000] {
                var request = example.request
                let aspect = example.plan.aspect
                guard aspect.width * width <= 65_535, aspect.height * width <= 65_535 else { continue }
                request.shape = .size(PixelSize(width: aspect.width * width, height: aspect.height * width))
                let plan = try CropPlanner.plan(features: example.features, size: example.plan.size, request: request)
                #expect(plan.crop == example.plan.crop, "\(width): \(example)")
            }
        }
        #expect(zoomed > 200)
    }

    /// One side of the bounds fills the requested fraction. Rounding adds less than a pixel to the window's long
    /// side, and proportionally less to the other.
    @Test func fillsTheRequestedFraction() throws {
        var filled = 0
        for example in try examples(4000) where example.plan.crop.size != example.largest {
            filled += 1
            let (crop, fill) = (example.plan.crop, example.zoom.fill)
            let across = Double(example.span.horizontal.length) / fill
            let down = Double(example.span.vertical.length) / fill
            let exact = max(across, down * example.plan.aspect.value, 1)
            let pixel = max(1, example.plan.aspect.value)
            #expect(abs(Double(crop.width) - exact) <= 1.5 * pixel, "\(example)")
            #expect(Double(crop.width) >= across - 0.5 && Double(crop.height) >= down - 0.5, "\(example)")
        }
        #expect(filled > 200)
    }

    @Test func usesTheNearestWholePixelsOfTheAspectRatio() throws {
        for example in try examples(4000) {
            let crop = example.plan.crop
            let aspect = example.plan.aspect.value
            let isNearest =
                abs(Double(crop.width) - Double(crop.height) * aspect) <= 0.5
                || abs(Double(crop.height) - Double(crop.width) / aspect) <= 0.5
                || crop.width == 1 || crop.height == 1
            #expect(isNearest, "\(example)")
        }
    }

    @Test func takesHalfTheWindowForAFaceInTheMiddle() throws {
        var request = CropRequest(.aspect(AspectRatio(1, 1)))
        (request.padding, request.placement) = (.zero, .center)
        request.zoom = CropRequest.Zoom(fill: 0.5)
        let face = Feature(Rect(x: 450, y: 450, width: 100, height: 80))
        let plan = try CropPlanner.plan(features: [face], size: PixelSize(width: 1000, height: 1000), request: request)
        #expect(plan.crop == PixelRect(x: 400, y: 390, width: 200, height: 200))
    }

    @Test func pointsHaveNoSizeForAZoom() throws {
        var request = CropRequest(width: 50, height: 50)
        request.zoom = CropRequest.Zoom(fill: 0.5)
        let point = Feature(focalPoint: Point(x: 256, y: 256))
        let error = #expect(throws: BoundedCropError.self) {
            try CropPlanner.plan(features: [point], size: PixelSize(width: 512, height: 512), request: request)
        }
        #expect(error?.code == .invalidArgument && error?.message.contains("focal point") == true)
        let face = Feature(Rect(x: 100, y: 100, width: 50, height: 50))
        let plan = try CropPlanner.plan(features: [point, face], size: PixelSize(width: 512, height: 512), request: request)
        #expect(plan.reason == .bounds)
    }

    @Test(arguments: [
        (CropRequest.Zoom(fill: 0), "0"), (.init(fill: -1), "-1"), (.init(fill: 1.5), "1.5"), (.init(fill: .nan), "nan"),
        (.init(fill: 0.5, tightness: -0.1), "tightness"), (.init(fill: 0.5, tightness: .nan), "tightness"),
    ])
    func refusesInvalidZooms(zoom: CropRequest.Zoom, evidence: String) {
        var request = CropRequest(.source)
        request.zoom = zoom
        let error = #expect(throws: BoundedCropError.self) {
            try CropPlanner.plan(features: [], size: PixelSize(width: 10, height: 10), request: request)
        }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains(evidence) == true)
    }
}
