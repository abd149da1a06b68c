extension Feature {
    private enum CodingKeys: String, CodingKey { case rectangle, confidence, kind, priority, landmarks, detectorKey }

    /// Decodes a feature. Without a priority, it is 1.
    ///
    /// - Throws: `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(Rect.self, forKey: .rectangle),
            confidence: try container.decode(Double.self, forKey: .confidence),
            kind: try container.decode(Kind.self, forKey: .kind),
            priority: try container.decodeIfPresent(Double.self, forKey: .priority) ?? 1,
            landmarks: try container.decodeIfPresent(Landmarks.self, forKey: .landmarks)
        )
        detectorKey = try container.decodeIfPresent(String.self, forKey: .detectorKey)
    }

    /// Encodes the feature. A priority of 1 is left out, and so is what is nil.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(rectangle, forKey: .rectangle)
        try container.encode(confidence, forKey: .confidence)
        try container.encode(kind, forKey: .kind)
        if priority != 1 { try container.encode(priority, forKey: .priority) }
        try container.encodeIfPresent(landmarks, forKey: .landmarks)
        try container.encodeIfPresent(detectorKey, forKey: .detectorKey)
    }
}
