/// A detector that asks another program, written in any language.
///
/// The program is started once and asked about many pictures, so that a model is loaded once. For each picture it reads one line from
/// standard input, a JSON object with a PNG of the upright picture in base64, at most 1024 pixels on its long side (2048 at high accuracy):
///
///     {"image": "iVBORw0KG...", "number": 1, "width": 1024, "height": 683, "accuracy": "low"}
///
/// It answers with one line on standard output, a JSON object with the features in pixels of that PNG, and flushes its output:
///
///     {"number": 1, "features": [{"x": 10, "y": 20, "width": 30, "height": 40, "confidence": 0.9, "kind": "face"}]}
///
/// `number` counts the pictures of each process, from 1. An answer should repeat it, but need not: an answer with another number is an
/// error instead of being taken for that to this picture.
///
/// `confidence` (0...1, default 1), `kind` (default "face") and `priority` (above 0 and at most 1000, default 1) are optional. So is
/// `landmarks`, which turned and aligned crops need: an object with the points `rightEye`, `leftEye`, `noseTip`, `rightMouthCorner` and
/// `leftMouthCorner`, each with `x` and `y`; right and left are the person's own.
///
/// It may answer `{"error": "what is wrong"}` instead, which is an error for that picture only. It ends when its input ends. When it ends
/// before that, it is started again for the next picture; after any other answer, and when it exceeds a limit or its picture is cancelled,
/// it is killed with its process group and started again.
///
/// Threads that detect at the same time have a process each; at most as many as there are processor cores wait for their next picture, and
/// the others are ended. Copies of a detector share their processes, which end with the last copy.
public struct CommandDetector: FeatureDetector {
    /// The path of the program, or a name to look up in `PATH`.
    package let program: String
    /// The arguments, passed unchanged; no shell interprets them.
    package let arguments: [String]
    /// Determines which detections become features.
    package private(set) var limits: DetectionLimits
    /// How long the program may take for one picture.
    package let timeLimit: Duration
    /// How much longer it may take for the first picture after its start, since it may load a model.
    package let startLimit: Duration

    private let processes: DetectorProgram

    /// Creates a detector that asks a program. The program is started for the first picture.
    /// - Parameters:
    ///   - program: The path of the program, or a name to look up in `PATH`. No shell is involved.
    ///   - arguments: The arguments, passed unchanged.
    ///   - limits: Determines which detections become features.
    ///   - timeLimit: How long the program may take for one picture; 10 seconds by default. Negative durations are 0.
    ///   - startLimit: How much longer it may take for the first picture after its start; 60 seconds by default.
    public init(
        program: String,
        arguments: [String] = [],
        limits: DetectionLimits = DetectionLimits(),
        timeLimit: Duration = .seconds(10),
        startLimit: Duration = .seconds(60)
    ) {
        self.init(program, arguments, limits, timeLimit, startLimit, endLimit: LineProgram.usualEndLimit)
    }

    /// - Parameter endLimit: How long the program may take to end after it has closed its output.
    init(
        _ program: String,
        _ arguments: [String],
        _ limits: DetectionLimits,
        _ timeLimit: Duration,
        _ startLimit: Duration,
        endLimit: Duration
    ) {
        self.program = program
        self.arguments = arguments
        self.limits = limits
        self.timeLimit = timeLimit
        self.startLimit = startLimit
        processes = DetectorProgram(
            program: program,
            arguments: arguments,
            timeLimit: timeLimit,
            startLimit: startLimit,
            endLimit: endLimit,
            advice: "a program that reads its input to the end must be named “once:\(program)”"
        )
    }

    /// The command line, prefixed with `command:`.
    public var name: String { "command:" + ([program] + arguments).joined(separator: " ") }
    /// Made of the command line and the limits. It does not reflect the program's contents: for a new version of the program, change an
    /// argument or use a new cache.
    public var cacheKey: String { "worker(\(([program] + arguments).map(CropCacheKey.escaped).joined(separator: ",")),\(limits.key))" }

    /// The same with every feature of the program's answer that is sure and large enough: several of one place, and however many there are.
    public var forHiding: any FeatureDetector {
        var detector = self
        detector.limits = limits.forHiding
        return detector
    }

    /// Asks the program about a picture. If the current thread's work is cancelled, the program is killed.
    ///
    /// - Throws: `detectionFailed` when the program cannot be started, reports an error, ends without an answer, exceeds the time limit or
    ///   gives an invalid answer. The message quotes the last line of its standard error.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        let pixels = try picture.pixels(longSide: lookingSide(at: accuracy))
        let features = try processes.features(in: pixels, accuracy: accuracy).map { picture.feature($0, in: pixels.size) }
        return try limits.features(from: features, in: picture.size, accuracy: accuracy)
    }
}
