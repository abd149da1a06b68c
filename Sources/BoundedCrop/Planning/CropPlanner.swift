/// Decides where to crop, using only geometry: no pixels, files or clock. The same input always gives the same plan.
public enum CropPlanner {
    /// Returns the plan for a picture of this size with these features.
    ///
    /// If a window of the requested aspect can contain the padded bounding rectangle, the crop contains it, centered as far as the
    /// picture's edges allow, or as the request's placement says. Otherwise it contains the whole faces with the largest total weight, and
    /// of a face that is larger than the crop the eyes and the mouth.
    ///
    /// If the request names kinds to keep, only features of these kinds are used, with the priorities of their kinds.
    ///
    /// Only the parts of features inside the picture are used; features without such a part or with a rectangle that is not finite are
    /// ignored. A confidence that is not finite becomes 0 or 1, a priority out of range 1, and landmarks that are not finite are left out.
    ///
    /// - Parameters:
    ///   - features: What was found.
    ///   - likely: What may be there too: the crop holds it as far as that takes nothing from the features, and without any features it is
    ///     planned around that.
    ///   - size: The picture's size.
    ///   - request: What to plan.
    /// - Throws: `noFeatureFound` when there is no feature and the request requires one, `invalidArgument` for a request or a size out of
    ///   range.
    public static func plan(features: [Feature], likely: [Feature] = [], size: PixelSize, request: CropRequest) throws -> CropPlan {
        try FaceTurn.plan(request) { request in
            try plan(features: features, likely: likely, size: size, request: request) { shown in
                request.scheme.boundingRectangle(of: shown, in: size, padding: request.padding)
            } saliency: {
                nil
            }
        }
    }

    /// Plans the crop for the output as the picture is; see `FaceTurn` for one that is turned.
    ///
    /// - Parameters:
    ///   - boundingRectangle: Returns the bounding rectangle of the features to keep that lie inside the picture, as determined by the
    ///     detector; nil if there is none.
    ///   - saliency: Called when nothing was found and the request's fallback is attention; nil if nothing stands out.
    package static func plan(
        features: [Feature],
        likely: [Feature] = [],
        size: PixelSize,
        request: CropRequest,
        boundingRectangle: ([Feature]) -> Rect?,
        saliency: () throws -> SaliencyMap?
    ) throws -> CropPlan {
        try request.check()
        guard sides.contains(size.width), sides.contains(size.height) else {
            throw BoundedCropError(.invalidArgument, "a picture of \(size) cannot be cropped: sides are \(sides) pixels")
        }
        if let rectangle = request.rectangle { return try plan(rectangle, in: size, request: request) }
        let room = request.room.size(in: size)
        let aspect = request.aspect(for: room)
        let largest = CropWindow.largest(aspect, in: room)
        var plan = CropPlan(
            size: size,
            aspect: aspect,
            scheme: request.scheme,
            features: [],
            bounds: nil,
            crop: centered(largest, in: size),
            reason: .center
        )
        guard request.detectsFeatures else { return plan }

        let features = ranked(shown(features, request, in: size), request.rank, area: \.rectangle.area)
        let likely = LikelyFeatures(features: shown(likely, request, in: size), size: size, request: request)
        plan.kept = request.kept
        plan.outputTurn = request.outputTurn
        if let alignment = request.alignment {
            let frame = try FaceFraming.frame(of: features, alignment, request, aspect: aspect, in: size)
            (plan.crop, plan.reason, plan.aligned) = (try frame.rectangle(in: size), .aligned, frame)
            plan.bounds = boundingRectangle(features)?.intersection(size.bounds)
        } else if let bounds = boundingRectangle(features)?.intersection(size.bounds), !bounds.isEmpty {
            plan.bounds = bounds
            if let frame = filled(around: bounds, largest, request, aspect: aspect, in: size) {
                (plan.crop, plan.reason, plan.aligned) = (try frame.rectangle(in: size), .filled, frame)
            } else {
                let isDetectorsOwn = bounds != request.scheme.boundingRectangle(of: features, in: size, padding: request.padding)
                (plan.crop, plan.reason) = try place(around: bounds, isDetectorsOwn, features, largest, size: size, request: request)
                if plan.reason != .closeUp {
                    let held = isDetectorsOwn || plan.reason == .bounds ? bounds : nil
                    if !isDetectorsOwn { try hold(likely, in: &plan, around: held, features, request) }
                    move(&plan, around: held, features, likely, request)
                }
            }
        } else if request.requiresFeature {
            throw BoundedCropError(.noFeatureFound, "\(request.noFeature) was found in the picture of \(size), and one is required")
        } else if request.fallback == .attention, let crop = try likely.crop() {
            (plan.crop, plan.reason) = (crop, .likely)
        } else if request.fallback == .attention, let map = try saliency() {
            (plan.crop, plan.reason, plan.fallback) = (map.bestWindow(largest, in: size), .attention, .attention)
        } else {
            plan.fallback = .center
        }
        plan.features = features.map { .init(feature: $0, kept: plan.shows($0.rectangle)) }
        plan.turn = FaceTurn.turn(of: plan)
        return plan
    }

