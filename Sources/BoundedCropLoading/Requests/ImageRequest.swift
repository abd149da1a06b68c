public import FoundationEssentials

/// What picture is wanted, from where, and what is to be done with it.
///
///     let request = ImageRequest(url, processors: [.crop(to: CropRequest(width: 300, height: 300)), .cornerRadius(12)])
///     let picture = try await ImageLoader.shared.image(for: request)
public struct ImageRequest: Sendable {
    /// Which caches may answer.
    public enum CachePolicy: Hashable, Sendable {
        /// The caches, as long as what they have is fresh; the source otherwise.
        case standard
        /// The source, whatever the caches have. What comes is kept.
        case reload
        /// Only the caches, fresh or not. Without an entry the load fails with `notCached`.
        case onlyCached
    }

    /// `http`, `https`, `file` or `data`.
    public var url: URL
    /// What is done with the picture, in order; with none, it is decoded at full size.
    public var processors: [any ImageEffect]
    /// How much it matters while it waits; `ImageTask` changes it later.
    public var priority: LoadPriority
    /// Which caches may answer.
    public var cachePolicy: CachePolicy

    /// A request for a picture.
    public init(
        _ url: URL,
        processors: [any ImageEffect] = [],
        priority: LoadPriority = .normal,
        cachePolicy: CachePolicy = .standard
    ) {
        self.url = url
        self.processors = processors
        self.priority = priority
        self.cachePolicy = cachePolicy
    }

    /// The key that the result has in the memory cache.
    ///
    /// For a `file` URL this asks the system when the file was last changed, so that a changed file is another picture.
    public var cacheKey: ImageCacheKey { ImageCacheKey(url, processors: processors) }
}
