import BoundedCropLoading
import PictureServer
import Synchronization

/// A storage in memory whose writes wait for a gate.
final class HeldStorage: ImageStorage {
    let gate = ServerGate()
    private let images = Mutex<[String: StoredImage]>([:])

    func image(for key: String) async -> StoredImage? { images.withLock { $0[key] } }

    func store(_ image: StoredImage, for key: String) async throws {
        await gate.pass()
        images.withLock { $0[key] = image }
    }

    func remove(_ key: String) async { images.withLock { $0[key] = nil } }

    func removeAll() async { images.withLock { $0 = [:] } }
}
