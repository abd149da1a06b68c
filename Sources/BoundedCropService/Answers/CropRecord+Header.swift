internal import BoundedCrop

extension CropRecord {
    /// The record as JSON for a header, where the landmarks, most of a feature's length, are left out.
    func headerText() throws -> String {
        var record = self
        for index in record.plan.features.indices { record.plan.features[index].feature.landmarks = nil }
        return try JSONText.text(record)
    }
}
