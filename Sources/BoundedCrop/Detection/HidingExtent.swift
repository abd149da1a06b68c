internal import CLibrary

/// How much is hidden of what may be a face: less leaves faces visible, more covers what is none.
public enum HidingExtent: String, Hashable, Sendable, Codable, CaseIterable {
    /// What would also be cropped to: detections from the minimum confidence on.
    case sure
    /// Everything that is likely enough, which the built-in detectors see from the fourth power of the minimum confidence on: 6% by default.
    case likely
    /// Everything that a face cannot be ruled out of: from the tenth power on, 0.1% by default.
    case anything

    /// The least confidence of what is hidden, where the usual one is this.
    func least(_ minimum: Double) -> Double {
        switch self {
        case .sure: minimum
        case .likely: pow(minimum, 4)
        case .anything: pow(minimum, 10)
        }
    }
}
