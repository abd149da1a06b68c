internal import FoundationEssentials

/// A detector that is another program, in any language.
///
/// For each picture the program is started once. It gets a PNG of the upright picture on standard input, its long side at most 1024
/// pixels (2048 at high accuracy), and writes to standard output a JSON object with what it found, in pixels of that PNG:
///
///     {"features": [{"x": 10, "y": 20, "width": 30, "height": 40, "confidence": 0.9, "kind": "face"}]}
///
/// `confidence` (0...1, 1 where it is missing) and `kind` ("face") may be left out.
public struct CommandDetector: FeatureDetector {
    /// A path, or a name that is looked up in `PATH`.
    public let program: String
    /// Handed to the program one by one, as they are: no shell sees them.
    public let arguments: [String]
    /// Which detections count.
    public let limits: DetectionLimits
    /// How long the program may take for a picture.
    public let timeLimit: Duration

    /// - Parameters:
    ///   - program: a path, or a name that is looked up in `PATH`. No shell is involved.
    ///   - timeLimit: 10 seconds by default.
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

    /// The command line, behind `command:`.
    public var name: String { "command:" + ([program] + arguments).joined(separator: " ") }
    /// Made of the command line and the limits. It does not see what is inside the program: a new version needs another argument or a new
    /// cache.
    public var cacheKey: String { "command(\(([program] + arguments).map(CropCacheKey.escaped).joined(separator: ",")),\(limits.key))" }

    /// Throws `detectionFailed` when the program cannot be started, fails, takes too long or says what cannot be understood. The program is
    /// killed when the work on this thread is cancelled.
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
        struct Found: Decodable {
            let x: Double
            let y: Double
            let width: Double
            let height: Double
            let confidence: Double?
            let kind: String?
        }

        let features: [Found]
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
        return try answer.features.map { found in
            let rectangle = Rect(x: found.x, y: found.y, width: found.width, height: found.height)
            let confidence = found.confidence ?? 1
            guard rectangle.isFinite, !rectangle.intersection(size.bounds).isEmpty, (0...1).contains(confidence) else {
                throw BoundedCropError(
                    .detectionFailed,
                    "the detector \(program) names a feature at \(found.x),\(found.y) of \(found.width)x\(found.height) with confidence \(confidence), which is not in the picture of \(size)"
                )
            }
            return Feature(rectangle, confidence: confidence, kind: .init(rawValue: found.kind ?? "face"))
        }
    }
}
