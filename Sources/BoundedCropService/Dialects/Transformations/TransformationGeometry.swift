internal import BoundedCrop
internal import BoundedCropEffects
internal import BoundedCropRendering

/// How a step cuts and sizes the picture, in the terms that the hosted services have in common.
struct TransformationGeometry: Sendable {
    enum Mode: Hashable, Sendable {
        /// To exactly the sides, whatever the aspect.
        case stretch
        /// To exactly the sides, cutting off what exceeds them; a limited one is never enlarged.
        case fill(isLimited: Bool)
        /// Whole, inside the sides; only enlarged if stated.
        case fit(enlarges: Bool)
        /// Whole, with at least the sides.
        case cover
        /// Whole, inside the sides, on a ground of exactly these sides; only enlarged if stated.
        case pad(enlarges: Bool)
        /// A part with exactly the sides in the picture's own pixels.
        case window
    }

    var mode = Mode.stretch
    var width: TransformationSide?
    var height: TransformationSide?
    var aspect: TransformationAspect?
    var anchor = TransformationAnchor.center
    /// Where a window is, or a picture on its ground, from the anchor inward.
    var offset: RenderRequest.Lengths?
    /// The share of the crop that the faces take.
    var zoom: Double?
    /// A factor for the size of the result.
    var scale: Double?
    /// The ground of a padded picture.
    var ground = Fill.Ground.color(.white)
    /// Whether the ground is shown where no crop holds all faces.
    var fillsBeyondEdges = false

    init() {}

    /// Whether there is anything to size.
    var hasSides: Bool { width != nil || height != nil || aspect != nil }

    /// Adds the geometry to a step. Throws `invalidURL` for sides that cannot be combined.
    func apply(to step: inout TransformationStep) throws {
        let share = mode == .window ? nil : try relativeSide()
        if mode == .window { try applyWindow(to: &step) } else if share == nil { try applySides(to: &step) }
        // A side that follows from the aspect ratio is multiplied already.
        let factor = (share ?? 1) * (mode != .window && completesSides ? 1 : scale ?? 1)
        guard factor >= 0.001 else { throw Self.failure("less than a thousandth of the size") }
        step.geometry.target.scale = factor
    }

    /// The factor of sides that are shares of the picture's own.
    private func relativeSide() throws -> Double? {
        switch (width, height) {
        case (.share(let width)?, .share(let height)?):
            guard width == height else { throw Self.failure("two relative sides must be equal in this mode") }
            return width
        case (.share(let share)?, nil), (nil, .share(let share)?):
            guard aspect == nil else { throw Self.failure("a relative side and an aspect ratio cannot be combined") }
            return share
        case (.share?, .pixels?), (.pixels?, .share?): throw Self.failure("a relative side cannot be combined with one in pixels")
        default: return nil
        }
    }

    private func applyWindow(to step: inout TransformationStep) throws {
        let (width, height) = try sides()
        if let aspect, width == nil, height == nil {
            step.geometry.target.aspect = aspect.ratio
        } else if width != nil || height != nil {
            step.geometry.crop.window = RenderRequest.Lengths(x: width?.length ?? .pixels(0), y: height?.length ?? .pixels(0))
        } else {
            return
        }
        applyAnchor(to: &step)
        step.geometry.crop.offset = offset
    }

    private func applySides(to step: inout TransformationStep) throws {
        switch try sides(times: scale ?? 1) {
        case (.pixels(let width)?, .pixels(let height)?):
            step.geometry.target.dimensions = .init(width: .pixels(width), height: .pixels(height))
            applyMode(to: &step, cuts: true)
        case (.pixels(let width)?, nil):
            step.geometry.target.dimensions = .init(width: .pixels(width))
            applyMode(to: &step, cuts: false)
        case (nil, .pixels(let height)?):
            step.geometry.target.dimensions = .init(height: .pixels(height))
            applyMode(to: &step, cuts: false)
        default:
            guard let aspect else { return }
            guard case .fill(false) = mode else { throw Self.failure("an aspect ratio needs a width or a height in this mode") }
            step.geometry.target.aspect = aspect.ratio
            applyAnchor(to: &step)
        }
    }

    private func applyMode(to step: inout TransformationStep, cuts: Bool) {
        switch mode {
        case .stretch: if cuts { step.geometry.target.stretches = true }
        case .fill(let isLimited):
            if cuts { applyAnchor(to: &step) }
            if isLimited { step.geometry.target.upscaling = .neverAtAspect }
        case .fit(let enlarges): fitIn(.init(), enlarges, &step)
        case .cover: fitIn(.init(isFull: true), true, &step)
        case .pad(let enlarges):
            fitIn(.init(), enlarges, &step)
            if cuts { step.ground = box }
        case .window: break
        }
    }

    private func fitIn(_ fit: RenderRequest.FitIn, _ enlarges: Bool, _ step: inout TransformationStep) {
        step.geometry.target.fit = fit
        if enlarges { step.geometry.target.upscaling = .always }
    }

