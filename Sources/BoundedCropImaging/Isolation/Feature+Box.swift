internal import CSandbox

/// A feature as helpers send it.
extension Feature {
    /// `is_face` of `bc_box_feature`.
    var boxKind: UInt64 {
        switch kind {
        case .face: 1
        case .focalPoint: UInt64(BC_BOX_POINT)
        default: isExact ? UInt64(BC_BOX_EXACT) : 0
        }
    }

    var boxDetails: bc_box_details {
        var details = bc_box_details()
        (details.is_known, details.confidence) = (1, confidence)
        guard let landmarks else { return details }
        details.has_landmarks = 1
        let numbers = landmarks.points.flatMap { [$0.x, $0.y] }
        withUnsafeMutableBytes(of: &details.landmarks) { place in numbers.withUnsafeBytes { place.copyMemory(from: $0) } }
        return details
    }

    /// What a helper says, of which only the rectangle was checked.
    init(_ rectangle: Rect, boxKind: UInt64, _ details: bc_box_details) {
        let kind: Kind =
            switch boxKind {
            case 0, UInt64(BC_BOX_EXACT): .region
            case UInt64(BC_BOX_POINT): .focalPoint
            default: .face
            }
        self.init(rectangle, kind: kind)
        isExact = kind == .focalPoint || boxKind == UInt64(BC_BOX_EXACT)
        guard details.is_known != 0 else { return }
        if (0...1).contains(details.confidence) { confidence = details.confidence }
        guard details.has_landmarks != 0 else { return }
        let numbers = withUnsafeBytes(of: details.landmarks) { Array($0.bindMemory(to: Double.self)) }
        let points = stride(from: 0, to: numbers.count, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
        landmarks = Landmarks(points).flatMap { $0.isFinite ? $0 : nil }
    }
}
