internal import BoundedCrop
internal import BoundedCropEffects
internal import BoundedCropLoading
internal import FoundationEssentials

/// Where the picture of an effects view comes from.
enum EffectsSource: Sendable {
    case memory(name: String)
    case file(ResourceFile)
    case remote(URL)

    /// The picture's name for the cache.
    var name: String {
        switch self {
        case .memory(let name): name
        case .file(let file): "file \(file.candidates[0])"
        case .remote(let url): "url \(url.absoluteString)"
        }
    }

    /// The picture: the one that is there, or loaded and decoded, none of it on the main actor. Throws what loading throws.
    func original(
        _ present: EffectsImageView.Original?,
        _ loader: ImageLoader,
        _ queue: WorkerPool
    ) async throws -> EffectsImageView.Original {
        if let present { return present }
        let url =
            switch self {
            case .memory(let name): throw BoundedCropError(.invalidArgument, "\(name) is gone")
            case .file(let file): URL(fileURLWithPath: try await queue.run { _ in file.found })
            case .remote(let url): url
            }
        let pixels = try await loader.image(for: ImageRequest(url))
        return .init(pixels: pixels, pixelsPerPoint: ImageScale(fileName: url.path).pixelsPerPoint)
    }
}
