public import BoundedCropLoading

/// Options for loading and showing one picture that override the view's own.
public struct LoadingOption: Sendable {
    /// The processors to apply to the picture before it is shown, on worker threads.
    package var processors: [any ImageEffect] = []
    /// Shows the placeholder and the picture on the surface; nil uses the view's own displayer.
    package var displayer: (any ImageDisplayer)?
    /// Fetches and caches the picture, for example with its own storage and HTTP options or without a cache; nil uses the view's loader.
    package var loader: ImageLoader?
    /// The priority of the load while it waits.
    package var priority = LoadPriority.normal
    /// Which caches may be used.
    package var cachePolicy = ImageRequest.CachePolicy.standard

    /// Creates options; arguments that are left out mean the view's own behavior.
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
