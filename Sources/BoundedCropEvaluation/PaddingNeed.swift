internal import BoundedCrop

/// How much padding detections need to include the labeled heads: on each side, as a share of the detection's own size.
///
/// A head is the labeled face plus a fifth of its height above it, for forehead and hair. There is a number for each face that was found: a
/// share of the detection's height at the top and bottom, of its width on the right and left. It is negative where the detection reaches
/// beyond the head.
package struct PaddingNeed: Sendable {
    /// Above the detection, as a share of its height.
    package private(set) var top: [Double] = []
    /// To the right of the detection, as a share of its width.
    package private(set) var right: [Double] = []
    /// Below the detection, as a share of its height.
    package private(set) var bottom: [Double] = []
    /// To the left of the detection, as a share of its width.
    package private(set) var left: [Double] = []

    private static let hair = 0.2

    /// Counts a face that was found.
    mutating func add(_ detection: Rect, face: Rect) {
        top.append((detection.minY - (face.minY - Self.hair * face.height)) / detection.height)
        right.append((face.maxX - detection.maxX) / detection.width)
        bottom.append((face.maxY - detection.maxY) / detection.height)
        left.append((detection.minX - face.minX) / detection.width)
    }

    /// The padding on one side that is enough for this share of faces; 0 when no face was found.
    /// - Parameters:
    ///   - share: 0...1, such as 0.9 for nine faces in ten; must not be outside that range.
    ///   - side: `\.top`, `\.right`, `\.bottom` or `\.left`.
    /// - Returns: a share of the detection's own size, as in `Padding`'s fractions.
    package func enough(for share: Double, _ side: KeyPath<PaddingNeed, [Double]>) -> Double {
        DetectionScore.percentile(share, of: self[keyPath: side])
    }
}
