import BoundedCrop

/// An output that becomes an object. It is sent when the work on its picture is done, so that no thread waits for the network.
struct Upload: Sendable {
    let bytes: [UInt8]
    let location: String
    /// The media type.
    let type: String
    let replaces: Bool
    /// What to do if the object exists.
    var advice = "use --overwrite or --skip-existing"

    /// Sends the output.
    /// - Throws: `fileExists` if the object exists and must not be replaced, and what `ObjectStorage` throws.
    func send(to objects: ObjectStorage) async throws {
        do {
            try await objects.write(bytes, to: location, type: type, replacing: replaces)
        } catch let error as BoundedCropError {
            let message =
                error.code == .fileExists ? "\(location) already exists: \(advice)" : "\(location) was not written: \(error.message)"
            throw BoundedCropError(error.code, message, underlying: error)
        }
    }
}
