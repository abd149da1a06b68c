package import BoundedCrop
internal import BoundedCropEffects
internal import Synchronization

/// What all pictures are rendered with: detectors and settings. A `RenderJob` renders one.
package struct ImageRenderer: Sendable {
    /// Makes the detector that a crop names, with its limits. Throws `invalidArgument` for an unknown name.
    package typealias DetectorProvider = @Sendable (RenderRequest.Crop) throws -> any FeatureDetector

    /// Finds what must stay visible, unless the request names another detector.
    private let detector: any FeatureDetector
    /// Finds what `redact` hides, unless the request names another detector.
    package var redactionDetector: any FeatureDetector
    /// Whether the detector that a request names also finds what `redact` hides.
    private let redactsAsNamed: Bool
    /// The settings for all pictures.
    package let settings: RenderSettings
    private let namedDetector: DetectorProvider
    private let made = MadeDetectors()

    /// Creates a renderer.
    ///
    /// - Parameters:
    ///   - detector: The detector for requests that do not name one. It must be safe to call from several threads at once.
    ///   - redactionDetector: Finds what `redact` hides for requests that do not name a detector; nil for the same detector.
    ///   - redactsAsNamed: Whether the detector that a request names also finds what `redact` hides.
    ///   - settings: The settings for all pictures.
    ///   - namedDetector: By default, it makes the built-in detectors, and no programs.
    package init(
        detector: any FeatureDetector = YuNetDetector(),
        redactionDetector: (any FeatureDetector)? = nil,
        redactsAsNamed: Bool = true,
        settings: RenderSettings = RenderSettings(),
        namedDetector: @escaping DetectorProvider = BuiltInDetectors.named
    ) {
        self.detector = detector
        self.redactionDetector = redactionDetector ?? detector
        self.redactsAsNamed = redactsAsNamed
        self.settings = settings
        self.namedDetector = namedDetector
    }

    /// Returns what finds the features of a crop: the places that it gives, or the detector that it names, or the standard one.
    ///
    /// - Parameter places: The given places in the part of a picture that is looked at; nil for those in pixels of the picture.
    /// - Throws: `invalidFilter` if the provider of named detectors throws.
    package func detector(for crop: RenderRequest.Crop, giving places: [Feature]? = nil) throws -> any FeatureDetector {
        let places = places ?? crop.places
        guard places.isEmpty else { return FixedFeatureDetector(places) }
        let found = try searching(for: RenderRequest.Crop(detector: crop.detector, limits: crop.limits), insteadOf: detector)
        return crop.usesEmbeddedRegions ? ChainedFeatureDetector([EmbeddedRegionDetector(), found]) : found
    }

    /// The detector that a stage names, with the limits that it gives; the standard one if it gives neither.
    private func searching(for crop: RenderRequest.Crop, insteadOf standard: any FeatureDetector) throws -> any FeatureDetector {
        guard crop.detector != nil || crop.limits != DetectionLimits() || crop.hides != .likely else { return standard }
        do {
            guard let name = crop.detector ?? Self.builtInName(of: standard) else {
                throw BoundedCropError(.invalidArgument, "hide, min-confidence, min-face and max-faces need a detector here")
            }
            var named = crop
            named.detector = name
            return try made.detector(named, make: namedDetector)
        } catch let error as BoundedCropError {
            let name = crop.detector ?? standard.name
            throw BoundedCropError(.invalidFilter, "the detector \(name) cannot be used: \(error.message)", underlying: error)
        }
    }

    /// The expression that makes a detector anew; nil for one that is not of built-in ones.
    private static func builtInName(of detector: any FeatureDetector) -> String? {
        detector.name.split(separator: "+").allSatisfy { DetectorExpression.names.contains(String($0)) } ? detector.name : nil
    }

    /// The redactions of all stages, each with its own detector, and with what people hide and show besides. Throws as `detector(for:)`, and
    /// `invalidArgument` if something that somebody hid cannot be hidden.
    ///
    /// - Parameter isCorrected: Whether that counts. Otherwise the detectors are those that search, which know what that costs.
    func redactions(_ request: RenderRequest, isCorrected: Bool = true) throws -> [any ImageEffect] {
        if let refusal = request.corrected.refusal { throw BoundedCropError(.invalidArgument, refusal) }
        let correction = isCorrected ? request.corrected.redaction : nil
        return try request.stages.filter(\.redacts).flatMap { stage in
            let effects = stage.steps.compactMap { step in if case .effect(let effect as Redact) = step { effect } else { nil } }
            let detector = try redactionDetector(for: stage.crop)
            return (effects as [any ImageEffect]).detecting(with: correction?.correcting(detector) ?? detector)
        }
    }

    /// Returns the detector for what `redact` hides: the one that a stage names, or the standard one. Limits are for what is kept, and hide no
    /// less. Throws as `detector(for:)`.
    func redactionDetector(for crop: RenderRequest.Crop) throws -> any FeatureDetector {
        // One that was made for a picture already hides as much as is asked.
        guard redactsAsNamed || Self.builtInName(of: redactionDetector) != nil else { return redactionDetector }
        var asked = RenderRequest.Crop(detector: redactsAsNamed ? crop.detector : nil)
        asked.hides = crop.hides
        return try searching(for: asked, insteadOf: redactionDetector)
    }

    /// How a file is written.
    ///
    /// - Parameter format: The one where the request names none.
    func encoding(_ output: RenderRequest.Output, _ format: ImageFormat) -> ImageEncoding {
        ImageEncoding(
            output.format ?? format,
            EncodingSettings(
                quality: output.quality ?? settings.quality,
                isLossless: output.isLossless,
                isProgressive: output.isProgressive,
                background: output.background ?? .white,
                iconSizes: output.iconSizes,
                jxlEffort: settings.jxlEffort
            )
        )
    }

    /// Whether the answer has every frame of the source: it is an animation, the format has animations, and nobody asked for one frame.
    package func animates(_ source: ImageSource, _ request: RenderRequest, _ format: ImageFormat?) -> Bool {
        request.output.frame == nil && request.answer != .overlay && request.earlier.isEmpty
            && source.animates(as: encoding(request.output, format ?? source.header.outputFormat))
    }

    /// Whether the answer would have every frame of the source with one stage instead of several.
    package func stopsAnimation(_ source: ImageSource, _ request: RenderRequest, _ format: ImageFormat?) -> Bool {
        var last = request
        last.earlier = []
        return !request.earlier.isEmpty && animates(source, last, format)
    }
}

