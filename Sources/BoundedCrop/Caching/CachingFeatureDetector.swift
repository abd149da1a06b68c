internal import FoundationEssentials

/// Remembers on disk what another detector found, so that a picture is looked at once for all sizes and shapes, and in all runs.
///
/// An entry's name is made of a hash of the picture's bytes, the detector's key (model and parameters included) and the accuracy; its
/// rectangles are shares of the upright picture, 0...1. A damaged entry counts as none, and so does a folder that cannot be written.
public struct CachingFeatureDetector: FeatureDetector {
    /// Asked about pictures that are not remembered.
    public let detector: any FeatureDetector
    /// The path of the folder that holds the entries. Several processes may share it.
    public let folder: String

    /// A detector that remembers what another one finds.
    /// - Parameter folder: is made when the first entry is written.
    public init(_ detector: any FeatureDetector, folder: String) {
        self.detector = detector
        self.folder = folder
    }

    /// The other detector's: whether something was remembered makes no difference to reports.
    public var name: String { detector.name }
    /// The other detector's, so that the same crops are found with and without this one.
    public var cacheKey: String { detector.cacheKey }

    /// What was found before in a picture of the same content at this accuracy, or else what the detector finds now.
    ///
    /// A picture without a `contentHash` is looked at each time. Throws only what the detector throws.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        guard let path = path(for: picture, accuracy) else { return try detector.features(in: picture, accuracy: accuracy) }
        let (width, height) = (Double(picture.size.width), Double(picture.size.height))
        if let shares = read(path) { return shares.map { $0.scaled(x: width, y: height) } }
        let shares = try detector.features(in: picture, accuracy: accuracy).map { $0.scaled(x: 1 / width, y: 1 / height) }
        write(shares, to: path)
        // To the last digit what the entry will give: the same picture is not cropped differently the second time.
        return shares.map { $0.scaled(x: width, y: height) }
    }

    /// The rectangle as the other detector makes it; worked out each time.
    public func boundingRectangle(of features: [Feature], in picture: any Picture, scheme: BoundingScheme, padding: Padding) -> Rect? {
        detector.boundingRectangle(of: features, in: picture, scheme: scheme, padding: padding)
    }

    private struct Entry: Codable {
        var features: [Feature]
        /// Of the encoded features, so that a flipped bit is seen.
        var checksum: String
    }

    private func path(for picture: any Picture, _ accuracy: DetectionAccuracy) -> String? {
        guard let content = picture.contentHash else { return nil }
        let key = [content, CropCacheKey.escaped(detector.cacheKey), accuracy.rawValue].joined(separator: "|")
        let name = Fingerprint.text(of: key.utf8)
        // Folders of at most 256 keep any one of them small.
        return "\(folder)/\(name.prefix(2))/\(name).json"
    }

    private func read(_ path: String) -> [Feature]? {
        guard let bytes = try? FileReader.bytes(ofFile: path, limits: ImageLimits(), waits: false),
            let entry = try? JSONDecoder().decode(Entry.self, from: Data(bytes)),
            let checksum = try? Self.checksum(entry.features), checksum == entry.checksum
        else { return nil }
        return entry.features
    }

    private func write(_ shares: [Feature], to path: String) {
        // Not to remember costs time later, and nothing else.
        try? AtomicFile.makeDirectory(for: path)
        if let checksum = try? Self.checksum(shares), let data = try? JSONText.data(Entry(features: shares, checksum: checksum)) {
            try? AtomicFile.write([UInt8](data), to: path, replacing: true)
        }
    }

    private static func checksum(_ features: [Feature]) throws -> String {
        Fingerprint.text(of: try JSONText.data(features))
    }
}
