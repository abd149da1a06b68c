/// Finds faces and their landmarks with CenterFace, a convolutional network (Y. Xu, W. Yan, G. Yang et al., 2019).
///
/// It takes several times as long as YuNet, and finds more faces that are partly hidden.
public struct CenterFaceDetector: FeatureDetector {
    /// `centerface` for every model; `cacheKey` distinguishes them.
    public let name = "centerface"
    /// Made of the model (its date, or a hash of its bytes) and the limits.
    public var cacheKey: String { "centerface(\(modelKey),2,\(limits.key))" }
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
    /// The network runs once: at low accuracy on a copy of 640 pixels on the long side, at high accuracy on one of 960. A smaller picture is
    /// enlarged.
    ///
    /// - Throws: `malformedImage` for a damaged file, `detectionFailed` when the network fails.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        let copy = try picture.enlargedPixels(longSide: lookingSide(at: accuracy))
        try Cancellation.checkCurrent()
        var evidence = FaceEvidence(size: picture.size)
        evidence.add(
            try model.detect(in: copy, threshold: FaceEvidence.lowestScore).map { picture.feature($0, in: copy.size) },
            of: .second
        )
        return try limits.features(from: evidence.faces, in: picture.size, accuracy: accuracy)
    }
}

extension Picture {
    /// A copy with this long side, in which the network sees small faces better when they are enlarged. An icon is enlarged only so much that it
    /// takes little time.
    fileprivate func enlargedPixels(longSide: Int) throws -> PixelBuffer {
        let copy = try pixels(longSide: longSide)
        let scale = min(Double(longSide) / Double(copy.size.longSide), 2.5)
        let (width, height) = (Double(copy.width) * scale, Double(copy.height) * scale)
        return try copy.resized(to: PixelSize(width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded()))))
    }
}
