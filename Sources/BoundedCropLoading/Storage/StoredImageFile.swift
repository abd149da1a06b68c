internal import BoundedCrop
internal import FoundationEssentials

/// The file format of a stored picture: a signature, the length of the metadata, the metadata as JSON, the picture's bytes, and the SHA-256
/// of everything before it.
enum StoredImageFile {
    private struct Metadata: Codable {
        /// The full key. File names are hashes of it; an entry with a different key is ignored.
        let key: String
        let expires: Double
        let usableUntil: Double
        let entityTag: String?
        let lastModified: String?
        let originalHash: String?
    }

    private static let mark = Array("BOUNDED1".utf8)

    static func bytes(of image: StoredImage, key: String) throws -> [UInt8] {
        let metadata = try JSONText.data(
            Metadata(
                key: key,
                expires: image.expires.timeIntervalSince1970,
                usableUntil: image.usableUntil.timeIntervalSince1970,
                entityTag: image.entityTag,
                lastModified: image.lastModified,
                originalHash: image.originalHash
            )
        )
        guard let length = UInt32(exactly: metadata.count) else {
            throw BoundedCropError(.unwritableFile, "\(metadata.count) bytes of key and headers are too many to store")
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(mark.count + 4 + metadata.count + image.bytes.count + SHA256.byteCount)
        bytes += mark
        bytes += withUnsafeBytes(of: length.littleEndian) { Array($0) }
        bytes += metadata
        bytes += image.bytes
        bytes += SHA256.hash(of: bytes)
        return bytes
    }

    /// Returns nil unless the bytes are complete, unchanged and written for this key.
    static func image(in bytes: [UInt8], key: String) -> StoredImage? {
        let start = mark.count + 4
        guard bytes.count >= start + SHA256.byteCount, bytes.starts(with: mark) else { return nil }
        let end = bytes.count - SHA256.byteCount
        guard SHA256.hash(of: bytes[..<end]) == Array(bytes[end...]) else { return nil }
        let length = (0..<4).reduce(0) { $0 | Int(bytes[mark.count + $1]) << (8 * $1) }
        guard start + length <= end,
            let metadata = try? JSONDecoder().decode(Metadata.self, from: Data(bytes[start..<start + length])),
            metadata.key == key
        else { return nil }
        return StoredImage(
            bytes: Array(bytes[(start + length)..<end]),
            expires: Date(timeIntervalSince1970: metadata.expires),
            usableUntil: Date(timeIntervalSince1970: metadata.usableUntil),
            entityTag: metadata.entityTag,
            lastModified: metadata.lastModified,
            originalHash: metadata.originalHash
        )
    }
}