    /// What a crop goes on holding when it is moved: what it shows of whole features and their padding; nil if that is nothing.
    ///
    /// - Parameter bounds: What it holds besides, as far as it does.
    private static func held(by plan: CropPlan, around bounds: Rect?, _ features: [Feature], _ request: CropRequest) -> Span2D? {
        let (crop, turn) = (plan.crop.rect, request.outputTurn ?? .zero)
        let shownParts = features.filter { crop.contains($0.rectangle) }.map { feature in
            let padded = request.padding.applied(to: feature).intersection(plan.size.bounds)
            guard feature.kind == .face, !crop.contains(padded) else { return padded }
            return FacePlacement.needed(turn.turned(feature.rectangle, in: plan.size), turn, in: plan.size).intersection(padded)
        }
        let spans = ([bounds].compactMap(\.self) + shownParts).map { Span2D(covering: $0.intersection(crop), within: plan.size) }
        return spans.first.map { first in spans.dropFirst().reduce(first) { $0.union($1) } }
    }

    /// Moves the crop as little as it takes to hold what is likely. What it holds stays in it, and nothing is cut that was not.
    private static func hold(
        _ likely: LikelyFeatures,
        in plan: inout CropPlan,
        around bounds: Rect?,
        _ features: [Feature],
        _ request: CropRequest
    ) throws {
        guard let held = held(by: plan, around: bounds, features, request) else { return }
        let cut = cutWeight(of: features, plan.crop)
        plan.crop = try likely.holding(plan.crop, besides: held) { cutWeight(of: features, $0) <= cut }
    }

    /// Moves the crop to where the request wants the faces, and then a little where that leaves no half person at its edges. What it holds
    /// stays in it, and no face is cut that was not.
    ///
    /// - Parameter bounds: What the crop must go on holding besides the features that it holds, as far as it does.
    private static func move(
        _ plan: inout CropPlan,
        around bounds: Rect?,
        _ features: [Feature],
        _ likely: LikelyFeatures,
        _ request: CropRequest
    ) {
        let (centered, turn) = (plan.crop, request.outputTurn ?? .zero)
        guard request.placement != .center, let held = held(by: plan, around: bounds, features + likely.whole(in: centered), request) else {
            return
        }
        let faces = request.scheme.features(of: features).filter { centered.rect.contains($0.rectangle) }
        let shown = plan.bounds?.intersection(centered.rect) ?? centered.rect
        let upright = turn.turned(plan.size)
        let uprightHeld = Span2D(covering: turn.turned(PixelRect(held).rect, in: plan.size), within: upright)
        let placement = FacePlacement(
            request.placement,
            of: turn == .zero ? faces : faces.map { turn.turned($0, in: plan.size) },
            around: turn.turned(shown, in: plan.size),
            in: upright
        )
        func picture(_ crop: PixelRect) -> PixelRect { turn.opposite.turned(crop, in: upright) }
        var crop = turn.turned(centered, in: plan.size)
        let moved = placement?.moved(crop, holding: uprightHeld, in: upright)
        func cutsMore(_ other: PixelRect) -> Bool { cutWeight(of: features, picture(other)) > cutWeight(of: features, centered) }
        let isPlaced = moved.map { !cutsMore($0) } ?? false
        if let moved, isPlaced { crop = moved }
        if request.placement == .headroom {
            let people = turn == .zero ? features : features.map { turn.turned($0, in: plan.size) }
            let cleared = PersonEdges(features: people, size: upright).cleared(crop, holding: uprightHeld)
            if cleared != crop, !cutsMore(cleared) { crop = cleared }
        }
        plan.crop = picture(crop)
        plan.placement = !isPlaced && plan.crop == centered ? .center : request.placement
    }

    /// The weight of the features of which a crop shows only a part.
    private static func cutWeight(of features: [Feature], _ crop: PixelRect) -> Double {
        features.reduce(0) { sum, feature in
            let isCut = !crop.rect.contains(feature.rectangle) && !crop.rect.intersection(feature.rectangle).isEmpty
            return isCut ? sum + feature.weight : sum
        }
    }

