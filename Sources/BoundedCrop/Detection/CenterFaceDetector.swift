/// Finds faces and their landmarks with CenterFace, a convolutional network (Y. Xu, W. Yan, G. Yang et al., 2019).
///
/// It takes several times as long as YuNet, and finds more faces that are partly hidden.
public struct CenterFaceDetector: FeatureDetector {
    /// `centerface` for every model; `cacheKey` distinguishes them.
    public let name = "centerface"
    /// Made of the model (its date, or a hash of its bytes) and the limits.
    public var cacheKey: String { "centerface(\(modelKey),1,\(limits.key))" }
    /// Determines which detections become features.
    public private(set) var limits: DetectionLimits
    private let model: FaceNetworkModel
    private let modelKey: String

    /// Creates a detector with the built-in model.
    public init(limits: DetectionLimits = DetectionLimits()) {
        self.init(model: .centerFace, key: "2019", limits: limits)
    }

    /// Creates a detector with a custom CenterFace model from its ONNX file, with weights in single or half precision. Its layers, inputs and
    /// outputs must be those of the published model.
    ///
    /// - Throws: `fileNotFound`, `isDirectory`, `unreadableFile` or `unreadableModel`, with the path in the message.
    public init(contentsOfFile path: String, limits: DetectionLimits = DetectionLimits()) throws {
        let (model, key) = try FaceNetworkModel.read(contentsOfFile: path, as: .centerFace)
        self.init(model: model, key: key, limits: limits)
    }

    private init(model: FaceNetworkModel, key: String, limits: DetectionLimits) {
        self.model = model
        self.limits = limits
        modelKey = key
    }

    /// The same with every detection that is sure and large enough: also several of one place, and however many there are.
    public var forHiding: any FeatureDetector {
        var detector = self
        detector.limits = limits.forHiding
        return detector
    }

    /// Returns the faces that the network detects within the limits, with landmarks, by descending confidence.
    ///
    /// The network runs once: at low accuracy on a copy of 640 pixels on the long side, at high accuracy on one of 960.
    ///
    /// - Throws: `malformedImage` for a damaged file, `detectionFailed` when the network fails.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        let copy = try picture.pixels(longSide: lookingSide(at: accuracy))
        try Cancellation.checkCurrent()
        // A lower minimum confidence must let more detections through.
        let threshold = min(Self.unsureScore, limits.minimumConfidence * 2 * Self.sureScore)
        let found = try model.detect(in: copy, threshold: threshold).map { face in
            var feature = picture.feature(face, in: copy.size)
            feature.confidence = Self.confidence(ofScore: face.confidence)
            return feature
        }
        return try limits.features(from: found, in: picture.size, accuracy: accuracy)
    }

    /// The score at which precision and recall balance.
    private static let sureScore = 0.4
    /// Detections below are not looked at unless the limits ask for them.
    private static let unsureScore = 0.3

    /// Converts the network's score to the scale of all detectors, on which 0.5 is the balance.
    private static func confidence(ofScore score: Double) -> Double {
        score < sureScore ? 0.5 * score / sureScore : 0.5 + 0.5 * (score - sureScore) / (1 - sureScore)
    }
}
