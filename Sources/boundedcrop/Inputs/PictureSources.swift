import BoundedCrop
import FoundationEssentials

/// Reads pictures from files and standard input, and loads them from URLs and object storage.
struct PictureSources: Sendable {
    let decoding: DecodingOptions
    /// Nil if there are no URLs.
    let downloads: Downloads?
    let objects: ObjectStorage

    /// Loads the picture of a URL or an object; nil for an input that is read by the job itself.
    func loaded(_ entry: PictureEntry) async throws -> ImageSource? {
        if entry.isObject {
            let bytes = try await objects.bytes(of: entry.path, limits: decoding.limits)
            return try await WorkerPool.shared.run(evenIfFull: true) { [decoding] _ in try ImageSource(bytes: bytes, options: decoding) }
        }
        guard entry.isURL, let downloads else { return nil }
        guard let url = URL(string: entry.path) else { throw BoundedCropError(.invalidURL, "this is not a URL") }
        return try await downloads.source(url)
    }

    /// Waits until loaded pictures are stored for the next run, and closes connections.
    func finish() async {
        await downloads?.finish()
        await objects.finish()
    }

    /// Reads the picture from a file or standard input. Blocks.
    func read(_ entry: PictureEntry, _ cancellation: Cancellation) throws -> ImageSource {
        guard entry.path == "-" else { return try ImageSource(contentsOfFile: entry.path, options: decoding) }
        let bytes = try FileReader.bytes(fromDescriptor: 0, limits: decoding.limits, cancellation: cancellation)
        return try ImageSource(bytes: bytes, options: decoding)
    }
}
