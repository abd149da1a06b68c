internal import FoundationEssentials

/// Caches another detector's results on disk, so that each picture is processed once for all sizes and shapes, and across runs.
///
/// An entry's name is derived from a hash of the picture's bytes, the detector's key (including model and parameters) and the accuracy. Its
/// rectangles are fractions of the upright picture, 0...1. A damaged entry is ignored, and so is a folder that cannot be written.
public struct CachingFeatureDetector: FeatureDetector {
    /// The detector for pictures that are not in the cache.
    package let detector: any FeatureDetector
    /// The path of the folder with the entries. Several processes may share it.
    package let folder: String
    /// Whether pixels in memory are told apart by a hash of all of them.
    private let hashesPixels: Bool

    /// Creates a detector that caches another detector's results.
    /// - Parameters:
    ///   - detector: Runs for pictures that are not in the cache.
    ///   - folder: The path of the folder for the entries. It is created when the first entry is written.
    public init(_ detector: any FeatureDetector, folder: String) {
        self.init(detector, folder: folder, hashesPixels: false)
    }

    /// - Parameters:
    ///   - hashesPixels: Whether what is found in pixels in memory is cached as well. It takes the time to hash all of them, so it is for slow
    ///     detectors.
    package init(_ detector: any FeatureDetector, folder: String, hashesPixels: Bool) {
        (self.detector, self.folder, self.hashesPixels) = (detector, folder, hashesPixels)
    }

    /// The other detector's name: reports do not depend on whether a result was cached.
    public var name: String { detector.name }
    /// The other detector's key, so that cached crops are the same with and without this detector.
    public var cacheKey: String { detector.cacheKey }

    /// A cache of the other detector's detections for hiding, in the same folder.
    public var forHiding: any FeatureDetector {
        CachingFeatureDetector(detector.forHiding, folder: folder, hashesPixels: hashesPixels)
    }

    /// Returns the cached features for a picture with the same content at this accuracy, or otherwise what the detector finds now.
    ///
    /// For a picture without a `contentHash`, such as pixels in memory, the detector runs each time.
    ///
    /// - Throws: Only what the detector throws.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        try detection(in: picture, accuracy: accuracy).features
    }

    /// Returns the same features with what is likely, which is cached with them.
    ///
    /// - Throws: Only what the detector throws.
    public func detection(in picture: any Picture, accuracy: DetectionAccuracy) throws -> Detection {
        guard let path = path(for: picture, accuracy) else { return try detector.detection(in: picture, accuracy: accuracy) }
        let (width, height) = (Double(picture.size.width), Double(picture.size.height))
        if let shares = read(path) { return shares.scaled(x: width, y: height) }
        let shares = try detector.detection(in: picture, accuracy: accuracy).scaled(x: 1 / width, y: 1 / height)
        write(shares, to: path)
        // Exactly the values that the entry will yield, so that the picture is cropped in the same way the second time.
        return shares.scaled(x: width, y: height)
    }

    /// The rectangle from the other detector; not cached.
    public func boundingRectangle(of features: [Feature], in picture: any Picture, scheme: BoundingScheme, padding: Padding) -> Rect? {
        detector.boundingRectangle(of: features, in: picture, scheme: scheme, padding: padding)
    }

    private struct Entry: Codable {
        var found: Detection
        /// A checksum of what was found as it is encoded, to detect flipped bits.
        var checksum: String
    }

    private func path(for picture: any Picture, _ accuracy: DetectionAccuracy) -> String? {
        guard let content = picture.contentHash ?? pixelHash(of: picture) else { return nil }
        let key = [content, CropCacheKey.escaped(detector.cacheKey), accuracy.rawValue].joined(separator: "|")
        let name = Fingerprint.text(of: key.utf8)
        // 256 subfolders keep each of them small.
        return "\(folder)/\(name.prefix(2))/\(name).json"
    }

    private func pixelHash(of picture: any Picture) -> String? {
        guard hashesPixels, let pixels = picture as? PixelBuffer else { return nil }
        return "pixels:\(pixels.size):" + Fingerprint.text(of: pixels.bytes)
    }

    private func read(_ path: String) -> Detection? {
        guard let bytes = try? FileReader.bytes(ofFile: path, limits: ImageLimits(), waits: false),
            let entry = try? JSONDecoder().decode(Entry.self, from: Data(bytes)),
            let checksum = try? Self.checksum(entry.found), checksum == entry.checksum
        else { return nil }
        return entry.found
    }

    private func write(_ shares: Detection, to path: String) {
        // A failed write only costs time later.
        try? AtomicFile.makeDirectory(for: path)
        if let checksum = try? Self.checksum(shares), let data = try? JSONText.data(Entry(found: shares, checksum: checksum)) {
            try? AtomicFile.write([UInt8](data), to: path, replacing: true)
        }
    }

    private static func checksum(_ found: Detection) throws -> String {
        Fingerprint.text(of: try JSONText.data(found))
    }
}
