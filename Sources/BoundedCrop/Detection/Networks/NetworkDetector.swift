/// Finds people, animals, products, text or whatever else a network was trained for.
///
/// The network is an ONNX file with outputs like those of YOLOX, YOLOv8 and YOLO11, NanoDet, SSD, YuNet, SCRFD or RetinaFace. A JSON file
/// beside it, `cats.json` for `cats.onnx`, says which, and names the classes with their weights:
///
///     {"shape": "yolox", "input": {"width": 416, "height": 416}, "classes": [{"name": "cat", "weight": 2}, {"name": "dog"}]}
///
/// A feature's kind is the name of its class, its priority the class's weight and its confidence the network's score. The program
/// `boundedcrop-network` runs the network with OpenCV, in a process of its own that is kept for the next picture.
public struct NetworkDetector: FeatureDetector {
    /// The path of the model, prefixed with `onnx:`.
    public let name: String
    /// Made of hashes of the model and its description, and the limits. The number changes whenever the same files would find something else.
    public var cacheKey: String { "onnx(1,\(fingerprint),\(limits.key))" }
    /// Determines which detections become features. Besides, no score is below the description's threshold.
    package private(set) var limits: DetectionLimits
    private let fingerprint: String
    /// The long side of the network's input.
    private let longSide: Int
    private let program: DetectorProgram

    /// Opens a network. What only OpenCV can tell about it appears when it detects.
    /// - Parameters:
    ///   - path: The ONNX file, with its description beside it.
    ///   - limits: Determines which detections become features.
    ///   - program: The path of `boundedcrop-network`. Nil searches for it beside the running program, in `../libexec` beside that, and on the
    ///     `PATH`.
    /// - Throws: `fileNotFound`, `isDirectory`, `unreadableFile`, `limitExceeded` or `unreadableModel`, with the path in the message;
    ///   `missingLibrary` if the program is not found.
    public init(contentsOfFile path: String, limits: DetectionLimits = DetectionLimits(), program: String? = nil) throws {
        let network = try DescribedNetwork(contentsOfFile: path)
        name = "onnx:" + path
        fingerprint = network.fingerprint
        self.limits = limits
        longSide = network.description.input.longSide
        // The program reads the files again, and must not run others under this key. The first picture also waits for that.
        self.program = DetectorProgram(
            program: try program ?? NetworkProgram.path(),
            arguments: [path, network.fingerprint],
            timeLimit: .seconds(60)
        )
    }

    /// The same, however many features the network finds.
    public var forHiding: any FeatureDetector {
        var detector = self
        detector.limits = limits.forHiding
        return detector
    }

    /// Returns what the network finds within the limits, by descending confidence. It runs once, at its own input size, at both accuracies.
    ///
    /// Of objects of one class that overlap more than the description allows, the one with the highest score is kept.
    ///
    /// - Throws: `malformedImage` for a damaged file, `detectionFailed` when the network cannot be read, fails, or was changed since this
    ///   detector was made.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        let pixels = try picture.pixels(longSide: lookingSide(at: accuracy))
        let found = try program.features(in: pixels, accuracy: accuracy).map { picture.feature($0, in: pixels.size) }
        // A person may be where their dog is: only the network merges detections of one place.
        let kept = found.filter { limits.allow($0, in: picture.size) }.sorted(by: DetectionLimits.isSurer)
        return limits.keepsAll ? kept : Array(kept.prefix(limits.maximumCount))
    }
}

extension NetworkDetector: LookingDetector {
    package func lookingSide(at accuracy: DetectionAccuracy) -> Int { longSide }
}
