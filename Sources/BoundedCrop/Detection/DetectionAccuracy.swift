/// The trade-off between speed and thoroughness of a detection.
public enum DetectionAccuracy: String, Hashable, Sendable, Codable, CaseIterable {
    /// Fast: finds the faces that matter in a thumbnail.
    case low
    /// Slower: also finds small faces, down to 2% of the picture's long side, and faces in profile.
    case high
}
