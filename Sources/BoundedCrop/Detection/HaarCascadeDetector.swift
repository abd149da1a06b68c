internal import CLibrary

/// Finds faces with Haar or LBP cascades (P. Viola and M. Jones, CVPR 2001) on the picture's brightness.
public struct HaarCascadeDetector: FeatureDetector {
    /// `haar` for the built-in cascades; otherwise the name given to the cascade, or the path of its file.
    public let name: String
    /// Made of the limits and, for a custom cascade, its name, a hash of its bytes and its feature kind.
    public var cacheKey: String { "haar(\(cascadeKey),\(limits.key))" }
    /// Determines which detections become features.
    package private(set) var limits: DetectionLimits
    private let cascadeKey: String
    private let search: any HaarSearch

    /// Creates a detector with the built-in cascades: frontal faces, each confirmed by a second cascade; at high accuracy also smaller
    /// faces, and profiles from either side.
    public init(limits: DetectionLimits = DetectionLimits()) {
        name = "haar"
        cascadeKey = "1"
        self.limits = limits
        search = HaarFaceSearch()
    }

    /// Creates a detector with a custom cascade from the bytes of its XML file. Where three detections agree, the confidence is at least
    /// 0.5.
    ///
    /// - Parameters:
    ///   - cascade: XML as written by `opencv_traincascade`, with HAAR or LBP features, a window of 3 to 256 pixels on each side, and at
    ///     most 16 MB.
    ///   - name: The detector's name in reports and the file's name in errors.
    ///   - kind: The kind of the features.
    ///   - limits: Determines which detections become features.
    /// - Throws: `unreadableModel` when the bytes are not such a cascade. The whole file is checked before it is used.
    package init(cascade: [UInt8], name: String = "cascade", kind: Feature.Kind = .face, limits: DetectionLimits = DetectionLimits()) throws
    {
        let model = HaarCascadeModel(ModelFile(name: name, bytes: cascade))
        try model.load()
        self.name = name
        cascadeKey = [name, Fingerprint.text(of: cascade), kind.rawValue].map(CropCacheKey.escaped).joined(separator: ",")
        self.limits = limits
        search = SingleCascadeSearch(model: model, kind: kind)
    }

    /// Creates a detector with a custom cascade from its XML file: one of OpenCV's, or one that you trained.
    ///
    /// - Throws: `fileNotFound`, `isDirectory`, `unreadableFile` or `unreadableModel`, with the path in the message.
    public init(contentsOfFile path: String, kind: Feature.Kind = .face, limits: DetectionLimits = DetectionLimits()) throws {
        do {
            try self.init(cascade: FileReader.bytes(ofFile: path, limits: ImageLimits()), name: path, kind: kind, limits: limits)
        } catch let error as BoundedCropError where error.code != .unreadableModel {
            throw BoundedCropError(error.code, "the cascade \(path) cannot be used: \(error.message)", underlying: error)
        }
    }

    /// The same with every detection that is sure and large enough: several of one place, and however many there are.
    public var forHiding: any FeatureDetector {
        var detector = self
        detector.limits = limits.forHiding
        return detector
    }

    /// Returns the features that the cascades detect within the limits, by descending confidence.
    ///
    /// - Throws: `malformedImage` for a damaged file, `detectionFailed` when the search fails.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        // A detection is the mean of raw hits of several sizes. Without the smaller hits, one below the limit would grow above it.
        let smallest = limits.minimumSize.map { 0.7 * $0 } ?? limits.minimumSize(at: accuracy)
        let found = try search.detections(in: picture, accuracy: accuracy, smallest: smallest)
        return try limits.features(from: found, in: picture.size, accuracy: accuracy)
    }
}

/// A way to search with cascades.
protocol HaarSearch: Sendable {
    /// All detections, in pixels of the picture, with a confidence of 0...1.
    /// - Parameter smallest: The minimum height to search for, as a fraction of the picture's long side.
    func detections(in picture: any Picture, accuracy: DetectionAccuracy, smallest: Double) throws -> [Feature]
}

/// A logistic curve: 0.5 at the middle, steeper for a smaller width.
func logistic(_ value: Double, middle: Double, width: Double) -> Double {
    1 / (1 + exp((middle - value) / width))
}
