import BoundedCrop
import BoundedCropEffects

/// How the `effects` command finds what it hides.
struct RedactionSearch: Sendable {
    private let detector: any FeatureDetector
    private let accuracy: DetectionAccuracy
    /// The places that were given, instead of looking; nil to look.
    private let given: FixedFeatureDetector?
    /// Whether the faces that files name are hidden too, besides those that are found. Other places that they name, such as those that the
    /// camera focused on, are not.
    private let hidesEmbedded: Bool
    /// Whether a picture in which nothing was covered is a failure.
    let requiresFace: Bool

    init(_ options: DetectionOptions, requiresFace: Bool) throws {
        detector = try options.makeRedactingDetector()
        accuracy = options.givenAccuracy ?? .high
        given = options.region.isEmpty ? nil : FixedFeatureDetector(options.region)
        hidesEmbedded = options.embeddedRegions
        self.requiresFace = requiresFace
    }

    /// The effects for a picture. Places that are known before are in pixels of the file, so they are hidden before anything else is done.
    ///
    /// - Parameter scale: The factor by which lengths in the effects will be multiplied.
    /// - Throws: `invalidArgument` for given places that all lie outside the picture.
    func effects(_ effects: [any ImageEffect], for source: ImageSource, scale: Double) throws -> [any ImageEffect] {
        let known =
            try given?.features(in: source, accuracy: accuracy)
            ?? (hidesEmbedded ? source.embeddedFeatures.filter { $0.kind == .face } : [])
        let rectangles = known.map { $0.rectangle.scaled(x: 1 / scale, y: 1 / scale) }
        let redactions = effects.compactMap { $0 as? Redact }
        let first: [any ImageEffect] = redactions.map {
            RedactFeatures($0.style, rectangles: rectangles, margin: $0.margin, shape: $0.shape)
        }
        let rest: [any ImageEffect] = effects.compactMap { effect in
            guard var redaction = effect as? Redact else { return effect }
            (redaction.detector, redaction.accuracy) = (detector, accuracy)
            return given == nil ? redaction : nil
        }
        return (rectangles.isEmpty ? [] : first) + rest
    }
}

/// Says what redactions did not cover.
enum UncoveredPicture {
    /// A warning for standard error if there were redactions that covered nothing; otherwise nil.
    ///
    /// - Parameter output: The output among several of the picture; nil if it has one.
    static func warning(_ covered: Int?, in entry: PictureEntry, output: String? = nil) -> String? {
        guard covered == 0 else { return nil }
        return
            "boundedcrop: \(BatchLines.name(of: entry.path))\(output.map { " -> \($0.printable)" } ?? ""): no face found, nothing covered"
    }

    /// Throws `noFeatureFound` if there were redactions that covered nothing.
    static func check(_ covered: Int?) throws {
        guard covered == 0 else { return }
        throw BoundedCropError(.noFeatureFound, "no face found, nothing covered: with --require-face, it is not written")
    }
}
