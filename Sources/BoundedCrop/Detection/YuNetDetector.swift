/// Finds faces and their landmarks with YuNet, a small convolutional network (W. Wu, H. Peng, S. Yu, 2023).
public struct YuNetDetector: FeatureDetector {
    /// `yunet` for every model; `cacheKey` tells them apart.
    public let name = "yunet"
    /// Made of the model (its date, or a hash of its bytes) and the limits.
    public let cacheKey: String
    /// Which detections count.
    public let limits: DetectionLimits
    private let model: FaceNetworkModel

    /// The built-in model.
    public init(limits: DetectionLimits = DetectionLimits()) {
        self.init(model: Self.builtIn, key: "2023mar", limits: limits)
    }

    /// Another YuNet with the inputs and outputs of that of March 2023, from its ONNX file.
    ///
    /// Throws `fileNotFound`, `isDirectory`, `unreadableFile` or `unreadableModel`, with the path in the message.
    public init(contentsOfFile path: String, limits: DetectionLimits = DetectionLimits()) throws {
        do {
            let file = ModelFile(name: path, bytes: try FileReader.bytes(ofFile: path, limits: ImageLimits()))
            let model = FaceNetworkModel(file)
            try model.load()
            self.init(model: model, key: Fingerprint.text(of: file.bytes), limits: limits)
        } catch let error as BoundedCropError where error.code != .unreadableModel {
            throw BoundedCropError(error.code, "the model \(path) cannot be used: \(error.message)", underlying: error)
        }
    }

    private init(model: FaceNetworkModel, key: String, limits: DetectionLimits) {
        self.model = model
        self.limits = limits
        cacheKey = "yunet(\(key),1,\(limits.key))"
    }

    private static let builtIn = FaceNetworkModel(.yunet)

    /// The faces that the network sees within the limits, with landmarks, surest first.
    ///
    /// Looks at a copy of at most 480 pixels along the long side (960 at high accuracy), and once more at another scale when that shows
    /// no face but something like one (at high accuracy, whenever it shows none).
    ///
    /// Throws `malformedImage` for a damaged file, `detectionFailed` when the network fails.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        // The network sees faces from about 10 pixels up, and gets worse above about 300: each size has a scale that suits it.
        let first = try look(at: picture, longSide: accuracy == .low ? 480 : 960)
        let features = try limits.features(from: first.map(calibrated), in: picture.size, accuracy: accuracy)
        guard features.isEmpty else { return features }
        // A second look is for pictures in which the first saw something that was not sure enough.
        let isUnsure = first.contains { $0.confidence >= Self.unsureScore }
        guard isUnsure || accuracy == .high else { return [] }
        let second = try look(at: picture, longSide: accuracy == .low ? 640 : 480)
        return try limits.features(from: second.map(calibrated), in: picture.size, accuracy: accuracy)
    }

    /// The network's score above which precision and recall balance best on labelled photos.
    private static let sureScore = 0.65
    private static let unsureScore = 0.35

    /// All that the network sees, with its own scores.
    private func look(at picture: any Picture, longSide: Int) throws -> [Feature] {
        var pixels = try picture.pixels(longSide: longSide)
        // In an icon the face itself is an icon's size: enlarged, the network can tell.
        if pixels.size.longSide < 160 { pixels = try pixels.resized(to: PixelSize(width: pixels.width * 3, height: pixels.height * 3)) }
        // Lower limits on confidence have to be able to let more through.
        let threshold = min(Self.unsureScore, limits.minimumConfidence * Self.sureScore)
        return try model.detect(in: pixels, threshold: threshold).map { picture.feature($0, in: pixels.size) }
    }

    /// From the network's score to the scale of all detectors, in which 0.5 is the balance.
    private func calibrated(_ feature: Feature) -> Feature {
        var feature = feature
        let score = min(max(feature.confidence, 0), 1)
        let sure = Self.sureScore
        feature.confidence = score < sure ? 0.5 * score / sure : 0.5 + 0.5 * (score - sure) / (1 - sure)
        return feature
    }
}
