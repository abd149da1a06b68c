internal import BoundedCrop
internal import BoundedCropEffects
internal import BoundedCropLoading
internal import FoundationEssentials

/// The source of an effects view's picture.
enum EffectsSource: Sendable {
    case memory(name: String)
    case file(ResourceFile)
    case remote(URL)

    /// The picture's cache name.
    var name: String {
        switch self {
        case .memory(let name): name
        case .file(let file): "file \(file.candidates[0])"
        case .remote(let url): "url \(url.absoluteString)"
        }
    }

    /// Returns the original, which is loaded and decoded off the main actor unless it is already present. Throws what loading throws.
    func original(
        _ present: EffectsImageView.Original?,
        _ loader: ImageLoader,
        _ queue: WorkerPool
    ) async throws -> EffectsImageView.Original {
        if let present { return present }
        let url =
            switch self {
            case .memory(let name): throw BoundedCropError(.invalidArgument, "\(name) is no longer available")
            case .file(let file): URL(fileURLWithPath: try await queue.run { _ in file.found })
            case .remote(let url): url
            }
        let pixels = try await loader.image(for: ImageRequest(url))
        return .init(pixels: pixels, pixelsPerPoint: ImageScale(fileName: url.path).pixelsPerPoint)
    }
}
