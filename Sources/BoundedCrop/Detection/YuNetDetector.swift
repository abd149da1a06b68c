/// Finds faces and their landmarks with YuNet, a small convolutional network (W. Wu, H. Peng, S. Yu, 2023).
public struct YuNetDetector: FeatureDetector {
    /// `yunet` for every model; `cacheKey` distinguishes them.
    public let name = "yunet"
    /// Made of the model (its date, or a hash of its bytes) and the limits.
    public var cacheKey: String { "yunet(\(modelKey),4,\(limits.key))" }
    /// Determines which detections become features.
    public private(set) var limits: DetectionLimits
    private let model: FaceNetworkModel
    private let modelKey: String

    /// Creates a detector with the built-in model.
    public init(limits: DetectionLimits = DetectionLimits()) {
        self.init(model: .yuNet, key: "2023mar", limits: limits)
    }

    /// Creates a detector with a custom YuNet model from its ONNX file. Its inputs and outputs must be those of the model of March 2023.
    ///
    /// - Throws: `fileNotFound`, `isDirectory`, `unreadableFile` or `unreadableModel`, with the path in the message.
    public init(contentsOfFile path: String, limits: DetectionLimits = DetectionLimits()) throws {
        let (model, key) = try FaceNetworkModel.read(contentsOfFile: path, as: .yuNet)
        self.init(model: model, key: key, limits: limits)
    }

    private init(model: FaceNetworkModel, key: String, limits: DetectionLimits) {
        self.model = model
        self.limits = limits
        modelKey = key
    }

    /// The same with every detection that is sure and large enough: also of faces that a closer run did not confirm, several of one place,
    /// and however many there are.
    public var forHiding: any FeatureDetector {
        var detector = self
        detector.limits = limits.forHiding
        return detector
    }

    /// Returns the faces that the network detects within the limits, with landmarks, by descending confidence.
    ///
    /// At low accuracy, the network runs on a copy of 480 pixels on the long side; for a picture with certain faces, that is all. Small
    /// candidates that are not sure are looked at more closely, and so are faces beside more certain ones. If no sure face is upright, the
    /// network runs on the picture turned by a quarter, by half and by three quarters, and at another scale.
    ///
    /// At high accuracy, it also runs on a copy of 1440 pixels, in tiles. What is not certain must be confirmed by a closer run in a mirror,
    /// in which turned faces are upright, unless nothing surer is found. If no face is upright, it runs on the turned picture. A face that low
    /// accuracy finds is kept, unless there is a surer one at its place.
    ///
    /// Where all faces are smaller than 1.5% of the long side, a run on the surroundings of one, at the picture's own scale, must confirm it.
    ///
    /// - Throws: `malformedImage` for a damaged file, `detectionFailed` when the network fails.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        // A lower minimum confidence must let more detections through.
        let threshold = min(FaceSearch.unsureScore, limits.minimumConfidence * FaceSearch.sureScore)
        let search = FaceSearch(picture: picture, keepsAll: limits.keepsAll) { try model.detect(in: $0, threshold: threshold) }
        let found = try accuracy == .low ? search.quick() : search.thorough()
        return try limits.features(from: found.map(calibrated), in: picture.size, accuracy: accuracy)
    }

    /// Converts the network's score to the scale of all detectors, on which 0.5 is the balance.
    private func calibrated(_ feature: Feature) -> Feature {
        var feature = feature
        let score = min(max(feature.confidence, 0), 1)
        let sure = FaceSearch.sureScore
        feature.confidence = score < sure ? 0.5 * score / sure : 0.5 + 0.5 * (score - sure) / (1 - sure)
        return feature
    }
}
