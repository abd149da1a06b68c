public import BoundedCropLoading

/// How one picture is loaded and shown, where that is to be otherwise than the view does it.
public struct LoadingOption: Sendable {
    /// What is done with the picture before it is shown, on worker threads.
    public var processors: [any ImageEffect] = []
    /// Puts placeholder and picture onto the surface; nil for the view's own.
    public var displayer: (any ImageDisplayer)?
    /// Fetches and keeps: a loader with a storage and HTTP options of its own, or without a cache; nil for the view's.
    public var loader: ImageLoader?
    /// How much it matters while it waits.
    public var priority = LoadPriority.normal
    /// Which caches may answer.
    public var cachePolicy = ImageRequest.CachePolicy.standard

    /// The view's own way, with these changes.
    public init(
        processors: [any ImageEffect] = [],
        displayer: (any ImageDisplayer)? = nil,
        loader: ImageLoader? = nil,
        priority: LoadPriority = .normal,
        cachePolicy: ImageRequest.CachePolicy = .standard
    ) {
        self.processors = processors
        self.displayer = displayer
        self.loader = loader
        self.priority = priority
        self.cachePolicy = cachePolicy
    }
}
