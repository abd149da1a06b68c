import BoundedCrop
import BoundedCropEffects
import BoundedCropRendering

/// How the `effects` command finds what it hides.
struct RedactionSearch: Sendable {
    /// Nil to hide only what is known of a picture.
    private let detector: (any FeatureDetector)?
    let accuracy: DetectionAccuracy
    private let given: FixedFeatureDetector
    /// Whether the faces that files name are hidden too. Other places that they name, such as those that the camera focused on, are not.
    private let hidesEmbedded: Bool
    /// Whether a picture in which nothing was covered is a failure.
    let requiresFace: Bool

    /// - Parameters:
    ///   - crop: The detector, and the places that are known.
    ///   - accuracy: Nil for high: missing a face is worse here.
    ///   - folder: Where detections are kept; nil for nowhere.
    /// - Throws: `invalidArgument` for a detector that cannot be used.
    init(
        _ crop: RenderRequest.Crop,
        accuracy: DetectionAccuracy?,
        cachedIn folder: String?,
        onlyRegions: Bool = false,
        requiresFace: Bool = false
    ) throws {
        let detector = onlyRegions ? nil : try crop.makeDetector(unlessNamed: "yunet+haar")
        self.detector = detector.map { detector in
            folder.map { CachingFeatureDetector(detector, folder: $0, hashesPixels: true) } ?? detector
        }
        self.accuracy = accuracy ?? .high
        given = FixedFeatureDetector(crop.places)
        hidesEmbedded = crop.usesEmbeddedRegions
        self.requiresFace = requiresFace
    }

    /// That a minimum confidence is not for hiding, where it would have to be read as its opposite.
    ///
    /// - Parameter name: What an option is called where it is given.
    static func confidence(_ name: (RequestOption) -> String) -> BoundedCropError {
        let words = HidingExtent.allCases.map(\.rawValue).joined(separator: ", ")
        return BoundedCropError(
            .invalidArgument,
            "\(name(.minConfidence)) is for crops: say how much to hide with \(name(.hide)) \(words)"
        )
    }

    /// What there is to say of places that were given and reach beyond a picture of this size.
    func notes(in size: PixelSize) -> [String] { given.notes(in: size) }

    /// Finds what was given, what the file names, and what is detected.
    func detector(for source: ImageSource) -> any FeatureDetector {
        let embedded = hidesEmbedded ? source.embeddedFeatures.filter { $0.kind == .face } : []
        let known = [given] + (embedded.isEmpty ? [] : [FixedFeatureDetector(embedded, name: "embedded")])
        return PlacesToHide(detectors: known + (detector.map { [$0] } ?? []))
    }
}

/// Everything that any of several detectors finds. Unlike in a union, whatever one of them finds is hidden as it is.
private struct PlacesToHide: FeatureDetector {
    let detectors: [any FeatureDetector]

    var name: String { detectors.map(\.name).joined(separator: "+") }
    var cacheKey: String { EffectKey.lengthSafe(detectors.map(\.cacheKey)) }
    var forHiding: any FeatureDetector { PlacesToHide(detectors: detectors.map(\.forHiding)) }

    func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        try detectors.flatMap { try $0.features(in: picture, accuracy: accuracy) }
    }
}

/// Says what redactions did not cover.
enum UncoveredPicture {
    /// A warning for standard error if there were redactions that covered nothing; otherwise nil.
    ///
    /// - Parameter output: The output among several of the picture; nil if it has one.
    static func warning(_ covered: Int?, in entry: PictureEntry, output: String? = nil) -> String? {
        covered == 0 ? BatchLines.line("no face found, nothing covered", about: entry.path, output: output) : nil
    }

    /// A warning for what an audit still finds in an output; nil if that is nothing.
    static func warning(_ visible: [VisibleRecord], in entry: PictureEntry) -> String? {
        guard !visible.isEmpty else { return nil }
        let most = 10
        let places = visible.prefix(most).map { place in
            let numbers = [place.x, place.y, place.width, place.height].map { Decimals.text($0.rounded()) }.joined(separator: ",")
            return numbers + (place.frame.map { " in frame \($0)" } ?? "")
        }
        return BatchLines.line("the output may still show a face at \(places.listed(most, of: visible.count))", about: entry.path)
    }
}
