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
    /// From this share of its area on, a finding is of what was covered.
    private static let coveredShare = 0.5

    /// Whether something that was found is of what was covered, where covers have their margin.
    package static func isCovered(_ found: Rect, by covers: [Rect]) -> Bool {
        covers.contains { $0.intersection(found).area >= found.area * coveredShare }
    }

    /// Searches a file, every frame of an animation.
    ///
    /// - Parameters:
    ///   - file: The finished file.
    ///   - covers: What was covered in a frame, or in the one picture, with its margin and in pixels of the file: that is no finding.
    ///   - shown: Whether a finding is a face that somebody wants to be seen: that is none either.
    ///   - detector: Its `forHiding` is used, at accuracy `high`; by default, both built-in detectors.
    /// - Throws: What the detector throws, and `malformedImage` for a file that cannot be read.
    package init(
        of file: ImageSource,
        besides covers: (_ frame: Int?) -> [Rect] = { _ in [] },
        shown: (Rect) -> Bool = { _ in false },
        detector: any FeatureDetector = Redact.standardDetector
    ) throws {
        let detector = detector.forHiding
        func found(in picture: any Picture, frame: Int?) throws -> [Finding] {
            let covers = covers(frame)
            return try detector.features(in: picture, accuracy: .high).filter { $0.confidence >= Self.minimumConfidence }.strongest
                .filter { !Self.isCovered($0.rectangle, by: covers) && !shown($0.rectangle) }
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
