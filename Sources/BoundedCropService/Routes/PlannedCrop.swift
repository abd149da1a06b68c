internal import BoundedCrop

/// A crop that is only planned, and its placeholder if the request asks for it.
struct PlannedCrop: Encodable {
    let record: CropRecord
    let placeholder: Placeholder?

    private enum CodingKeys: String, CodingKey {
        case placeholder
    }

    /// Encodes the record, with `placeholder` among its members.
    func encode(to encoder: any Encoder) throws {
        try record.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(placeholder, forKey: .placeholder)
    }
}
