import BoundedCrop
import FoundationEssentials

/// Reads pictures from files and standard input, and loads them from URLs.
struct PictureSources: Sendable {
    let decoding: DecodingOptions
    /// Nil if there is nothing to load.
    let downloads: Downloads?

    /// Loads the picture of a URL; nil for an input that is read by the job itself.
    func loaded(_ entry: PictureFiles.Entry) async throws -> ImageSource? {
        guard entry.isURL, let downloads else { return nil }
        guard let url = URL(string: entry.path) else { throw BoundedCropError(.invalidURL, "this is no URL") }
        return try await downloads.source(url)
    }

    /// Waits until loaded pictures are stored for the next run.
    func finish() async { await downloads?.finish() }

    /// Reads the picture from a file or standard input. Blocks.
    func read(_ entry: PictureFiles.Entry, _ cancellation: Cancellation) throws -> ImageSource {
        guard entry.path == "-" else { return try ImageSource(contentsOfFile: entry.path, options: decoding) }
        let bytes = try FileReader.bytes(fromDescriptor: 0, limits: decoding.limits, cancellation: cancellation)
        return try ImageSource(bytes: bytes, options: decoding)
    }
}
