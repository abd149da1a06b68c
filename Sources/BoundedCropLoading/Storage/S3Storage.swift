internal import BoundedCrop
internal import FoundationEssentials

/// A storage in a bucket of an object storage, which any number of machines may share.
///
/// Each entry is one object, whose own header says until when it may be used. Object storages do not remove what has expired: give the
/// bucket a lifecycle rule for the prefix.
package final class S3Storage: SharedStorage {
    /// Where the entries are: the bucket, and what their keys begin with.
    package let location: S3Location
    /// The maximum number of bytes of an entry. Larger ones are not stored.
    package let byteLimit: Int
    private let client: S3Client

    /// Creates a storage.
    /// - Parameters:
    ///   - client: Reads and writes the objects. It must be shut down by the caller.
    ///   - location: The bucket, and a “folder” in it.
    ///   - byteLimit: The maximum number of bytes of an entry; 64 MB by default.
    package init(_ client: S3Client, at location: S3Location, byteLimit: Int = 64_000_000) {
        (self.client, self.location, self.byteLimit) = (client, location, byteLimit)
    }

    /// The location.
    package var description: String { location.text }

    /// Returns the entry of a key, fresh or not, or nil if there is no valid entry.
    /// - Throws: What keeps the object storage from answering.
    package func find(_ key: String) async throws -> StoredImage? {
        do {
            let object = try await client.object(at: place(of: key), byteLimit: byteLimit)
            return object.flatMap { StoredImageFile.image(in: $0.bytes, key: key) }
        } catch let error as BoundedCropError where error.code == .fileNotFound || error.code == .limitExceeded {
            // One that is too large was not written by a storage with this limit.
            return nil
        }
    }

    /// Stores a picture, in one request.
    /// - Throws: What keeps the object storage from storing it.
    package func store(_ image: StoredImage, for key: String) async throws {
        let bytes = try StoredImageFile.bytes(of: image, key: key)
        guard bytes.count <= byteLimit else { return }
        try await client.put(bytes, at: place(of: key), type: "application/octet-stream", overwriting: true)
    }

    /// Removes the entry of a key, if the object storage answers.
    package func remove(_ key: String) async {
        guard let place = try? place(of: key) else { return }
        try? await client.remove(place)
    }

    /// Removes all objects below the location that are named as entries, also those of other machines, as far as the object storage answers.
    package func removeAll() async {
        do {
            for try await entry in client.entries(below: location, recursive: true) where entry.location.key.hasSuffix(Self.ending) {
                try await client.remove(entry.location)
            }
        } catch {
            return
        }
    }

    private static let ending = ".image"

    /// The first two characters of the hash name a “folder”, as storages spread their load by the beginnings of keys.
    private func place(of key: String) throws -> S3Location {
        let hash = Fingerprint.text(of: key.utf8)
        let folder = location.key.isEmpty || location.key.hasSuffix("/") ? location.key : location.key + "/"
        return try S3Location(bucket: location.bucket, key: "\(folder)\(hash.prefix(2))/\(hash.dropFirst(2))\(Self.ending)")
    }
}
