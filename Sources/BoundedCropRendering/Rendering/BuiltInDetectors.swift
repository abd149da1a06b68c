package import BoundedCrop

/// The detectors that URLs may name.
package enum BuiltInDetectors {
    /// Long enough for every name, and for several of them.
    private static let longestName = 100

    /// The detector for a name or an expression in a query.
    ///
    /// - Throws: As `checkLength(of:)` and `named(_:)`.
    package static func checked(_ name: String) throws -> any FeatureDetector {
        try checkLength(of: name)
        return try named(RenderRequest.Crop(detector: name))
    }

    /// Throws `invalidFilter` for an expression longer than any reasonable one, since each name in it is a detection.
    package static func checkLength(of name: String) throws {
        guard name.utf8.count > longestName else { return }
        throw BoundedCropError(
            .invalidFilter,
            "a detector of \(name.utf8.count) bytes is longer than the limit of \(longestName) bytes"
        )
    }

    /// Returns the detector that a crop names with a name or an expression such as `yunet,haar`.
    ///
    /// - Throws: `invalidArgument` for an unknown name, and for programs and files, which URLs must not start or read.
    package static func named(_ crop: RenderRequest.Crop) throws -> any FeatureDetector {
        let name = crop.detector ?? ""
        guard !name.contains("command:"), !name.contains("once:") else {
            throw BoundedCropError(.invalidArgument, "a URL cannot name a program as a detector: “\(name)”")
        }
        guard !name.contains("onnx:"), !name.contains("cascade:") else {
            throw BoundedCropError(.invalidArgument, "a URL cannot name a file as a detector: “\(name)”")
        }
        return try crop.makeDetector()
    }
}