    private static func place(
        around bounds: Rect,
        _ isDetectorsOwn: Bool,
        _ features: [Feature],
        _ largest: PixelSize,
        size: PixelSize,
        request: CropRequest
    ) throws -> (PixelRect, CropPlan.Reason) {
        let span = Span2D(covering: bounds, within: size)
        guard span.horizontal.length <= largest.width, span.vertical.length <= largest.height else {
            if isDetectorsOwn { return (middle(of: bounds, largest, in: size), .bestFaces) }
            let faces = BestFaces(request.scheme.features(of: features), request.padding, largest, in: size)
            let crop = try faces.rectangle()
            return (crop, faces.isCloseUp(crop) ? .closeUp : .bestFaces)
        }
        var window = largest
        if let zoom = request.zoom {
            guard !request.scheme.features(of: features).allSatisfy({ $0.kind == .focalPoint }) else {
                throw BoundedCropError(
                    .invalidArgument,
                    "a zoom is the share of the crop that something takes, and a focal point has no size: give a region instead"
                )
            }
            window = CropWindow.zoomed(around: span, zoom, request.aspect(for: request.room.size(in: size)), largest: largest)
        }
        let crop = PixelRect(
            x: start(ofWindow: window.width, holding: span.horizontal, around: bounds.midX, within: size.width),
            y: start(ofWindow: window.height, holding: span.vertical, around: bounds.midY, within: size.height),
            width: window.width,
            height: window.height
        )
        return (crop, .bounds)
    }

    /// The smallest frame of the shape that holds a rectangle and reaches beyond the picture, with the picture in its middle there; nil if a
    /// crop holds it, or no fill is asked for.
    private static func filled(
        around bounds: Rect,
        _ largest: PixelSize,
        _ request: CropRequest,
        aspect: AspectRatio,
        in size: PixelSize
    ) -> AlignedFrame? {
        let span = Span2D(covering: bounds, within: size)
        guard let fill = request.fill, request.room == .whole, (request.outputTurn ?? .zero) == .zero,
            span.horizontal.length > largest.width || span.vertical.length > largest.height
        else { return nil }
        let width = max(bounds.width, bounds.height * aspect.value)
        let height = width / aspect.value
        func middle(_ length: Double, around center: Double, within limit: Int) -> Double {
            let limit = Double(limit)
            return length >= limit ? limit / 2 : min(max(center, length / 2), limit - length / 2)
        }
        let center = Point(
            x: middle(width, around: bounds.midX, within: size.width),
            y: middle(height, around: bounds.midY, within: size.height)
        )
        return AlignedFrame(center: center, width: width, height: height, angle: 0, fill: fill)
    }

    private static func start(ofWindow length: Int, holding span: Span, around center: Double, within limit: Int) -> Int {
        let start = Span.start(ofWindow: length, centeredOn: center, within: limit)
        return min(max(start, span.high - length), span.low)
    }

    /// The center of a rectangle whose meaning only its detector knows, as much of it as fits.
    private static func middle(of bounds: Rect, _ window: PixelSize, in size: PixelSize) -> PixelRect {
        PixelRect(
            x: Span.start(ofWindow: window.width, centeredOn: bounds.midX, within: size.width),
            y: Span.start(ofWindow: window.height, centeredOn: bounds.midY, within: size.height),
            width: window.width,
            height: window.height
        )
    }

    private static func centered(_ window: PixelSize, in size: PixelSize) -> PixelRect {
        PixelRect(x: (size.width - window.width) / 2, y: (size.height - window.height) / 2, width: window.width, height: window.height)
    }

    /// The features of the kinds that are considered, clipped to the picture.
    private static func shown(_ features: [Feature], _ request: CropRequest, in size: PixelSize) -> [Feature] {
        (request.kept?.features(of: features) ?? features).compactMap { feature in
            guard feature.rectangle.isFinite else { return nil }
            let feature = feature.finite
            if size.bounds.contains(feature.rectangle) { return feature.rectangle.isEmpty ? nil : feature }
            var shown = feature
            shown.rectangle = feature.rectangle.intersection(size.bounds)
            return shown.rectangle.isEmpty ? nil : shown
        }
    }

    /// Far more than any picture has, but small enough that no product of sides and aspects overflows.
    private static let sides = 1...1_000_000_000
}

extension CropPlanner {
    /// The item of a rank in the order of areas, the largest first and the earlier one of equals; all if there is none of that rank.
    static func ranked<Item>(_ items: [Item], _ rank: Int?, area: (Item) -> Double) -> [Item] {
        guard let rank, rank >= 1, rank <= items.count else { return items }
        return [items[order(items.map(area))[rank - 1]]]
    }

    /// The places of areas, the largest first and the earlier one of equals.
    static func order(_ areas: [Double]) -> [Int] { areas.indices.sorted { (-areas[$0], $0) < (-areas[$1], $1) } }
}
