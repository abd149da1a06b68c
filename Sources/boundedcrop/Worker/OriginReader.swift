import BoundedCrop
import Synchronization

/// Opens the pictures of requests: reads files, and loads URLs as `crop` does.
final class OriginReader: Sendable {
    private let reading: ReadingOptions
    private let loading: LoadingOptions
    /// Nil until the first URL.
    private let downloads = Mutex<Downloads?>(nil)

    init(reading: ReadingOptions, loading: LoadingOptions) {
        (self.reading, self.loading) = (reading, loading)
    }

    /// Loads the picture of a URL; nil for another origin.
    func loaded(_ request: WorkerRequest) async throws -> ImageSource? {
        guard case .url(let url) = request.origin else { return nil }
        let entry = PictureFiles.Entry(path: url, name: "")
        guard entry.isURL else { throw BoundedCropError(.invalidURL, "source: “url” begins with a scheme, such as https://") }
        let decoding = reading.decodingOptions()
        let downloads = downloads.withLock { downloads in
            let known = downloads ?? loading.downloads(decoding)
            downloads = known
            return known
        }
        return try await PictureSources(decoding: decoding, downloads: downloads).loaded(entry)
    }

    /// Opens the picture. Blocks.
    /// - Parameter loaded: What the loader has for it.
    func open(_ request: WorkerRequest, loaded: ImageSource?) throws -> ImageSource {
        let decoding = reading.decodingOptions(keepProfile: request.keepsProfile)
        switch request.origin {
        case .path(let path):
            // Not a pipe or a device, which may be the worker's own standard input.
            return try ImageSource(bytes: FileReader.bytes(ofFile: path, limits: decoding.limits, waits: false), options: decoding)
        case .bytes(let bytes):
            return try ImageSource(bytes: bytes, options: decoding)
        case .url:
            guard let loaded else { throw BoundedCropError(.invalidURL, "nothing was loaded") }
            return request.keepsProfile ? try ImageSource(bytes: loaded.bytes, options: decoding) : loaded
        }
    }

    /// Waits until loaded pictures are stored for the next run.
    func finish() async {
        await downloads.withLock { $0 }?.finish()
    }
}
