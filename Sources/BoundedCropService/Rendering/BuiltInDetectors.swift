public import BoundedCrop

/// The detectors that URLs may name, made once for the process.
public enum BuiltInDetectors {
    private static let yunet = YuNetDetector()
    private static let haar = HaarCascadeDetector()

    /// Enough for every name, and for several of them.
    private static let longestName = 100

    /// Throws `invalidFilter` for an expression that is longer than any sensible one: each name in it is a look at the picture.
    static func checkLength(of name: String) throws {
        guard name.utf8.count > longestName else { return }
        throw BoundedCropError(
            .invalidFilter,
            "a detector of \(name.utf8.count) bytes is longer than the limit of \(longestName) bytes"
        )
    }

    /// The detector of a name or of an expression such as `yunet,haar`.
    ///
    /// Throws `invalidArgument` for one that there is none of. Programs are none: a URL must not start one.
    public static func named(_ name: String) throws -> any FeatureDetector {
        switch name {
        case "yunet": return yunet
        case "haar": return haar
        default:
            guard !name.contains("command:") else {
                throw BoundedCropError(.invalidArgument, "a URL cannot name a program to detect with: “\(name)”")
            }
            return try DetectorExpression(name).makeDetector()
        }
    }
}
