internal import BoundedCrop

/// How much padding detections need to include the labeled heads: on each side, as a share of the detection's own size.
///
/// A head is the labeled face plus a fifth of its height above it, for forehead and hair.
package struct PaddingNeed: Sendable {
    package private(set) var top: [Double] = []
    package private(set) var right: [Double] = []
    package private(set) var bottom: [Double] = []
    package private(set) var left: [Double] = []

    private static let hair = 0.2

    /// Counts a face that was found.
    mutating func add(_ detection: Rect, face: Rect) {
        top.append((detection.minY - (face.minY - Self.hair * face.height)) / detection.height)
        right.append((face.maxX - detection.maxX) / detection.width)
        bottom.append((face.maxY - detection.maxY) / detection.height)
        left.append((detection.minX - face.minX) / detection.width)
    }

    /// The padding that is enough for this share of faces.
    package func enough(for share: Double, _ side: KeyPath<PaddingNeed, [Double]>) -> Double {
        DetectionScore.percentile(share, of: self[keyPath: side])
    }
}
