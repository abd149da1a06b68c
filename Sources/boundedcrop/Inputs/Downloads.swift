import BoundedCrop
import FoundationEssentials

#if HTTP
import BoundedCropLoading
#endif

/// Loads pictures from URLs. A build without the trait HTTP cannot, and says so.
struct Downloads: Sendable {
    #if HTTP
    /// How many run at once.
    static let concurrent = ImageLoader.Configuration.standardConcurrentLoads

    let loader: ImageLoader

    func source(_ url: URL) async throws -> ImageSource { try await loader.original(for: ImageRequest(url)).source }

    /// Says how many bytes of each URL have arrived, until cancelled.
    func follow(_ report: (URL, Int) -> Void) async {
        for await event in loader.events {
            if case .progress(let url, let received, _) = event { report(url, received) }
        }
    }

    /// Waits until loaded pictures are stored for the next run.
    func finish() async { await loader.finishStoring() }
    #else
    static let concurrent = 0

    func source(_ url: URL) async throws -> ImageSource {
        throw BoundedCropError(.invalidURL, "this boundedcrop was built without URLs; build it with the trait HTTP")
    }

    func follow(_ report: (URL, Int) -> Void) async {}

    func finish() async {}
    #endif
}
