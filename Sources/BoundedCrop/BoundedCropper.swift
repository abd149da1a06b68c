internal import Synchronization

/// Crops pictures around what must stay visible.
///
/// The synchronous methods do all their work where they are called. The asynchronous ones run on a worker pool, keep crops in a cache
/// under the names that they are given, and compute equal requests in flight once.
public final class BoundedCropper: Sendable {
    /// One for the whole process, with the built-in YuNet model, a cache of 64 MB and the shared threads.
    public static let shared = BoundedCropper()

    /// Finds what has to stay visible. It is called from several threads at once.
    public let detector: any FeatureDetector
    /// Nil when nothing is cached.
    public let cache: CropCache?
    /// Runs the work of the asynchronous methods; the synchronous ones never use it.
    public let workers: WorkerPool
    let inFlight = Coalescer<Rendering, CroppedPicture>()

    /// What equal requests have in common: one that only shares the key may want other pixels.
    struct Rendering: Hashable {
        let key: CropCacheKey
        let shape: CropRequest.Shape
        let allowsUpscaling: Bool
    }

    /// A cropper; with no arguments, the built-in YuNet model, a cache of 64 MB and the threads of the whole process.
    /// - Parameters:
    ///   - detector: has to bear being called from several threads at once.
    ///   - cache: nil to keep nothing; equal requests in flight are then computed each for itself.
    public init(
        detector: any FeatureDetector = YuNetDetector(),
        cache: CropCache? = CropCache(),
        workers: WorkerPool = .shared
    ) {
        self.detector = detector
        self.cache = cache
        self.workers = workers
    }

    // MARK: Where the caller is

