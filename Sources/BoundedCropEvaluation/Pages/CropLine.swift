internal import BoundedCrop

/// A line printed by `crop --json` or `effects --json`: an output, one that existed already, or an error.
package struct CropLine: Decodable, Sendable {
    struct Box: Decodable, Sendable {
        let x: Double
        let y: Double
        let width: Double
        let height: Double
        var kept: Bool?
        var kind: String?
        var confidence: Double?
        /// By how much a face is turned, in degrees clockwise.
        var roll: Double?

        /// Whether the caller gave the place, so that nothing was detected.
        var isGiven: Bool { kind == "region" || kind == "focalPoint" }
    }

    /// Only of a crop of an animation.
    struct Animation: Decodable, Sendable {
        struct Track: Decodable, Sendable {
            let sightings: [Box]
        }

        let frames: Int
        let tracks: [Track]
    }

    struct Output: Decodable, Sendable {
        let file: String
        let width: Int
        let height: Int
    }

    struct Failure: Decodable, Sendable {
        let message: String
    }

    let file: String
    var width: Int?
    var height: Int?
    var scheme: String?
    var features: [Box]?
    var bounds: Box?
    var fallback: String?
    var reason: String?
    var crop: Box?
    /// The frame of a crop that was turned to align a face.
    var aligned: Box?
    /// By how many degrees the output was turned.
    var outputTurn: Int?
    /// The number of the face that the crop is for.
    var face: Int?
    /// The name that this face was given.
    var name: String?
    /// How many times the output enlarges what it shows.
    var enlarged: Double?
    /// What speaks against it as a photo for a document.
    var faults: [String]?
    /// 0 for a picture without faces if each face was to have a crop.
    var faces: Int?
    /// What a correction set.
    var corrected: [String]?
    var animation: Animation?
    var output: Output?
    /// What redactions covered.
    var covers: [Box]?
    /// What an audit still found in the output, in its pixels.
    var visible: [Box]?
    /// An output that existed already.
    var skipped: String?
    /// The file that lists the outputs of a source set, which have lines of their own.
    var manifest: String?
    /// Why a file in a folder is no picture.
    var leftOut: String?
    var error: Failure?

    /// The size of the upright picture; nil if the line does not say it.
    var size: PixelSize? { PixelSize(plausible: width, height) }

    /// The picture, and its output.
    package var files: [String] { [file] + [output?.file, skipped].compactMap(\.self) }
}

extension CropLine {
    /// What the line of a record says to concerns.
    init(_ record: CropRecord) {
        let plan = record.plan
        self.init(file: record.file, width: plan.size.width, height: plan.size.height)
        features = plan.features.map(FeatureRecord.init).map {
            Box(
                x: $0.x,
                y: $0.y,
                width: $0.width,
                height: $0.height,
                kept: $0.kept,
                kind: $0.kind.rawValue,
                confidence: $0.confidence,
                roll: $0.roll
            )
        }
        (fallback, reason, outputTurn) = (plan.fallback?.rawValue, plan.reason.rawValue, plan.outputTurn?.rawValue)
        (enlarged, faults) = (record.enlarged, record.faults.map(\.rawValue))
        covers = record.covers?.map { Box(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
    }
}

extension CropLine.Output {
    var size: PixelSize? { PixelSize(plausible: width, height) }
}

extension PixelSize {
    /// A size in a line that may be from anywhere.
    fileprivate init?(plausible width: Int?, _ height: Int?) {
        let sides = 1...1_000_000
        guard let width, let height, sides ~= width, sides ~= height else { return nil }
        self.init(width: width, height: height)
    }
}
