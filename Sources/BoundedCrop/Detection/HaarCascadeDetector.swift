internal import Glibc

/// Finds faces with Haar or LBP cascades (P. Viola and M. Jones, CVPR 2001) on the picture's brightness.
public struct HaarCascadeDetector: FeatureDetector {
    public let name: String
    public let cacheKey: String
    /// The kind that its features are said to be.
    public let kind: Feature.Kind
    private let model: HaarCascadeModel
    /// A cascade for heads seen from the side, for `.high`; it only knows those that look to the left.
    private let profile: HaarCascadeModel?

    /// The built-in cascades for faces: frontal, and at high accuracy also from either side.
    public init() {
        self.init(
            name: "haar",
            cacheKey: "haar(frontalface_alt2,profileface)",
            kind: .face,
            model: Self.frontalFace,
            profile: Self.profileFace
        )
    }

    /// Another cascade, from the bytes of its XML file.
    ///
    /// Throws `unreadableModel` when they are no cascade that OpenCV reads.
    /// - Parameters:
    ///   - cascade: a file as `opencv_traincascade` writes it.
    ///   - name: what reports call the detector and errors call the file.
    ///   - kind: what its features are said to be.
    public init(cascade: [UInt8], name: String = "cascade", kind: Feature.Kind = .face) throws {
        let model = HaarCascadeModel(name: name, xml: cascade)
        try model.load()
        let key = "haar(\(CropCacheKey.escaped(name)),\(Fingerprint.text(of: cascade)),\(CropCacheKey.escaped(kind.rawValue)))"
        self.init(name: name, cacheKey: key, kind: kind, model: model, profile: nil)
    }

    /// Another cascade, from its XML file: one of OpenCV's own or one trained at home.
    ///
    /// Throws `fileNotFound`, `isDirectory`, `unreadableFile` or `unreadableModel`, with the path in the message.
    public init(contentsOfFile path: String, kind: Feature.Kind = .face) throws {
        do {
            try self.init(cascade: FileReader.bytes(ofFile: path, limits: ImageLimits()), name: path, kind: kind)
        } catch let error as BoundedCropError where error.code != .unreadableModel {
            throw BoundedCropError(error.code, "the cascade \(path) cannot be used: \(error.message)", underlying: error)
        }
    }

    private init(name: String, cacheKey: String, kind: Feature.Kind, model: HaarCascadeModel, profile: HaarCascadeModel?) {
        self.name = name
        self.cacheKey = cacheKey
        self.kind = kind
        self.model = model
        self.profile = profile
    }

    private static let frontalFace = HaarCascadeModel(builtIn: "frontalface_alt2")
    private static let profileFace = HaarCascadeModel(builtIn: "profileface")

    public func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        let plane = try picture.luma(longSide: accuracy == .low ? 480 : 960)
        var settings = HaarCascadeModel.Settings()
        settings.smallestSide = max(20, plane.size.longSide / (accuracy == .low ? 20 : 50))
        var found = try model.detect(in: plane, settings)
        if accuracy == .high, let profile {
            settings.minimumNeighbors = 5
            found += try profile.detect(in: plane, settings)
            let mirrored = try plane.oriented(.upMirrored)
            found += try profile.detect(in: mirrored, settings).map { detection in
                let rectangle = detection.rectangle
                return (
                    Rect(x: Double(plane.width) - rectangle.maxX, y: rectangle.y, width: rectangle.width, height: rectangle.height),
                    detection.weight
                )
            }
        }
        return withoutDuplicates(
            found.map { Feature(picture.rectangle($0.rectangle, in: plane.size), confidence: confidence(of: $0.weight), kind: kind) }
        )
    }

    /// The last stage's sum, pressed into 0...1 by a logistic curve.
    private func confidence(of weight: Double) -> Double {
        1 / (1 + exp(-weight))
    }

    /// Of features that cover the same place, the surest.
    private func withoutDuplicates(_ features: [Feature]) -> [Feature] {
        var kept: [Feature] = []
        for feature in features.sorted(by: { $0.confidence > $1.confidence })
        where !kept.contains(where: { $0.rectangle.intersectionOverUnion(feature.rectangle) > 0.3 }) {
            kept.append(feature)
        }
        return kept
    }
}
