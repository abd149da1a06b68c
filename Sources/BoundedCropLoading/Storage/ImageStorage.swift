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
