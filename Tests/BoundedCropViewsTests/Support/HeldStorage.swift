import BoundedCrop
import BoundedCropLoading
import BoundedCropViews
import Foundation
import Synchronization

/// A storage that simulates the web: it has a picture for every URL, whose last part is its shade, and delivers it once it is released.
final class HeldStorage: ImageStorage {
    private struct State {
        var isFree = false
        var freed: Set<String> = []
        var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]
        var names: [String] = []
    }

    private let state = Mutex(State())

    /// - Parameter holds: whether pictures must be released one by one.
    init(holds: Bool = true) { state.withLock { $0.isFree = !holds } }

    /// The last path component of each requested URL, in order.
    var names: [String] { state.withLock { $0.names } }

    func release(_ name: String) {
        let waiting = state.withLock { state in
            state.freed.insert(name)
            return state.waiting.removeValue(forKey: name) ?? []
        }
        for continuation in waiting { continuation.resume() }
    }

    func image(for key: String) async -> StoredImage? {
        // The scope of a loader follows the URL.
        let name = String(key.split(separator: "/").last?.prefix { $0.isLetter } ?? "")
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                state.names.append(name)
                if state.isFree || state.freed.contains(name) { return true }
                state.waiting[name, default: []].append(continuation)
                return false
            }
            if isReady { continuation.resume() }
        }
        let shade = Shade.allCases.first { "\($0)" == name }
        let bytes = (try? shade?.picture().blocking.encoded(as: .png())) ?? [1, 2, 3]
        return StoredImage(bytes: bytes, expires: .distantFuture)
    }

    func store(_ image: StoredImage, for key: String) async throws {}
    func remove(_ key: String) async {}
    func removeAll() async {}

    func loader() -> ImageLoader {
        var configuration = ImageLoader.Configuration(storage: self, workers: WorkerPool(threadCount: 2))
        configuration.storesProcessed = false
        return ImageLoader(configuration: configuration)
    }
}

extension Shade {
    /// The URL of this shade in a `HeldStorage`.
    var url: URL { URL(string: "http://pictures.example/\(self)") ?? URL(fileURLWithPath: "\(self)") }
}
