import BoundedCropLoading
import Synchronization

/// A storage in memory.
final class MemoryStorage: ImageStorage {
    private let images = Mutex<[String: StoredImage]>([:])

    /// What is stored, by key.
    var all: [String: StoredImage] {
        get { images.withLock { $0 } }
        set { images.withLock { $0 = newValue } }
    }

    func image(for key: String) async -> StoredImage? { all[key] }

    func store(_ image: StoredImage, for key: String) async { images.withLock { $0[key] = image } }

    func remove(_ key: String) async { images.withLock { $0[key] = nil } }

    func removeAll() async { all = [:] }
}
