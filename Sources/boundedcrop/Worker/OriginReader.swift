import BoundedCrop
import BoundedCropRendering
import Synchronization

/// Opens the pictures of requests: reads files, and loads URLs and objects as `crop` does.
final class OriginReader: Sendable {
    private let reading: ReadingOptions
    private let loading: LoadingOptions
    private let corrections: CorrectionFiles
    /// The storage of objects that requests name.
    let objects: ObjectStorage
    /// Nil until the first URL.
    private let downloads = Mutex<Downloads?>(nil)

    init(reading: ReadingOptions, loading: LoadingOptions, corrections: CorrectionFiles, objects: ObjectStorage) {
        (self.reading, self.loading, self.corrections, self.objects) = (reading, loading, corrections, objects)
    }

    /// What the loader has for a request.
    struct Loaded: Sendable {
        let source: ImageSource?
        /// Pictures that steps name.
        var others: [String: ImageSource] = [:]
    }

    /// Loads what URLs and objects name.
    func loaded(_ request: WorkerRequest) async throws -> Loaded {
        var loaded = Loaded(source: try await self.loaded(request.origin))
        for name in request.pictureNames { loaded.others[name] = try await self.loaded(PictureOrigin(name: name)) }
        return loaded
    }

    /// Loads the picture of a URL or an object; nil for another origin.
    private func loaded(_ origin: PictureOrigin) async throws -> ImageSource? {
        let decoding = reading.decodingOptions()
        switch origin {
        case .path, .bytes: return nil
        case .object(let location):
            guard ObjectStorage.isLocation(location), !ObjectStorage.isFolder(location) else {
                throw BoundedCropError(.invalidURL, "source: “s3” is a location such as s3://bucket/key, not “\(location.prefix(200))”")
            }
            return try await sources(decoding, downloads: nil).loaded(PictureEntry(input: location))
        case .url(let url):
            let entry = PictureEntry(input: url)
            guard entry.isURL else { throw BoundedCropError(.invalidURL, "source: “url” begins with a scheme, such as https://") }
            let downloads = downloads.withLock { downloads in
                let known = downloads ?? loading.downloads(decoding)
                downloads = known
                return known
            }
            return try await sources(decoding, downloads: downloads).loaded(entry)
        }
    }

    private func sources(_ decoding: DecodingOptions, downloads: Downloads?) -> PictureSources {
        PictureSources(decoding: decoding, downloads: downloads, objects: objects)
    }

    /// Opens the picture, and corrects the request for it. Blocks.
    /// - Parameter loaded: What the loader has for it.
    func work(_ request: WorkerRequest, _ loaded: Loaded) throws -> RequestWork {
        let source = try open(request, loaded: loaded.source)
        var pictures = loaded.others
        for name in request.pictureNames where pictures[name] == nil {
            pictures[name] = try ImageSource(
                bytes: FileReader.bytes(ofFile: name, limits: reading.decodingOptions().limits, waits: false),
                options: reading.decodingOptions()
            )
        }
        guard !request.detection.crop.hasPlaces || request.redacts else {
            return RequestWork(request: request, source: source, pictures: pictures)
        }
        let found = try corrections.corrections(of: request.origin.entry) { Fingerprint.text(of: source.bytes) }
        return RequestWork(request: request.corrected(by: found, in: source.size), source: source, pictures: pictures)
    }

    private func open(_ request: WorkerRequest, loaded: ImageSource?) throws -> ImageSource {
        let decoding = reading.decodingOptions(keepProfile: request.keepsProfile)
        switch request.origin {
        case .path(let path):
            // Not a pipe or a device, which may be the worker's own standard input.
            let bytes = try FileReader.bytes(ofFile: path, limits: decoding.limits, waits: false)
            var source = try ImageSource(bytes: bytes, options: decoding)
            try UnreadPicture.check(source, at: path)
            if request.detection.crop.usesEmbeddedRegions { Sidecar.read(into: &source, of: path) }
            return source
        case .bytes(let bytes):
            return try ImageSource(bytes: bytes, options: decoding)
        case .url, .object:
            guard let loaded else { throw BoundedCropError(.invalidURL, "nothing was loaded") }
            return request.keepsProfile ? try ImageSource(bytes: loaded.bytes, options: decoding) : loaded
        }
    }

    /// Waits until loaded pictures are stored for the next run, and closes connections.
    func finish() async {
        await downloads.withLock { $0 }?.finish()
        await objects.finish()
    }
}
