/// Finds faces and their landmarks with CenterFace, a convolutional network (Y. Xu, W. Yan, G. Yang et al., 2019).
///
/// It takes several times as long as YuNet, and finds more faces that are partly hidden.
public struct CenterFaceDetector: FeatureDetector {
    /// `centerface` for every model; `cacheKey` distinguishes them.
    public let name = "centerface"
    /// Made of the model (its date, or a hash of its bytes) and the limits.
    public var cacheKey: String { "centerface(\(modelKey),4,\(limits.key))" }
    /// Determines which detections become features.
    package private(set) var limits: DetectionLimits
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
    package init(contentsOfFile path: String, limits: DetectionLimits = DetectionLimits()) throws {
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
    /// The network runs on a copy of 640 pixels on the long side at low accuracy, on one of 960 at high accuracy, and there on both if the picture
    /// itself has less than 640. A smaller picture is enlarged.
    ///
    /// - Throws: `malformedImage` for a damaged file, `detectionFailed` when the network fails.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        try detection(in: picture, accuracy: accuracy).features
    }

    /// Returns these faces, and those that are likely.
    ///
    /// - Throws: As `features(in:accuracy:)`.
    public func detection(in picture: any Picture, accuracy: DetectionAccuracy) throws -> Detection {
        var evidence = FaceEvidence(size: picture.size)
        for side in FaceSearch.secondSides(at: accuracy, of: picture.size) {
            let copy = try picture.enlargedPixels(longSide: side)
            try Cancellation.checkCurrent()
            let found = try model.detect(in: copy, threshold: FaceEvidence.lowestScore)
            evidence.add(found.map { picture.feature($0, in: copy.size) }, of: .second)
        }
        return try limits.detection(from: evidence.faces, in: picture.size, accuracy: accuracy)
    }
}
