internal import BoundedCrop

/// A line printed by `crop --json` or `effects --json`: an output, one that existed already, or an error.
package struct CropLine: Decodable, Sendable {
    struct Box: Decodable, Sendable {
        let x: Double
        let y: Double
        let width: Double
        let height: Double
        var kept: Bool?
        let kind: String?
        let confidence: Double?
        /// By how much a face is turned, in degrees clockwise.
        let roll: Double?

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
    let width: Int?
    let height: Int?
    let scheme: String?
    let features: [Box]?
    let bounds: Box?
    let fallback: String?
    let reason: String?
    let crop: Box?
    /// The frame of a crop that was turned to align a face.
    let aligned: Box?
    /// By how many degrees the output was turned.
    let outputTurn: Int?
    /// The number of the face that the crop is for.
    let face: Int?
    /// 0 for a picture without faces if each face was to have a crop.
    let faces: Int?
    /// What a correction set.
    let corrected: [String]?
    let animation: Animation?
    let output: Output?
    /// What redactions covered.
    let covers: [Box]?
    /// What an audit still found in the output, in its pixels.
    let visible: [Box]?
    /// An output that existed already.
    let skipped: String?
    /// The file that lists the outputs of a source set, which have lines of their own.
    let manifest: String?
    /// Why a file in a folder is no picture.
    let leftOut: String?
    let error: Failure?

    /// The size of the upright picture; nil if the line does not say it.
    var size: PixelSize? { PixelSize(plausible: width, height) }

    /// The picture, and its output.
    package var files: [String] { [file] + [output?.file, skipped].compactMap(\.self) }
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
