import BoundedCropLoading
import FoundationEssentials
import Measuring
import Pictures

/// A 2-megapixel photo that becomes a 300x300 picture, from each place where it may be cached.
func measureLoader() {
    lazy var memory = Task {
        try await Loading {
            $0.memoryCache = ImageMemoryCache()
            $0.storage = nil
        }
    }
    measureThousand("loader, picture in memory") { try await memory.value.load() }
    lazy var disk = Task { try await Loading { _ in } }
    measure("loader, picture on disk") { try await disk.value.load() }
    lazy var originals = Task { try await Loading { $0.storesProcessed = false } }
    measure("loader, photo on disk") { try await originals.value.load() }
    lazy var web = Task { try await Loading { $0.storage = nil } }
    measure("loader, photo over HTTP") { try await web.value.load() }
}

/// A loader, and a request for a picture from the service, which has the photo in memory.
private struct Loading: Sendable {
    private let loader: ImageLoader
    private let request: ImageRequest

    /// By default without a memory cache and with an empty storage folder.
    init(_ change: (inout ImageLoader.Configuration) -> Void) async throws {
        let folder = Inputs.folder + "/stored"
        try? FileManager.default.removeItem(atPath: folder)
        var configuration = ImageLoader.Configuration(storage: DiskStorage(folder: folder))
        configuration.memoryCache = nil
        configuration.policy.allowsPrivateAddresses = true
        change(&configuration)
        loader = ImageLoader(configuration: configuration)
        let address = try await RunningService.shared.value.url + "/unsafe/filters:format(jpeg)/2.jpg"
        guard let url = URL(string: address) else { preconditionFailure("\(address) is not a URL") }
        request = ImageRequest(url, processors: [.crop(to: Thumbnail.request)])
    }

    func load() async throws { _ = try await loader.image(for: request) }
}
