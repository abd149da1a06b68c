import BoundedCropLoading
import PictureServer
import Synchronization
import TestSupport

/// A storage in memory whose writes wait for a gate.
final class HeldStorage: ImageStorage {
    let gate = ServerGate()
    /// The keys of what was stored.
    let stored = Events(of: String.self)
    private let images = Mutex<[String: StoredImage]>([:])

    func image(for key: String) async -> StoredImage? { images.withLock { $0[key] } }

    func store(_ image: StoredImage, for key: String) async throws {
        await gate.pass()
        images.withLock { $0[key] = image }
        stored.post(key)
    }

    func remove(_ key: String) async { images.withLock { $0[key] = nil } }

    func removeAll() async { images.withLock { $0 = [:] } }
}
