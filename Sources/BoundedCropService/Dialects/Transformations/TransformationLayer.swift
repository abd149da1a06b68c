internal import BoundedCrop
internal import BoundedCropEffects
internal import BoundedCropRendering

/// A picture drawn over the result, in the terms that the hosted services have in common.
struct TransformationLayer {
    /// How far it is from the edge or corner where it is, inward.
    enum Distance {
        case pixels(Int)
        /// A share of the picture's side.
        case share(Double)
    }

    var picture: String
    var horizontal: RenderRequest.HorizontalAlignment?
    var vertical: RenderRequest.VerticalAlignment?
    var x = Distance.pixels(0)
    var y = Distance.pixels(0)
    /// The opacity, 0...1.
    var opacity = 1.0
    /// The maximum width in percent of the picture's width.
    var widthPercent: Double?
    /// The maximum height in percent of the picture's height.
    var heightPercent: Double?

    init(_ picture: String) {
        self.picture = picture
    }

    var step: TransformationStep {
        let isCentered = (horizontal == nil || horizontal == .center, vertical == nil || vertical == .middle)
        var watermark = Watermark(
            picture,
            x: isCentered.0 ? .center : Self.position(x, isFar: horizontal == .right),
            y: isCentered.1 ? .center : Self.position(y, isFar: vertical == .bottom),
            alpha: opacity
        )
        (watermark.widthPercent, watermark.heightPercent) = (widthPercent, heightPercent)
        return TransformationStep(pixels: [.watermark(watermark)])
    }

    private static func position(_ distance: Distance, isFar: Bool) -> Watermark.Position {
        switch distance {
        case .pixels(0), .share(0): isFar ? .far : .pixels(0)
        case .pixels(let pixels): .pixels(isFar ? -pixels : pixels)
        case .share(let share): .percent(isFar ? -share * 100 : share * 100)
        }
    }

    /// A side in pixels as percent of the picture's. Throws `invalidURL` unless that is known.
    static func percent(_ pixels: Int, of side: Int?, _ parameter: TransformationParameter) throws -> Double {
        guard let side else { throw parameter.refusal("a layer has a size in pixels only on a picture whose sides are given") }
        return try percent(Double(pixels) / Double(side), parameter)
    }

    /// A share of the picture's side as percent. Throws `invalidURL` for a layer that is larger than the picture.
    static func percent(_ share: Double, _ parameter: TransformationParameter) throws -> Double {
        guard (0.0001...1).contains(share) else { throw parameter.refusal("a layer is not larger than the picture") }
        return share * 100
    }
}

extension TransformationChain {
    /// The sides that the result has so far, whatever the picture is; nil for those that depend on it.
    var sides: (width: Int?, height: Int?) {
        guard let index = steps.lastIndex(where: \.hasGeometry) else { return (nil, nil) }
        let (target, ground) = (steps[index].geometry.target, steps[index].ground)
        let isExact = ground != nil || target.fit == nil && target.upscaling == .crops
        guard isExact, steps[index...].allSatisfy({ $0.pixels.allSatisfy(\.keepsSize) }) else { return (nil, nil) }
        func side(_ dimension: RenderRequest.Dimension) -> Int? {
            guard case .pixels(let pixels) = dimension else { return nil }
            return Int(Double(pixels) * target.scale, within: 1...Watermark.longestSide)
        }
        return (side(target.dimensions.width), side(target.dimensions.height))
    }
}

extension RenderStep {
    fileprivate var keepsSize: Bool {
        let size = PixelSize(width: 300, height: 200)
        switch self {
        case .effect, .corners, .background: return effect?.footprint(on: size).resultSize == size
        case .watermark, .mask: return true
        case .proportion, .fill: return false
        }
    }
}
