extension AlignedFrame: Codable {
    private enum CodingKeys: String, CodingKey { case x, y, width, height, angle, fill }

    /// Decodes a frame.
    ///
    /// - Throws: `DecodingError` for anything else, and for a fill that is not a color.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try container.decodeIfPresent(String.self, forKey: .fill)
        let fill = text.flatMap { Color($0) }
        if let text, fill == nil {
            throw DecodingError.dataCorruptedError(forKey: .fill, in: container, debugDescription: "“\(text)” is not a color")
        }
        self.init(
            center: Point(x: try container.decode(Double.self, forKey: .x), y: try container.decode(Double.self, forKey: .y)),
            width: try container.decode(Double.self, forKey: .width),
            height: try container.decode(Double.self, forKey: .height),
            angle: try container.decode(Double.self, forKey: .angle),
            fill: fill
        )
    }

    /// Encodes the frame: its center as `x` and `y`, and the fill as CSS text. Without a fill, there is none.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(center.x, forKey: .x)
        try container.encode(center.y, forKey: .y)
        try container.encode(width, forKey: .width)
        try container.encode(height, forKey: .height)
        try container.encode(angle, forKey: .angle)
        try container.encodeIfPresent(fill?.description, forKey: .fill)
    }

    /// The frame as records have it: coordinates to 0.01 pixels, the angle to 0.001 degrees.
    var rounded: AlignedFrame {
        AlignedFrame(
            center: Point(x: RectRecord.rounded(center.x, 100), y: RectRecord.rounded(center.y, 100)),
            width: RectRecord.rounded(width, 100),
            height: RectRecord.rounded(height, 100),
            angle: RectRecord.rounded(angle, 1000),
            fill: fill
        )
    }
}
