internal import Glibc

/// Finds faces with Haar or LBP cascades (P. Viola and M. Jones, CVPR 2001) on the picture's brightness.
public struct HaarCascadeDetector: FeatureDetector {
    /// `haar` for the built-in cascades, otherwise the name that the cascade was given or the path of its file.
    public let name: String
    /// Made of the limits and, for another cascade, its name, a hash of its bytes and the kind of its features.
    public let cacheKey: String
    /// Which detections count.
    public let limits: DetectionLimits
    private let search: any HaarSearch

    /// The built-in cascades: frontal faces, each confirmed by a second cascade; at high accuracy smaller ones, and heads seen from
    /// either side.
    public init(limits: DetectionLimits = DetectionLimits()) {
        name = "haar"
        cacheKey = "haar(1,\(limits.key))"
        self.limits = limits
        search = HaarFaceSearch()
    }

    /// Another cascade, from the bytes of its XML file. Where it sees something three times over, the confidence is at least 0.5.
    ///
    /// Throws `unreadableModel` when they are no such cascade: all of the file is checked before it is used.
    /// - Parameters:
    ///   - cascade: XML as `opencv_traincascade` writes it, of HAAR or LBP features, with a window of 3 to 256 pixels a side and of at most
    ///     16 MB.
    ///   - name: what reports call the detector and errors call the file.
    ///   - kind: what its features are said to be.
    public init(cascade: [UInt8], name: String = "cascade", kind: Feature.Kind = .face, limits: DetectionLimits = DetectionLimits()) throws
    {
        let model = HaarCascadeModel(ModelFile(name: name, bytes: cascade))
        try model.load()
        let parts = [name, Fingerprint.text(of: cascade), kind.rawValue].map(CropCacheKey.escaped)
        self.name = name
        cacheKey = "haar(\(parts.joined(separator: ",")),\(limits.key))"
        self.limits = limits
        search = SingleCascadeSearch(model: model, kind: kind)
    }

    /// Another cascade, from its XML file: one of OpenCV's own or one trained at home.
    ///
    /// Throws `fileNotFound`, `isDirectory`, `unreadableFile` or `unreadableModel`, with the path in the message.
    public init(contentsOfFile path: String, kind: Feature.Kind = .face, limits: DetectionLimits = DetectionLimits()) throws {
        do {
            try self.init(cascade: FileReader.bytes(ofFile: path, limits: ImageLimits()), name: path, kind: kind, limits: limits)
        } catch let error as BoundedCropError where error.code != .unreadableModel {
            throw BoundedCropError(error.code, "the cascade \(path) cannot be used: \(error.message)", underlying: error)
        }
    }

    /// The features that the cascades see within the limits, surest first.
    ///
    /// Throws `malformedImage` for a damaged file, `detectionFailed` when the search fails.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        // A place is the mean of raw hits of several sizes: without the smaller ones, one below the limit would grow above it.
        let smallest = limits.minimumSize.map { 0.7 * $0 } ?? limits.minimumSize(at: accuracy)
        let found = try search.detections(in: picture, accuracy: accuracy, smallest: smallest)
        return try limits.features(from: found, in: picture.size, accuracy: accuracy)
    }
}

/// A way to look with cascades.
protocol HaarSearch: Sendable {
    /// Everything seen, in pixels of the picture, with a confidence of 0...1.
    /// - Parameter smallest: the least height to look for, as a share of the picture's long side.
    func detections(in picture: any Picture, accuracy: DetectionAccuracy, smallest: Double) throws -> [Feature]
}

/// A logistic curve: 0.5 at the middle, steeper for a smaller width.
func logistic(_ value: Double, middle: Double, width: Double) -> Double {
    1 / (1 + exp((middle - value) / width))
}
