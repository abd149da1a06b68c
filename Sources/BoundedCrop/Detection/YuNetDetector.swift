/// Finds faces and their landmarks with YuNet, a small convolutional network (W. Wu, H. Peng, S. Yu, 2023), and where that is in doubt with
/// CenterFace, a larger one (Y. Xu, W. Yan, G. Yang et al., 2019).
public struct YuNetDetector: FeatureDetector {
    /// `yunet` for every model; `cacheKey` distinguishes them.
    public let name = "yunet"
    /// Made of the model (its date, or a hash of its bytes) and the limits.
    public var cacheKey: String { "yunet(\(modelKey),7,\(limits.key))" }
    /// Determines which detections become features.
    package private(set) var limits: DetectionLimits
    private let model: FaceNetworkModel
    private let modelKey: String

    /// Creates a detector with the built-in model.
    public init(limits: DetectionLimits = DetectionLimits()) {
        self.init(model: .yuNet, key: "2023mar", limits: limits)
    }

    /// Creates a detector with a custom YuNet model from its ONNX file. Its inputs and outputs must be those of the model of March 2023.
    ///
    /// - Throws: `fileNotFound`, `isDirectory`, `unreadableFile` or `unreadableModel`, with the path in the message.
    package init(contentsOfFile path: String, limits: DetectionLimits = DetectionLimits()) throws {
        let (model, key) = try FaceNetworkModel.read(contentsOfFile: path, as: .yuNet)
        self.init(model: model, key: key, limits: limits)
    }

    private init(model: FaceNetworkModel, key: String, limits: DetectionLimits) {
        self.model = model
        self.limits = limits
        modelKey = key
    }

    /// The same with every run and every candidate that is sure enough for the limits' `DetectionLimits.hiding`: several of one place, and
    /// however many there are.
    public var forHiding: any FeatureDetector {
        var detector = self
        detector.limits = limits.forHiding(from: limits.hiding.least(limits.minimumConfidence))
        return detector
    }

    /// Returns the faces that the networks detect within the limits, with landmarks, by descending confidence.
    ///
    /// At low accuracy, YuNet runs on a copy of 480 pixels on the long side; for a picture in which it is sure of all that it sees, or sees nothing
    /// at all, that is all. Otherwise CenterFace runs on a copy of 640 pixels, and what both say of a place makes its confidence. Where that is
    /// unclear, CenterFace runs again on the part around it, enlarged to one and a half times that scale. If no certain face is upright, YuNet
    /// runs on the picture turned by a quarter, by half and by three quarters, and CenterFace where that sees something.
    ///
    /// At high accuracy, YuNet also runs on a copy of 1440 pixels, in tiles, and CenterFace on one of 960, then at the scale of 1440.
    ///
    /// A run of CenterFace on the surroundings of a face smaller than 1.5% of the long side, at the picture's own scale, must confirm it, unless
    /// it is one of a crowd.
    ///
    /// - Throws: `malformedImage` for a damaged file, `detectionFailed` when a network fails.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        try detection(in: picture, accuracy: accuracy).features
    }

    /// Returns these faces, and those that are likely.
    ///
    /// - Throws: As `features(in:accuracy:)`.
    public func detection(in picture: any Picture, accuracy: DetectionAccuracy) throws -> Detection {
        let search = FaceSearch(
            picture: picture,
            keepsAll: limits.keepsAll,
            yuNet: { try model.detect(in: $0, threshold: FaceSearch.lowestScore) },
            centerFace: { try FaceNetworkModel.centerFace.detect(in: $0, threshold: FaceEvidence.lowestScore) }
        )
        return try limits.detection(from: search.faces(at: accuracy), in: picture.size, accuracy: accuracy)
    }
}
