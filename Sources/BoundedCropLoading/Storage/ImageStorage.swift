/// Where a loader keeps original files and processed pictures from one run to the next.
///
/// `DiskStorage` is one; a program may bring its own, such as a key-value server. It is called from several tasks at once.
public protocol ImageStorage: Sendable {
    /// What is kept under a key, fresh or not; nil where there is nothing that can be trusted. Must not fail for a damaged entry.
    func image(for key: String) async -> StoredImage?
    /// Keeps a picture in place of what was kept under its key. What it throws is logged and counted, and the picture is delivered all
    /// the same.
    func store(_ image: StoredImage, for key: String) async throws
    /// Forgets what is kept under a key.
    func remove(_ key: String) async
    /// Forgets everything.
    func removeAll() async
}
