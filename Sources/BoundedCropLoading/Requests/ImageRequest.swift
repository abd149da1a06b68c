public import FoundationEssentials

/// A picture to load, and how to process it.
///
///     let request = ImageRequest(url, processors: [.crop(to: CropRequest(width: 300, height: 300)), .cornerRadius(12)])
///     let picture = try await ImageLoader.shared.image(for: request)
public struct ImageRequest: Sendable {
    /// Which caches may be used.
    public enum CachePolicy: Hashable, Sendable {
        /// Use the caches while their entry is fresh, otherwise the source.
        case standard
        /// Load from the source, ignoring the caches. The result is cached.
        case reload
        /// Use only the caches, fresh or not. Without an entry the load fails with `notCached`.
        case onlyCached
    }

    /// The URL: `http`, `https`, `file`, `data`, or `s3` (see ``ImageLoader/Configuration/s3``).
    public var url: URL
    /// The processors to apply to the picture, in order; without any, it is decoded at full size.
    public var processors: [any ImageEffect]
    /// The priority while the request waits; `ImageTask` changes it later.
    public var priority: LoadPriority
    /// Which caches may be used.
    public var cachePolicy: CachePolicy

    /// Creates a request for a picture.
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

    /// The key of the result in the memory cache.
    ///
    /// For a `file` URL this reads the file's modification time, length and inode, so that a changed file gets a different key. See also
    /// ``ImageLoader/cacheKey(for:)``.
    package var cacheKey: ImageCacheKey { ImageCacheKey(url, processors: processors) }
}

/// The priority of a waiting load. Higher priorities go first, and the newest first among equals.
public enum LoadPriority: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// For pictures that may be needed later. Prefetching uses it.
    case low
    /// The default priority.
    case normal
    /// For pictures that are visible now.
    case high

    /// Whether the left priority is lower.
    public static func < (left: LoadPriority, right: LoadPriority) -> Bool { left.rawValue < right.rawValue }
}
