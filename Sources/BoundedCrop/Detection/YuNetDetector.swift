internal import CFaceNetwork

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
        modelKey = key
    }

    /// The same with every detection that is sure and large enough: also of faces that a closer run did not confirm, several of one place,
    /// and however many there are.
    public var forHiding: any FeatureDetector {
        var detector = self
        detector.limits = limits.forHiding
        return detector
    }

    private static let builtIn = FaceNetworkModel(.yunet)

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

/// A YuNet model that several threads can use.
final class FaceNetworkModel: Sendable {
    private let pool: ModelPool
    private static let mostFaces = 2048

    init(_ file: ModelFile) {
        pool = ModelPool { try ModelHandle(file, as: "model", create: bc_face_network_create, destroy: bc_face_network_destroy) }
    }

    /// Reads the model now. Throws `unreadableModel`, with the model's name, if it is not valid.
    func load() throws {
        try pool.withHandle { _ in }
    }

    /// The faces in a picture at its own scale, by descending confidence.
    func detect(in pixels: PixelBuffer, threshold: Double) throws -> [Feature] {
        var count = 0
        var faces = [bc_face](repeating: bc_face(), count: Self.mostFaces)
        try pool.withHandle { handle in
            try CCall.check(failure: .detectionFailed) { error in
                let (width, height) = (Int32(clamping: pixels.width), Int32(clamping: pixels.height))
                return bc_face_network_detect(handle.pointer, pixels.bytes, width, height, threshold, &faces, faces.count, &count, error)
            }
        }
        return faces.prefix(count).map { face in
            let box = Rect(x: face.x, y: face.y, width: face.width, height: face.height)
            let points = face.landmarks
            let landmarks = [points.0, points.1, points.2, points.3, points.4].map { Point(x: $0.x, y: $0.y) }
            return Feature(box, confidence: face.score, kind: .face, landmarks: Landmarks(landmarks))
        }
    }
}

extension ModelFile {
    /// The YuNet model compiled into the library.
    static let yunet = ModelFile(name: "built-in yunet", bc_built_in_yunet())
}