    /// The features of a picture.
    ///
    /// Throws what the detector throws, and `malformedImage` for a damaged file.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy = .low) throws -> [Feature] {
        try detector.features(in: picture, accuracy: accuracy)
    }

    /// Where a picture would be cropped.
    ///
    /// Throws what `features(in:accuracy:)` throws, `noFeatureFound` when the request needs one, `invalidArgument` for a request out of
    /// range.
    public func plan(_ picture: any Picture, for request: CropRequest) throws -> CropPlan {
        var found: [DetectionAccuracy: [Feature]] = [:]
        return try plan(picture, for: request, found: &found)
    }

    /// A crop of a picture. Throws what `plan(_:for:)` throws.
    public func crop(_ picture: any Picture, to request: CropRequest) throws -> CroppedPicture {
        try crop(picture, to: [request])[0]
    }

    /// Several crops of one picture, from one look for features and one decode.
    ///
    /// Throws what `plan(_:for:)` throws for the first request that fails, `CancellationError` once cancelled.
    /// - Parameter cancellation: asked between the stages.
    public func crop(
        _ picture: any Picture,
        to requests: [CropRequest],
        cancellation: Cancellation = Cancellation()
    ) throws
        -> [CroppedPicture]
    {
        try cancellation.perform {
            let picture = sharingDecodes(picture)
            let plans = try plans(picture, for: requests, cancellation: cancellation)
            try cancellation.check()
            return try render(picture, Array(zip(plans, requests)))
        }
    }

    /// Where a picture would be cropped for several requests, from one look for features at each accuracy.
    ///
    /// Throws what `plan(_:for:)` throws for the first request that fails, `CancellationError` once cancelled.
    /// - Parameter cancellation: asked between the stages and within them.
    public func plans(_ picture: any Picture, for requests: [CropRequest], cancellation: Cancellation = Cancellation()) throws -> [CropPlan]
    {
        try cancellation.perform {
            var found: [DetectionAccuracy: [Feature]] = [:]
            return try requests.map { request in
                try cancellation.check()
                return try plan(picture, for: request, found: &found)
            }
        }
    }

    // MARK: On the worker pool

    /// A crop of a picture that is loaded only when it is needed.
    ///
    /// With a name, an equal crop made before is given at once from the cache, a crop of the same aspect at another size needs no new
    /// look for features, and equal requests at the same time are computed once. Without a name nothing is cached or shared.
    ///
    /// Throws what `load` and `plan(_:for:)` throw, `queueFull` when too much waits, `CancellationError` when the task is cancelled.
    /// - Parameters:
    ///   - name: has to change when the picture does.
    ///   - load: called on a worker thread.
    public func crop(
        named name: String?,
        to request: CropRequest,
        from load: @escaping @Sendable () throws -> any Picture
    ) async throws
        -> CroppedPicture
    {
        guard let name, let cache else {
            return try await workers.run { cancellation in try self.make(request, load(), plan: nil, cancellation) }
        }
        // A request out of range has no aspect to make a key of.
        try request.check()
        let key = CropCacheKey(name: name, request: request, detector: detector)
        if let crop = cache.crop(for: key, request: request) { return crop }
        let rendering = Rendering(key: key, shape: request.shape, allowsUpscaling: request.allowsUpscaling)
        return try await inFlight.value(for: rendering) {
            try await self.workers.run { cancellation in
                // An equal request may have been answered between the look above and now.
                if let crop = cache.crop(forCounted: key, request: request) { return crop }
                let crop = try self.make(request, load(), plan: cache.plan(for: key), cancellation)
                cache.insert(crop, for: key)
                return crop
            }
        }
    }

    /// A crop of a picture, on the worker pool. See `crop(named:to:from:)`; without a name it is neither cached nor shared.
    public func crop(_ picture: any Picture, named name: String?, to request: CropRequest) async throws -> CroppedPicture {
        try await crop(named: name, to: request) { picture }
    }

    /// A crop that was made before, if it is still in the cache with its pixels: found at once, without any work. Counts as a hit of the
    /// cache when it is there, and not at all when it is not.
    ///
    /// Throws `invalidArgument` for a request out of range.
    public func cachedCrop(named name: String, to request: CropRequest) throws -> CroppedPicture? {
        try request.check()
        return cache?.presentCrop(for: CropCacheKey(name: name, request: request, detector: detector), request: request)
    }

    // MARK: Stages

    /// A file keeps what was decoded of it for the length of one crop; other pictures are taken as they are.
    private func sharingDecodes(_ picture: any Picture) -> any Picture {
        (picture as? ImageSource).map(SharedDecode.init) ?? picture
    }

    private func make(
        _ request: CropRequest,
        _ picture: any Picture,
        plan: CropPlan?,
        _ cancellation: Cancellation
    ) throws
        -> CroppedPicture
    {
        try cancellation.check()
        let picture = sharingDecodes(picture)
        let plan = try plan ?? self.plan(picture, for: request)
        try cancellation.check()
        return try render(picture, [(plan, request)])[0]
    }

    private func plan(_ picture: any Picture, for request: CropRequest, found: inout [DetectionAccuracy: [Feature]]) throws -> CropPlan {
        try request.check()
        var features: [Feature] = []
        if request.boundingEnabled {
            features = try found[request.accuracy] ?? detector.features(in: picture, accuracy: request.accuracy)
            found[request.accuracy] = features
        }
        return try CropPlanner.plan(features: features, size: picture.size, request: request) { shown in
            detector.boundingRectangle(of: shown, in: picture.size, scheme: request.scheme, padding: request.padding)
        } saliency: {
            try Attention.map(of: picture)
        }
    }

    /// The pixels of crops that were planned, from one decode.
    package func render(_ picture: any Picture, _ crops: [(plan: CropPlan, request: CropRequest)]) throws -> [CroppedPicture] {
        let sizes = crops.map { (rectangle: $0.plan.crop, size: $0.request.outputSize(for: $0.plan.crop)) }
        return try zip(crops, picture.pixels(of: sizes)).map { CroppedPicture(plan: $0.plan, pixels: $1) }
    }
}