/// Detectors that were made: each holds a model, or a program that runs.
private final class MadeDetectors: Sendable {
    private let known = Mutex(LeastRecentlyUsed<RenderRequest.Crop, any FeatureDetector>(countLimit: 8, costLimit: .max))

    func detector(_ crop: RenderRequest.Crop, make: ImageRenderer.DetectorProvider) throws -> any FeatureDetector {
        if let made = known.withLock({ $0.use(crop) }) { return made }
        let made = try make(crop)
        known.withLock { $0.insert(made, for: crop) }
        return made
    }
}

extension PixelSize {
    /// This size, shrunk to the pixel limit; its aspect is kept as far as whole pixels allow.
    func shrunk(toArea limit: Int) -> PixelSize {
        guard area > limit else { return self }
        let scale = (Double(limit) / Double(area)).squareRoot()
        func scaled(_ side: Int) -> Int { Int(Double(side) * scale, within: 1...max(1, side), rounded: .down) }
        return PixelSize(width: scaled(width), height: scaled(height))
    }
}

extension PixelRect {
    /// This rectangle, shrunk to the pixel limit; its corner stays.
    func shrunk(toArea limit: Int) -> PixelRect {
        let size = size.shrunk(toArea: limit)
        return PixelRect(x: x, y: y, width: size.width, height: size.height)
    }
}
