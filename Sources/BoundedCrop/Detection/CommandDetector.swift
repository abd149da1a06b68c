internal import FoundationEssentials

/// A detector that runs another program, written in any language.
///
/// The program is started once for each picture. It receives a PNG of the upright picture on standard input, at most 1024 pixels on its
/// long side (2048 at high accuracy), and writes a JSON object with the features to standard output, in pixels of that PNG:
///
///     {"features": [{"x": 10, "y": 20, "width": 30, "height": 40, "confidence": 0.9, "kind": "face"}]}
///
/// `confidence` (0...1, default 1) and `kind` (default "face") are optional. So is `landmarks`, which turned and aligned crops need: an
/// object with the points `rightEye`, `leftEye`, `noseTip`, `rightMouthCorner` and `leftMouthCorner`, each with `x` and `y`; right and left
/// are the person's own.
public struct CommandDetector: FeatureDetector {
    /// The path of the program, or a name to look up in `PATH`.
    public let program: String
    /// The arguments, passed unchanged; no shell interprets them.
    public let arguments: [String]
    /// Determines which detections become features.
    public let limits: DetectionLimits
    /// How long the program may take for one picture.
    public let timeLimit: Duration

    /// Creates a detector that runs a program.
    /// - Parameters:
    ///   - program: The path of the program, or a name to look up in `PATH`. No shell is involved.
    ///   - arguments: The arguments, passed unchanged.
    ///   - limits: Determines which detections become features.
    ///   - timeLimit: How long the program may take for one picture; 10 seconds by default.
    public init(
        program: String,
        arguments: [String] = [],
        limits: DetectionLimits = DetectionLimits(),
        timeLimit: Duration = .seconds(10)
    ) {
        self.program = program
        self.arguments = arguments
        self.limits = limits
        self.timeLimit = timeLimit
    }

    /// The command line, prefixed with `command:`.
    public var name: String { "command:" + ([program] + arguments).joined(separator: " ") }
    /// Made of the command line and the limits. It does not reflect the program's contents: for a new version of the program, change an
    /// argument or use a new cache.
    public var cacheKey: String { "command(\(([program] + arguments).map(CropCacheKey.escaped).joined(separator: ",")),\(limits.key))" }

    /// Runs the program on a picture. If the current thread's work is cancelled, the program is killed.
    ///
    /// - Throws: `detectionFailed` when the program cannot be started, fails, exceeds the time limit or writes invalid output.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        let pixels = try picture.pixels(longSide: lookingSide(at: accuracy))
        let output = try run(input: pixels.blocking.encoded(as: .png(compressionLevel: 1)))
        let features = try Self.features(in: output.standardOutput, of: pixels.size, program).map { picture.feature($0, in: pixels.size) }
        return try limits.features(from: features, in: picture.size, accuracy: accuracy)
    }

    private func run(input: [UInt8]) throws -> ChildProgram.Output {
        do {
            let output = try ChildProgram(program: program, arguments: arguments).run(input: input, timeLimit: timeLimit)
            guard output.status == 0 else {
                let said = String(decoding: output.standardError.suffix(300), as: UTF8.self).split(separator: "\n").last
                throw failure("ended with status \(output.status)\(said.map { ": \($0)" } ?? "")")
            }
            return output
        } catch ChildProgram.Failure.cannotStart(let reason) {
            throw failure("cannot be started: \(reason)")
        } catch ChildProgram.Failure.tookTooLong {
            throw failure("took longer than \(timeLimit)")
        } catch ChildProgram.Failure.wroteTooMuch {
            throw failure("wrote more than can be an answer")
        }
    }

    private func failure(_ what: String) -> BoundedCropError {
        BoundedCropError(.detectionFailed, "the detector \(program) \(what)")
    }

    private struct Answer: Decodable {
        let features: [FoundFeature]
    }

    private static func features(in output: [UInt8], of size: PixelSize, _ program: String) throws -> [Feature] {
        let answer: Answer
        do {
            answer = try JSONDecoder().decode(Answer.self, from: Data(output))
        } catch {
            let start = String(decoding: output.prefix(60), as: UTF8.self)
            throw BoundedCropError(
                .detectionFailed,
                "the detector \(program) did not answer {\"features\": [{\"x\", \"y\", \"width\", \"height\"}]} but “\(start)”",
                underlying: error
            )
        }
        return try answer.features.map(\.feature).map { feature in
            let place = feature.rectangle
            guard place.isFinite, !place.intersection(size.bounds).isEmpty, (0...1).contains(feature.confidence) else {
                throw BoundedCropError(
                    .detectionFailed,
                    "the detector \(program) names a feature at \(place.x),\(place.y) of \(place.width)x\(place.height) with confidence \(feature.confidence), which is not in the picture of \(size)"
                )
            }
            guard Feature.isPriority(feature.priority) else {
                throw BoundedCropError(
                    .detectionFailed,
                    "the detector \(program) names a feature of priority \(feature.priority): priorities are above 0 and at most 1000"
                )
            }
            return feature
        }
    }
}