    private func applyAnchor(to step: inout TransformationStep) {
        anchor.apply(to: &step.geometry.crop)
        if let zoom, anchor.isFaces { step.geometry.crop.zoom = zoom }
        if fillsBeyondEdges, anchor.isFaces { step.geometry.crop.fill = edges }
    }

    private var edges: EdgeFill {
        switch ground {
        case .color(let color): .color(color)
        case .average: .edge
        case .blur: .blur
        }
    }

    private var box: BoxFill {
        guard case .aligned(let horizontal, let vertical) = anchor else { return BoxFill(ground) }
        let (x, y) = (offset?.x.pixels(along: 0) ?? 0, offset?.y.pixels(along: 0) ?? 0)
        let limit = -65_535...65_535
        return BoxFill(ground, horizontal, vertical, offset: (Int(x, within: limit), Int(y, within: limit)))
    }

    /// Whether the aspect ratio and one side give the other.
    private var completesSides: Bool { aspect != nil && (width == nil) != (height == nil) }

    /// Both sides, where the aspect ratio and one side in pixels give the other.
    ///
    /// - Parameter factor: What both sides are multiplied by in that case.
    func sides(times factor: Double = 1) throws -> (width: TransformationSide?, height: TransformationSide?) {
        guard let aspect, completesSides else { return (width, height) }
        guard let pixels = (width ?? height)?.pixels else { throw Self.failure("a relative side and an aspect ratio cannot be combined") }
        let given = Double(pixels) * factor
        let other = width == nil ? given * aspect.width / aspect.height : given * aspect.height / aspect.width
        guard max(given, other).rounded() <= 65_535 else {
            throw Self.failure("a side of \(ParameterText.text(max(given, other))) pixels is above 65535")
        }
        func side(_ length: Double) -> TransformationSide { .pixels(Int(length, within: 1...65_535)) }
        return width == nil ? (side(other), side(given)) : (side(given), side(other))
    }

    static func failure(_ reason: String) -> BoundedCropError {
        BoundedCropError(.invalidURL, "the size cannot be honored here: \(reason)")
    }
}

/// What stays visible where a step crops.
enum TransformationAnchor: Hashable, Sendable {
    /// A side, a corner or the center.
    case aligned(RenderRequest.HorizontalAlignment?, RenderRequest.VerticalAlignment?)
    /// The faces, or only the largest; without any the center or what stands out.
    case faces(onlyLargest: Bool, fallsBackToCenter: Bool)
    /// A point.
    case point(RenderRequest.Lengths)

    static let center = aligned(nil, nil)

    var isFaces: Bool { if case .faces = self { true } else { false } }

    func apply(to crop: inout RenderRequest.Crop) {
        switch self {
        case .aligned(let horizontal, let vertical): crop.align(horizontal, vertical)
        case .faces(let onlyLargest, let fallsBackToCenter):
            (crop.detects, crop.placement) = (true, .center)
            if onlyLargest { crop.scheme = .largest }
            if fallsBackToCenter { crop.fallback = .center }
        case .point(let point): crop.focalPoint = point
        }
    }
}

/// A width or a height in a URL.
enum TransformationSide: Hashable, Sendable {
    /// 1...65535 pixels.
    case pixels(Int)
    /// A share of the picture's side, above 0 and at most 1.
    case share(Double)

    var length: RenderRequest.Length {
        switch self {
        case .pixels(let pixels): .pixels(Double(pixels))
        case .share(let share): .share(share)
        }
    }

    var pixels: Int? { if case .pixels(let pixels) = self { pixels } else { nil } }
}

/// An aspect ratio in a URL.
struct TransformationAspect: Hashable, Sendable {
    let width: Double
    let height: Double
    let ratio: AspectRatio

    /// Nil unless both are positive and their ratio is one that pictures have.
    init?(_ width: Double?, _ height: Double?) {
        let sides = 0.0001...1e9
        guard let width, let height, sides.contains(width), sides.contains(height), (0.001...1000).contains(width / height),
            let ratio = AspectRatio(width: width, height: height)
        else { return nil }
        (self.width, self.height, self.ratio) = (width, height, ratio)
    }

    private init(ofSquareWithSide side: Double) { (width, height, ratio) = (side, side, AspectRatio(1, 1)) }

    static let square = TransformationAspect(ofSquareWithSide: 1)
}

/// Colors in URLs.
enum TransformationColor {
    /// The color of a name or of hexadecimal digits, such as `ff8800`, or `ff880080` if it is not opaque; nil for everything else.
    static func color(_ text: String) -> Color? {
        let isPlain = text.utf8.allSatisfy { Int.isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
        return isPlain && text.utf8.count <= 32 ? Color(abbreviated: text) : nil
    }

    /// A color with an opacity in percent, to the next of 255 levels.
    static func color(_ color: Color, opacity percent: Int) -> Color {
        var color = color
        color.alpha = (Double(percent) * 255 / 100).rounded(.toNearestOrAwayFromZero) / 255
        return color
    }
}
