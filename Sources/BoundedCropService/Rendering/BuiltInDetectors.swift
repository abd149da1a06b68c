public import BoundedCrop

/// The detectors that URLs may name, made once for the process.
public enum BuiltInDetectors {
    private static let yunet = YuNetDetector()
    private static let haar = HaarCascadeDetector()

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
