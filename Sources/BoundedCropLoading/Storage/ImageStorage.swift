/// Stores original files and processed pictures between runs.
///
/// ``DiskStorage`` is the built-in one; a program can provide its own, such as a key-value server. Methods may be called from several tasks
/// at once.
public protocol ImageStorage: Sendable {
    /// Returns the entry of a key, fresh or not, or nil if there is no valid entry. A damaged entry must not cause a failure.
    func image(for key: String) async -> StoredImage?
    /// Stores a picture, replacing any previous entry of its key. Errors are logged and counted; the picture is delivered anyway.
    func store(_ image: StoredImage, for key: String) async throws
    /// Removes the entry of a key.
    func remove(_ key: String) async
    /// Removes all entries.
    func removeAll() async
}

/// A storage that several machines share, such as a server or a folder of a file server, and that may therefore be slow or gone.
///
/// Put it into a `GuardedStorage`, so that its failures cost only what it stores.
package protocol SharedStorage: ImageStorage, CustomStringConvertible {
    /// Where the storage is, for logs: without passwords.
    var description: String { get }
    /// Returns the entry of a key, fresh or not, or nil if there is no valid entry: a damaged one, or one that something else wrote, counts
    /// as none.
    /// - Throws: What keeps the storage from answering.
    func find(_ key: String) async throws -> StoredImage?
}

extension SharedStorage {
    /// Returns the entry of a key, or nil, also if the storage does not answer.
    public func image(for key: String) async -> StoredImage? { try? await find(key) }
}
