/// Crops pictures around what must stay visible.
///
/// All methods are asynchronous and run their work on a worker pool, so they never block the threads that Swift's tasks share. Crops are
/// cached, and concurrent equal requests are computed once. For code without concurrency, use `blocking`.
public final class BoundedCropper: Sendable {
    /// The cropper shared by the whole process, with the built-in YuNet model, a cache of 64 MB and the shared worker pool.
    public static let shared = BoundedCropper()

    /// Finds what must stay visible. It is called from several threads at once.
    package let detector: any FeatureDetector
    /// The cache, or nil if nothing is cached.
    package let cache: CropCache?
    /// The worker pool that runs the work.
    package let workers: WorkerPool
    let inFlight = Coalescer<[Rendering], [CroppedPicture]>()

    /// Identifies equal requests. The cache key alone is not enough: requests with the same key may need different output sizes.
    struct Rendering: Hashable {
        let key: CropCacheKey
        let shape: CropRequest.Shape
        let allowsUpscaling: Bool
        /// Of the cache: what is asked for after something was forgotten does not wait for what was begun before.
        let generation: Int

        init(_ request: CropRequest, of name: String, by detector: any FeatureDetector, generation: Int) {
            key = CropCacheKey(name: name, request: request, detector: detector)
            (shape, allowsUpscaling, self.generation) = (request.shape, request.allowsUpscaling, generation)
        }
    }

    /// Creates a cropper; by default with the built-in YuNet model, a cache of 64 MB and the shared worker pool.
    /// - Parameters:
    ///   - detector: Must be safe to call from several threads at once.
    ///   - cache: Nil to cache nothing; concurrent equal requests are then computed separately.
    ///   - workers: The worker pool that runs the work.
    public init(
        detector: any FeatureDetector = YuNetDetector(),
        cache: CropCache? = CropCache(),
        workers: WorkerPool = .shared
    ) {
        self.detector = detector
        self.cache = cache
        self.workers = workers
    }

    /// A cropper that works on the caller's thread, without the cache.
    public var blocking: BlockingCropper { BlockingCropper(detector: detector) }

    // MARK: Plans

