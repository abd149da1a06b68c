/// A detector that starts another program, written in any language, for each picture.
///
/// The program receives a PNG of the upright picture on standard input, to its end, at most 1024 pixels on its long side (2048 at high
/// accuracy), and writes a JSON object with the features to standard output, in pixels of that PNG:
///
///     {"features": [{"x": 10, "y": 20, "width": 30, "height": 40, "confidence": 0.9, "kind": "face"}]}
///
/// The fields of a feature are those of ``CommandDetector``, which starts a program once for many pictures.
package struct OneShotCommandDetector: FeatureDetector {
    /// The path of the program, or a name to look up in `PATH`.
    package let program: String
    /// The arguments, passed unchanged; no shell interprets them.
    package let arguments: [String]
    /// Determines which detections become features.
    package private(set) var limits: DetectionLimits
    /// How long the program may take for one picture.
    package let timeLimit: Duration

    /// Creates a detector that runs a program.
    /// - Parameters:
    ///   - program: The path of the program, or a name to look up in `PATH`. No shell is involved.
    ///   - arguments: The arguments, passed unchanged.
    ///   - limits: Determines which detections become features.
    ///   - timeLimit: How long the program may take for one picture; 10 seconds by default.
    package init(
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

    /// The command line, prefixed with `once:`.
    package var name: String { "once:" + ([program] + arguments).joined(separator: " ") }
    /// Made of the command line and the limits. It does not reflect the program's contents: for a new version of the program, change an
    /// argument or use a new cache.
    package var cacheKey: String { "once(\(([program] + arguments).map(CropCacheKey.escaped).joined(separator: ",")),\(limits.key))" }

    /// The same with every feature of the program's answer that is sure and large enough: several of one place, and however many there are.
    package var forHiding: any FeatureDetector {
        var detector = self
        detector.limits = limits.forHiding
        return detector
    }

    /// Runs the program on a picture. If the current thread's work is cancelled, the program is killed.
    ///
    /// - Throws: `detectionFailed` when the program cannot be started, fails, exceeds the time limit or writes invalid output.
    package func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        let pixels = try picture.pixels(longSide: lookingSide(at: accuracy))
        let features = try found(in: pixels).map { picture.feature($0, in: pixels.size) }
        return try limits.features(from: features, in: picture.size, accuracy: accuracy)
    }

    private func found(in pixels: PixelBuffer) throws -> [Feature] {
        let input = try pixels.blocking.encoded(as: .png(compressionLevel: 1))
        do {
            let output = try ChildProgram(program: program, arguments: arguments).run(input: input, timeLimit: timeLimit)
            guard output.status == 0 else {
                throw DetectorFailure("ended with status \(output.status)\(output.standardError.lastLine.map { ": \($0)" } ?? "")")
            }
            return try DetectorAnswer(output.standardOutput, about: pixels.size).features()
        } catch {
            throw DetectorFailure(error, timeLimit: timeLimit)?.error(of: program) ?? error
        }
    }
}
