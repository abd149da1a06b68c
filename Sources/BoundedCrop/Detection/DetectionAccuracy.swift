/// How hard a detector looks.
public enum DetectionAccuracy: String, Hashable, Sendable, Codable, CaseIterable {
    /// Fast: the faces that matter in a thumbnail.
    case low
    /// Slower: small faces too, down to 2% of the picture's long side, and faces seen from the side.
    case high
}
