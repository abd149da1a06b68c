package import BoundedCrop

/// The filters for the position and size of the crop.
package struct CropFilters: Hashable, Sendable {
    /// Whether pictures are enlarged.
    package enum Upscaling: Hashable, Sendable {
        /// Crops are enlarged to the requested size; pictures fitted into a box are not.
        case crops
        /// Never: requested sides are limited to the picture's (`no_upscale`).
        case never
        /// Never: the requested size is shrunk, with its aspect, until the crop fills it (`no_upscale(aspect)`).
        case neverAtAspect
        /// A size that would enlarge is an error (`no_upscale(refuse)`).
        case refused
        /// Pictures fitted into a box are enlarged too (`upscale`).
        case always
    }

    /// The features that count (`scheme`).
    package var scheme = BoundingScheme.all
    /// The kinds of features that count, with their priorities (`keep`); nil for all. Focal regions always count.
    package var kept: KeptKinds?
    /// The padding around each feature (`padding`); nil for the service's default.
    package var padding: Padding?
    /// The share of the crop that the features take (`zoom`); nil for the largest crop.
    package var zoom: Double?
    /// Where the faces are in a crop with room to move (`placement`).
    package var placement = CropRequest.Placement.center
    /// Whether a smart crop is turned to its faces (`auto_rotate`).
    package var rotatesToFaces = false
    /// The name of the detector (`detector`); nil for the service's default.
    package var detector: String?
    /// The detection accuracy (`accuracy`).
    package var accuracy = DetectionAccuracy.low
    /// Where to crop when nothing is found (`fallback`).
    package var fallback = CropRequest.Fallback.attention
    /// Whether finding nothing is an error (`require_face`).
    package var requiresFeature = false
    /// Regions of the upright picture to crop around instead of detecting features (`focal`).
    package var focalRegions: [GeometryFilters.Region] = []
    /// Whether pictures are enlarged (`upscale`, `no_upscale`).
    package var upscaling = Upscaling.crops
    /// Whether the picture is stretched instead of cropped (`stretch`).
    package var stretches = false
    /// How much the crop may be enlarged for the share in `zoom`; infinite if its size is a matter of the faces alone.
    package var zoomUpscaling = 1.0
    /// The filters that other grammars need.
    package var geometry = GeometryFilters()

    /// Creates the defaults, without any filter.
    package init() {}

    /// The reader of each filter, by name.
    static let readers: [String: @Sendable (inout CropFilters, FilterCall) throws -> Void] = [
        "scheme": { $0.scheme = try FilterArguments($1, count: 1...1).choice(0) },
        "keep": { $0.kept = try kept($1) },
        "padding": { $0.padding = try padding($1) },
        "zoom": { filters, call in
            let arguments = try FilterArguments(call, count: 1...2)
            filters.zoom = try arguments.number(0, in: 0.001...1)
            guard arguments.has(1) else { return }
            filters.zoomUpscaling = arguments.texts[1] == anyUpscaling ? .infinity : try arguments.number(1, in: 0.01...100)
        },
        "placement": { $0.placement = try FilterArguments($1, count: 1...1).choice(0) },
        "auto_rotate": { $0.rotatesToFaces = try isOn($1) },
        "detector": { $0.detector = try detector($1) },
        "accuracy": { $0.accuracy = try FilterArguments($1, count: 1...1).choice(0) },
        "fallback": { $0.fallback = try FilterArguments($1, count: 1...1).choice(0) },
        "require_face": { $0.requiresFeature = try isOn($1) },
        "focal": { $0.focalRegions.append(try region($1)) },
        "upscale": { $0.upscaling = try isOn($1) ? .always : .crops },
        "no_upscale": { $0.upscaling = try withoutUpscaling($1) },
        "stretch": { $0.stretches = try isOn($1) },
        // These have already changed the URL: see ImageURL.withPresetSize(_:) and extractingFocalRegion().
        "preset": { _, call in _ = try FilterArguments(call, count: 1...1) },
        "extract_focal": { _, call in _ = try FilterArguments(call, count: 0...0) },
    ]

    /// The second argument of `zoom` for a crop that is as tight whatever the size of the output is.
    static let anyUpscaling = "any"

    /// How tight the crop is around the faces; nil for the largest crop.
    var cropZoom: CropRequest.Zoom? {
        guard zoom != nil || geometry.tightness != nil else { return nil }
        let upscaling = zoom == nil ? .infinity : zoomUpscaling
        return CropRequest.Zoom(fill: zoom ?? 1, maximumUpscaling: upscaling, tightness: geometry.tightness ?? 1)
    }

    /// Applies a filter; false if it is not one of these.
    mutating func take(_ call: FilterCall) throws -> Bool {
        if try geometry.take(call) { return true }
        guard let reader = Self.readers[call.name] else { return false }
        try reader(&self, call)
        return true
    }

    /// True without an argument or with `true`.
    private static func isOn(_ call: FilterCall) throws -> Bool {
        let arguments = try FilterArguments(call, count: 0...1)
        return arguments.has(0) ? try arguments.flag(0) : true
    }

    private static func withoutUpscaling(_ call: FilterCall) throws -> Upscaling {
        switch call.arguments {
        case ["aspect"]: .neverAtAspect
        case ["refuse"]: .refused
        default: try isOn(call) ? .never : .crops
        }
    }

    private static func kept(_ call: FilterCall) throws -> KeptKinds {
        do {
            return try KeptKinds(call.argumentText)
        } catch let error as BoundedCropError {
            throw FilterArguments.failure(call, "needs kinds such as person:1,dog:0.8,face, but \(error.message)")
        }
    }

    private static func padding(_ call: FilterCall) throws -> Padding {
        // As in other filters, `20p` is 20 percent.
        let lengths = try FilterArguments(call, count: 1...4).texts.map { $0.hasSuffix("p") ? $0.dropLast() + "%" : $0 }
        guard let padding = Padding(lengths.joined(separator: ",")) else {
            throw FilterArguments.failure(call, "needs one length or four (top, right, bottom, left), such as 20% or 12px")
        }
        return padding
    }

    private static func detector(_ call: FilterCall) throws -> String {
        // The name may contain commas, which separate several detectors.
        let name = call.argumentText
        guard !name.isEmpty else { throw FilterArguments.failure(call, "names no detector") }
        try BuiltInDetectors.checkLength(of: name)
        return name
    }

    /// As in imagor, numbers with a point are shares of the sides, and a point of the picture is a region too.
    private static func region(_ call: FilterCall) throws -> GeometryFilters.Region {
        let text = call.argumentText[...]
        if let crop = try? ImageURL.ManualCrop(segment: text), crop.left < crop.right {
            return GeometryFilters.Region(
                x: .pixels(Double(crop.left)),
                y: .pixels(Double(crop.top)),
                width: .pixels(Double(crop.right - crop.left)),
                height: .pixels(Double(crop.bottom - crop.top))
            )
        }
        if let region = GeometryFilters.Region(shares: text) { return region }
        let point = call.arguments.compactMap { FilterLength(point: $0) }
        guard point.count == 2, call.arguments.count == 2 else {
            throw FilterArguments.failure(call, "needs a rectangle LEFTxTOP:RIGHTxBOTTOM, such as 10x10:60x80, or a point X,Y")
        }
        return GeometryFilters.Region(x: point[0], y: point[1], width: .pixels(1), height: .pixels(1))
    }
}
