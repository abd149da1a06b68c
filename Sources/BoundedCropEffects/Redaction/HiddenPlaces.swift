package import BoundedCrop

/// What the redactions among some effects hide in a picture: found in the whole upright picture before anything changes it, and covered in
/// every part of it that is decoded.
package struct HiddenPlaces: Sendable {
    private struct Cover {
        let redaction: Redaction
        /// In pixels of the upright picture.
        let features: [Feature]
        let count: RedactionCount?
    }

    private var covers: [Cover] = []

    /// No places.
    package static let none = HiddenPlaces()

    private init() {}

    /// What was found in a picture, by detector and accuracy.
    package typealias Found = [String: [Feature]]

    /// Detects what each `Redact` among the effects hides.
    ///
    /// - Throws: What the detectors throw, `detectionFailed` for an invalid rectangle, and `invalidArgument` for a margin out of range.
    package init(of effects: [any ImageEffect], in picture: any Picture) throws {
        var found = Found()
        try self.init(of: effects, in: picture, found: &found)
    }

    /// - Parameter found: What was found in this picture, so that equal redactions need one detection.
    package init(of effects: [any ImageEffect], in picture: any Picture, found: inout Found) throws {
        for redact in effects.compactMap({ $0 as? Redact }) {
            let redaction = try Redaction(style: redact.style, margin: redact.margin, shape: redact.shape)
            let (detector, accuracy) = (redact.detector.forHiding, redact.accuracy)
            let key = EffectKey.lengthSafe([detector.cacheKey, accuracy.rawValue])
            let features = try found[key] ?? detector.features(in: picture, accuracy: accuracy)
            try Redaction.check(features, refusal: .detectionFailed)
            found[key] = features
            covers.append(Cover(redaction: redaction, features: features, count: redact.count))
        }
    }

    /// Whether there are no redactions that detect.
    package var isEmpty: Bool { covers.isEmpty }

    /// Covers the places in a decoded part of the picture, and counts those that it shows.
    ///
    /// - Parameters:
    ///   - pixels: The pixels of the cut.
    ///   - cut: The part of the upright picture that they show.
    ///   - frame: The number of the frame that the picture is in its animation, from 0; nil if it is one picture.
    /// - Throws: `CancellationError`.
    package func cover(
        _ pixels: inout PixelBuffer,
        showing cut: PictureCut,
        frame: Int? = nil
    ) throws {
        let (across, down) = (
            Double(cut.size.width) / Double(cut.rectangle.width), Double(cut.size.height) / Double(cut.rectangle.height)
        )
        for cover in covers {
            let shown = cover.features.map { feature in
                let rectangle = feature.rectangle.moved(x: -Double(cut.rectangle.x), y: -Double(cut.rectangle.y))
                return Feature(rectangle.scaled(x: across, y: down), kind: feature.kind)
            }
            let covered = try cover.redaction.apply(to: &pixels, features: shown).map { cover.features[$0].rectangle }
            cover.count?.add(covered, frame: frame)
        }
    }
}

/// A picture whose every decoded part has its hidden places covered.
struct CoveredPicture: CuttablePicture {
    let picture: any Picture
    let places: HiddenPlaces
    var frame: Int?

    var size: PixelSize { picture.size }
    var embeddedFeatures: [Feature] { picture.embeddedFeatures }

    func luma(longSide: Int) throws -> LumaPlane { try pixels(longSide: longSide).luma() }

    func pixels(longSide: Int) throws -> PixelBuffer { try pixels(of: PixelRect(all: size), scaledTo: size.fitted(longSide: longSide)) }

    func cuts(_ cuts: [PictureCut]) throws -> [PixelBuffer] {
        try zip(picture.pixels(of: cuts), cuts).map { pixels, cut in
            var pixels = pixels
            try places.cover(&pixels, showing: cut, frame: frame)
            return pixels
        }
    }
}

extension Picture {
    /// The picture in which faces can be found, also where it is shown covered.
    var uncovered: any Picture { (self as? CoveredPicture)?.picture ?? self }
}

extension [any ImageEffect] {
    /// The effects without the redactions that detect, which `HiddenPlaces` performs.
    package var withoutDetectedRedactions: Self { filter { !($0 is Redact) } }
}
