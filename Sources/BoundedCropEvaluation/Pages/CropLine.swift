/// A line printed by `crop --json` or `effects --json`: an output, one that existed already, or an error.
package struct CropLine: Decodable, Sendable {
    struct Box: Decodable, Sendable {
        let x: Double
        let y: Double
        let width: Double
        let height: Double
        let kept: Bool?
        let kind: String?
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
    let animation: Animation?
    let output: Output?
    /// What redactions covered.
    let covers: [Box]?
    /// What an audit still found in the output, in its pixels.
    let visible: [Box]?
    /// An output that existed already.
    let skipped: String?
    let error: Failure?

    /// The picture, and its output.
    package var files: [String] { [file] + [output?.file, skipped].compactMap(\.self) }
}