    /// Returns the features of a picture.
    ///
    /// - Throws: What the detector throws, `malformedImage` for a damaged file, `queueFull` when too many jobs are waiting,
    ///   `CancellationError` when the task is cancelled.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy = .low) async throws -> [Feature] {
        try await workers.run { _ in try self.blocking.features(in: picture, accuracy: accuracy) }
    }

    /// Determines where a picture would be cropped.
    ///
    /// The plan can be stored, displayed and changed, and rendered by `render(_:of:for:)` without another detection.
    ///
    /// - Throws: What `features(in:accuracy:)` throws, `noFeatureFound` when the request requires a feature, `invalidArgument` for a
    ///   request out of range.
    public func plan(_ picture: any Picture, for request: CropRequest) async throws -> CropPlan {
        try await plans(picture, for: [request])[0]
    }

    /// Determines where a picture would be cropped for several requests, with one detection at each accuracy.
    ///
    /// - Throws: What `plan(_:for:)` throws for the first request that fails.
    public func plans(_ picture: any Picture, for requests: [CropRequest]) async throws -> [CropPlan] {
        try await workers.run { try self.blocking.plans(picture, for: requests, cancellation: $0) }
    }

    /// Determines where a picture would be cropped around each of its faces alone. See `BlockingCropper.plans(_:for:eachFace:cancellation:)`.
    ///
    /// ```swift
    /// var request = CropRequest(width: 112, height: 112)
    /// request.alignment = .arcFace
    /// for plan in try await cropper.plans(picture, for: request, eachFace: .leftToRight) {
    ///     let face = try await cropper.render(plan, of: picture, for: request)
    /// }
    /// ```
    ///
    /// - Throws: What that method throws, `queueFull`, and `CancellationError`.
    public func plans(_ picture: any Picture, for request: CropRequest, eachFace order: FaceOrder) async throws -> [CropPlan] {
        try await workers.run { try self.blocking.plans(picture, for: request, eachFace: order, cancellation: $0) }
    }

    /// Renders the crop that a plan describes, at the size that a request asks for, without another detection.
    ///
    /// The plan's `crop` may have been moved or resized. The plan of the result states which features the crop keeps now, and its aspect is
    /// the crop's own if that no longer matches the requested one.
    ///
    /// - Parameters:
    ///   - plan: Must be for a picture of this size, with a crop that is not empty and lies inside it.
    ///   - picture: The picture that was planned for.
    ///   - request: Only its shape and `allowsUpscaling` are used; a size must have the crop's shape.
    /// - Throws: `invalidArgument` when the plan does not fit the picture or the request, `malformedImage` for a damaged file, `queueFull`,
    ///   `CancellationError`.
    public func render(_ plan: CropPlan, of picture: any Picture, for request: CropRequest) async throws -> CroppedPicture {
        try await workers.run { _ in try self.blocking.render(plan, of: picture, for: request) }
    }

    /// Renders the crop that a plan describes at a given size. See `render(_:of:for:)`.
    ///
    /// - Parameters:
    ///   - plan: As in `render(_:of:for:)`.
    ///   - picture: The picture that was planned for.
    ///   - size: A size of the crop's shape; nil for as many pixels as the crop has.
    /// - Throws: What `render(_:of:for:)` throws.
    public func render(_ plan: CropPlan, of picture: any Picture, scaledTo size: PixelSize? = nil) async throws -> CroppedPicture {
        try await workers.run { _ in try self.blocking.render(plan, of: picture, scaledTo: size) }
    }

    // MARK: Crops

    /// Crops a picture.
    ///
    /// An equal crop made before comes from the cache, a crop of the same aspect at another size needs no new detection, and concurrent
    /// equal requests are computed once. Pictures are identified by name; without a name, a file is identified by its content, so that a
    /// changed file is cropped again. Without a name, pixels in memory and pictures without a `contentHash` are neither cached nor shared.
    ///
    /// - Parameters:
    ///   - picture: The picture to crop.
    ///   - name: Identifies the picture; must change when the picture does.
    ///   - request: The crop to make.
    /// - Throws: What `plan(_:for:)` throws, `queueFull` when too many jobs are waiting, `CancellationError` when the task is cancelled.
    public func crop(_ picture: any Picture, named name: String? = nil, to request: CropRequest) async throws -> CroppedPicture {
        try await crop(named: name, to: request) { picture }
    }

    /// Makes several crops of one picture with one detection and one decode. See `crop(_:named:to:)`.
    ///
    /// - Throws: What `crop(_:named:to:)` throws for the first request that fails.
    public func crop(_ picture: any Picture, named name: String? = nil, to requests: [CropRequest]) async throws -> [CroppedPicture] {
        try await crop(named: name, to: requests) { picture }
    }

    /// Crops a picture that is loaded only if needed: not at all for a named crop that is in the cache.
    ///
    /// - Parameters:
    ///   - name: As in `crop(_:named:to:)`.
    ///   - request: The crop to make.
    ///   - load: Called on a worker thread.
    /// - Throws: What `load` and `crop(_:named:to:)` throw.
    public func crop(
        named name: String?,
        to request: CropRequest,
        from load: @escaping @Sendable () throws -> any Picture
    ) async throws -> CroppedPicture {
        if let name, let crop = try cachedCrop(named: name, to: request) { return crop }
        return try await crop(named: name, to: [request], from: load)[0]
    }

    /// Makes several crops of a picture that is loaded only if needed. See `crop(named:to:from:)`.
    ///
    /// - Throws: What `crop(named:to:from:)` throws for the first request that fails.
    public func crop(
        named name: String?,
        to requests: [CropRequest],
        from load: @escaping @Sendable () throws -> any Picture
    ) async throws -> [CroppedPicture] {
        // A request out of range has no aspect from which to make a key.
        for request in requests { try request.check() }
        if let name, let cache { return try await cachedCrops(named: name, to: requests, in: cache, from: load) }
        let loaded = try await workers.run { cancellation -> Loaded in
            let picture = try load()
            if self.cache != nil, let hash = picture.contentHash { return .picture(picture, contentHash: hash) }
            return .crops(try self.blocking.crop(picture, to: requests, cancellation: cancellation))
        }
        switch loaded {
        case .crops(let crops): return crops
        case .picture(let picture, let hash): return try await crop(picture, named: "content \(hash)", to: requests)
        }
    }

    /// Returns a crop made before under this name immediately, without any work, if its pixels are still in the cache. This counts as a
    /// cache hit, but a missing crop does not count as a miss.
    ///
    /// - Throws: `invalidArgument` for a request out of range.
    package func cachedCrop(named name: String, to request: CropRequest) throws -> CroppedPicture? {
        try request.check()
        return cache?.presentCrop(for: CropCacheKey(name: name, request: request, detector: detector), request: request)
    }

    // MARK: Through the cache

    private enum Loaded: Sendable {
        case picture(any Picture, contentHash: String)
        case crops([CroppedPicture])
    }

    private func cachedCrops(
        named name: String,
        to requests: [CropRequest],
        in cache: CropCache,
        from load: @escaping @Sendable () throws -> any Picture
    ) async throws -> [CroppedPicture] {
        let generation = cache.generation
        let renderings = requests.map { Rendering($0, of: name, by: detector, generation: generation) }
        let cached = zip(renderings, requests).map { cache.crop(for: $0.key, request: $1) }
        let crops = cached.compactMap(\.self)
        if crops.count == requests.count { return crops }
        return try await inFlight.value(for: renderings) {
            try await self.workers.run { cancellation in
                // Equal requests may have finished in the meantime.
                let cached = zip(renderings, requests).map { cache.crop(forCounted: $0.key, request: $1) }
                let missing = requests.indices.filter { cached[$0] == nil }
                if missing.isEmpty { return cached.compactMap(\.self) }
                let wanted = missing.map { (renderings[$0], requests[$0]) }
                var made = try self.crops(wanted, cache, load(), cancellation).makeIterator()
                return cached.compactMap { $0 ?? made.next() }
            }
        }
    }

    /// Makes crops that are not in the cache. Their plans may be.
    private func crops(
        _ wanted: [(rendering: Rendering, request: CropRequest)],
        _ cache: CropCache,
        _ picture: any Picture,
        _ cancellation: Cancellation
    ) throws -> [CroppedPicture] {
        try cancellation.check()
        // A name may stand for a picture of another size by now.
        let known = wanted.map { cache.plan(for: $0.rendering.key).flatMap { $0.size == picture.size ? $0 : nil } }
        let unknown = wanted.indices.filter { known[$0] == nil }.map { wanted[$0].request }
        var made = try blocking.plans(picture, for: unknown, cancellation: cancellation).makeIterator()
        let plans = known.compactMap { $0 ?? made.next() }
        try cancellation.check()
        let crops = try blocking.render(plans, of: picture, for: wanted.map(\.request))
        for (crop, wanted) in zip(crops, wanted) { cache.insert(crop, for: wanted.rendering.key, begunIn: wanted.rendering.generation) }
        return crops
    }
}
