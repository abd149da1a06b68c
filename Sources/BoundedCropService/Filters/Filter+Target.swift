internal import BoundedCrop
internal import BoundedCropRendering

extension Filter {
    /// The size of the result.
    static let target: [Filter] = [
        Filter("stretch", \.stage.target.stretches, read: isOn) { _ in "" },
        Filter("aspect", \.stage.target.aspect) { call in
            guard let aspect = AspectRatio(call.argumentText) else { throw FilterArguments.failure(call, "needs two numbers such as 16:9") }
            return aspect
        } write: {
            $0?.description
        },
        Filter("scale", \.stage.target.scale, read: { try FilterArguments($0).number(0, in: 0.001...100) }, write: number),
        Filter("density", \.stage.target.density, read: { try FilterArguments($0).number(0, in: 0.001...100) }, write: number),
        mark("auto_fit", \.stage.target.fitsOtherOrientations),
        Filter("at_least", \.stage.target.least) { call in
            let arguments = try FilterArguments(call, count: 2...2)
            return PixelSize(width: try arguments.integer(0, in: 0...65_535), height: try arguments.integer(1, in: 0...65_535))
        } write: {
            "\($0.width),\($0.height)"
        },
        integer("max_pixels", \.stage.target.maximumPixels, in: 1...1_000_000_000),
        Filter("no_upscale", \.stage.target.upscaling) { call in
            switch call.arguments {
            case ["aspect"]: .neverAtAspect
            case ["refuse"]: .refused
            default: try isOn(call) ? .never : .crops
            }
        } write: { upscaling in
            switch upscaling {
            case .crops, .always: nil
            case .never: ""
            case .neverAtAspect: "aspect"
            case .refused: "refuse"
            }
        },
        Filter("upscale", \.stage.target.upscaling, read: { try isOn($0) ? .always : .crops }, write: { $0 == .always ? "" : nil }),
        Filter(name: "nearest", read: { $0.roundsToNearest = try isThere($1) }) { values in
            let target = values.stage.target
            return target.isRoundedByThumbor && !target.roundsLikeThumbor ? [""] : []
        },
    ]
}

extension RenderRequest.Target {
    /// Whether thumbor rounds the size in another way than to the nearest pixel.
    var isRoundedByThumbor: Bool {
        fit != nil && (dimensions.width == .proportional || dimensions.height == .proportional || upscaling == .always)
    }
}
