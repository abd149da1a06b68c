package import BoundedCrop

/// What detection still finds in a finished file of redacted pictures.
package struct RedactionAudit: Sendable {
    /// Something that may be a face that people can see.
    package struct Finding: Hashable, Sendable {
        /// In pixels of the upright picture, of the finished file.
        package let rectangle: Rect
        /// The detector's confidence, 0...1.
        package let confidence: Double
        /// The number of the frame, from 0; nil if the file is one picture.
        package let frame: Int?
    }

    /// What was found, in the order of the frames.
    package let findings: [Finding]

    /// Findings that are less sure are not named. Of places with this confidence on photos, a quarter are faces.
    private static let minimumConfidence = 0.25

    /// Searches a file, every frame of an animation.
    ///
    /// - Parameters:
    ///   - file: The finished file.
    ///   - detector: Its `forHiding` is used, at accuracy `high`; by default, both built-in detectors.
    /// - Throws: What the detector throws, and `malformedImage` for a file that cannot be read.
    package init(of file: ImageSource, detector: any FeatureDetector = Redact.standardDetector) throws {
        let detector = detector.forHiding
        func found(in picture: any Picture, frame: Int?) throws -> [Finding] {
            try detector.features(in: picture, accuracy: .high).filter { $0.confidence >= Self.minimumConfidence }.strongest
                .map { Finding(rectangle: $0.rectangle, confidence: $0.confidence, frame: frame) }
        }
        guard file.header.isAnimated else {
            findings = try found(in: file.pixels(), frame: nil)
            return
        }
        var (findings, number) = ([Finding](), 0)
        try file.forEachFrame { frame in
            findings += try found(in: frame.pixels, frame: number)
            number += 1
            return true
        }
        self.findings = findings
    }
}
