/// Finds faces and their landmarks with YuNet, a small convolutional network (W. Wu, H. Peng, S. Yu, 2023).
public struct YuNetDetector: FeatureDetector {
    /// `yunet` for every model; `cacheKey` distinguishes them.
    public let name = "yunet"
    /// Made of the model (its date, or a hash of its bytes) and the limits.
    public let cacheKey: String
    /// Determines which detections become features.
    public let limits: DetectionLimits
    private let model: FaceNetworkModel

    /// Creates a detector with the built-in model.
    public init(limits: DetectionLimits = DetectionLimits()) {
        self.init(model: Self.builtIn, key: "2023mar", limits: limits)
    }

    /// Creates a detector with a custom YuNet model from its ONNX file. Its inputs and outputs must be those of the model of March 2023.
    ///
    /// - Throws: `fileNotFound`, `isDirectory`, `unreadableFile` or `unreadableModel`, with the path in the message.
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

    /// Returns the faces that the network detects within the limits, with landmarks, by descending confidence.
    ///
    /// The network runs on a copy of at most 480 pixels on the long side (960 at high accuracy). It runs again at another scale if the
    /// first run finds no face but a weak candidate (at high accuracy, whenever it finds no face).
    ///
    /// - Throws: `malformedImage` for a damaged file, `detectionFailed` when the network fails.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        // The network detects faces from about 10 pixels, and becomes less reliable above about 300, so each size has a scale that suits
        // it.
        let first = try look(at: picture, longSide: accuracy == .low ? 480 : 960)
        let features = try limits.features(from: first.map(calibrated), in: picture.size, accuracy: accuracy)
        guard features.isEmpty else { return features }
        // The second run is for pictures in which the first found something below the required confidence.
        let isUnsure = first.contains { $0.confidence >= Self.unsureScore }
        guard isUnsure || accuracy == .high else { return [] }
        let second = try look(at: picture, longSide: accuracy == .low ? 640 : 480)
        return try limits.features(from: second.map(calibrated), in: picture.size, accuracy: accuracy)
    }

    /// The score threshold at which precision and recall balance best on labeled photos.
    private static let sureScore = 0.65
    private static let unsureScore = 0.35

    /// All detections of the network, with its own scores.
    private func look(at picture: any Picture, longSide: Int) throws -> [Feature] {
        var pixels = try picture.pixels(longSide: longSide)
        // In an icon the face itself is tiny; the network recognizes it once it is enlarged.
        if pixels.size.longSide < 160 { pixels = try pixels.resized(to: PixelSize(width: pixels.width * 3, height: pixels.height * 3)) }
        // A lower minimum confidence must let more detections through.
        let threshold = min(Self.unsureScore, limits.minimumConfidence * Self.sureScore)
        return try model.detect(in: pixels, threshold: threshold).map { picture.feature($0, in: pixels.size) }
    }

    /// Converts the network's score to the scale of all detectors, on which 0.5 is the balance.
    private func calibrated(_ feature: Feature) -> Feature {
        var feature = feature
        let score = min(max(feature.confidence, 0), 1)
        let sure = Self.sureScore
        feature.confidence = score < sure ? 0.5 * score / sure : 0.5 + 0.5 * (score - sure) / (1 - sure)
        return feature
    }
}
