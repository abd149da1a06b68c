/// Decides where to crop: geometry only, no pixels, no files, no clock. The same input always gives the same plan.
public enum CropPlanner {
    /// The plan for a picture of this size with these features.
    ///
    /// Where a window of the asked aspect that holds the padded bounding rectangle exists, the crop holds it, centred as far as the
    /// picture's edges allow. Otherwise it holds the whole faces that together weigh most.
    ///
    /// Throws `noFeatureFound` when there is none and the request needs one, `invalidArgument` for a request out of range.
    public static func plan(features: [Feature], size: PixelSize, request: CropRequest) throws -> CropPlan {
        let bounds = request.scheme.boundingRectangle(of: features, in: size, padding: request.padding)
        return try plan(features: features, bounds: bounds, size: size, request: request) { nil }
    }

    /// - Parameters:
    ///   - bounds: the rectangle to hold, as the detector makes it; nil when there is nothing to hold.
    ///   - saliency: asked for when nothing was found and the request falls back to attention; nil where nothing stands out.
    package static func plan(
        features: [Feature],
        bounds: Rect?,
        size: PixelSize,
        request: CropRequest,
        saliency: () throws -> SaliencyMap?
    ) throws -> CropPlan {
        try request.check()
        let aspect = request.aspect(for: size)
        let largest = CropWindow.largest(aspect, in: size)
        var plan = CropPlan(
            size: size,
            aspect: aspect,
            scheme: request.scheme,
            features: [],
            bounds: nil,
            crop: centered(largest, in: size),
            reason: .center
        )
        guard request.boundingEnabled else { return plan }

        let features = features.filter { $0.rectangle.isFinite && !$0.rectangle.intersection(size.bounds).isEmpty }
        let bounds = bounds?.intersection(size.bounds)
        if let bounds, bounds.isFinite, !bounds.isEmpty {
            plan.bounds = bounds
            (plan.crop, plan.reason) = place(around: bounds, features, largest, size: size, request: request)
        } else if request.requiresFeature {
            throw BoundedCropError(.noFeatureFound, "no face was found in the picture of \(size), and one is required")
        } else if request.fallback == .attention, let map = try saliency() {
            (plan.crop, plan.reason, plan.fallback) = (map.bestWindow(largest, in: size), .attention, .attention)
        } else {
            plan.fallback = .center
        }
        plan.features = features.map { .init(feature: $0, kept: holds($0, plan.crop, size)) }
        return plan
    }

    private static func place(
        around bounds: Rect,
        _ features: [Feature],
        _ largest: PixelSize,
        size: PixelSize,
        request: CropRequest
    ) -> (PixelRect, CropPlan.Reason) {
        let span = Span2D(covering: bounds, within: size)
        guard span.horizontal.length <= largest.width, span.vertical.length <= largest.height else {
            return (bestFaces(bounds, features, largest, size: size, request: request), .bestFaces)
        }
        var window = largest
        if let zoom = request.zoom {
            var output: PixelSize?
            if case .size(let asked) = request.shape { output = asked }
            window = CropWindow.zoomed(around: span, zoom, request.aspect(for: size), output: output, largest: largest)
        }
        let crop = PixelRect(
            x: start(ofWindow: window.width, holding: span.horizontal, around: bounds.midX, within: size.width),
            y: start(ofWindow: window.height, holding: span.vertical, around: bounds.midY, within: size.height),
            width: window.width,
            height: window.height
        )
        return (crop, .bounds)
    }

    private static func start(ofWindow length: Int, holding span: Span, around center: Double, within limit: Int) -> Int {
        let start = Span.start(ofWindow: length, centeredOn: center, within: limit)
        return min(max(start, span.high - length), span.low)
    }

    /// The largest window spans the picture in one direction, so that it can only move in the other.
    private static func bestFaces(
        _ bounds: Rect,
        _ features: [Feature],
        _ window: PixelSize,
        size: PixelSize,
        request: CropRequest
    ) -> PixelRect {
        var faces = request.scheme.features(of: features)
        // A detector that holds something else than its features: keep what can be kept of that.
        if faces.isEmpty { faces = [Feature(bounds)] }
        func start(_ direction: KeyPath<Span2D, Span>, _ length: Int, _ limit: Int) -> Int {
            let candidates = faces.map { face in
                FaceSelection.Face(
                    span: Span2D(covering: face.rectangle, within: size)[keyPath: direction],
                    padded: Span2D(covering: request.padding.applied(to: face.rectangle), within: size)[keyPath: direction],
                    weight: face.weight
                )
            }
            return FaceSelection(faces: candidates, window: length, limit: limit).start()
        }
        return PixelRect(
            x: start(\.horizontal, window.width, size.width),
            y: start(\.vertical, window.height, size.height),
            width: window.width,
            height: window.height
        )
    }

    private static func centered(_ window: PixelSize, in size: PixelSize) -> PixelRect {
        PixelRect(x: (size.width - window.width) / 2, y: (size.height - window.height) / 2, width: window.width, height: window.height)
    }

    /// Whether the crop holds all that the picture has of a feature.
    private static func holds(_ feature: Feature, _ crop: PixelRect, _ size: PixelSize) -> Bool {
        crop.rect.contains(feature.rectangle.intersection(size.bounds))
    }
}
