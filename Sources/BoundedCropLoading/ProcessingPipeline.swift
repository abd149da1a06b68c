internal import BoundedCrop
internal import FoundationEssentials
internal import Logging
internal import Tracing

/// Turns the encoded file into the finished picture, step by step on worker threads. Chains of processors that begin with the same steps
/// share the results of those steps, both while they are being computed and while they are in memory.
final class ProcessingPipeline: Sendable {
    private struct Step: Hashable {
        let key: ImageCacheKey
        let policy: ImageRequest.CachePolicy
    }

    private let configuration: ImageLoader.Configuration
    private let originals: OriginalLoader
    private let storing: StoringQueue?
    private let tracer: StageTracer
    private let steps = Coalescer<Step, ImageMemoryCache.Intermediate>()

    init(_ configuration: ImageLoader.Configuration, originals: OriginalLoader, storing: StoringQueue?, tracer: StageTracer) {
        self.configuration = configuration
        self.originals = originals
        self.storing = storing
        self.tracer = tracer
    }

    func picture(_ load: PreparedRequest) async throws -> (PixelBuffer, LoadEvent.Origin) {
        let (request, key) = (load.request, load.key)
        let isRemote = request.url.scheme?.lowercased().hasPrefix("http") == true
        let storesResult = configuration.storesProcessed && configuration.storage != nil && !request.processors.isEmpty && isRemote
        let stored = storesResult && request.cachePolicy != .reload ? await storing?.image(for: key.text) : nil
        if let stored, request.cachePolicy == .onlyCached || configuration.clock.now < stored.expires,
            let pixels = try await decode(stored)
        {
            return (keep(pixels, key, until: stored.expires, tag: stored.entityTag), .storage)
        }
        // The original is needed to store the result. Otherwise an intermediate result in memory is enough.
        if !storesResult, (1..<max(1, request.processors.count)).contains(where: { intermediate(request, key.prefix($0)) != nil }) {
            let made = try await processed(request, key, count: request.processors.count) {
                try await self.originals.original(load)
            }
            return (made.picture, .memory)
        }
        let original = try await originals.original(load)
        if request.cachePolicy != .reload, let tag = original.tag,
            let picture = configuration.memoryCache?.renew(key, tag: tag, until: original.expires)
        {
            return (picture, original.origin)
        }
        if var stored, try await isMade(stored, from: original), let pixels = try await decode(stored) {
            stored.expires = original.expires ?? stored.expires
            storing?.store(stored, for: key.text, from: request.url)
            return (keep(pixels, key, until: original.expires, tag: original.tag), original.origin)
        }
        let made = try await processed(request, key, count: request.processors.count) { original }
        if storesResult { store(made.picture, key, request.url, original) }
        return (made.picture, original.origin)
    }

    /// Returns the picture after the first `count` processors. Results that are in memory or already being computed are reused.
    private func processed(
        _ request: ImageRequest,
        _ key: ImageCacheKey,
        count: Int,
        original: @escaping @Sendable () async throws -> OriginalImage
    ) async throws -> ImageMemoryCache.Intermediate {
        let key = key.prefix(count)
        if count < request.processors.count, let known = intermediate(request, key) { return known }
        return try await steps.value(for: Step(key: key, policy: request.cachePolicy)) {
            let (input, expires, tag): (any Picture, Date?, String?)
            if count <= 1 {
                let original = try await original()
                (input, expires, tag) = (original.source, original.expires, original.tag)
            } else {
                let before = try await self.processed(request, key, count: count - 1, original: original)
                (input, expires, tag) = (before.picture, before.expires, before.tag)
            }
            let effect = count == 0 ? Downsampling(longSide: .max) : request.processors[count - 1]
            let (tracer, workers) = (self.tracer, self.configuration.workers)
            let pixels = try await tracer.run("boundedcrop.effect", on: workers, ["boundedcrop.effect": "\(type(of: effect.made))"]) { _ in
                try effect.applied(to: input)
            }
            return .init(picture: self.keep(pixels, key, until: expires, tag: tag), expires: expires, tag: tag)
        }
    }

    private func intermediate(_ request: ImageRequest, _ key: ImageCacheKey) -> ImageMemoryCache.Intermediate? {
        switch request.cachePolicy {
        case .reload: nil
        case .onlyCached: configuration.memoryCache?.intermediate(for: key, at: .distantPast)
        case .standard: configuration.memoryCache?.intermediate(for: key, at: configuration.clock.now)
        }
    }

    private func keep(_ pixels: PixelBuffer, _ key: ImageCacheKey, until expires: Date?, tag: String?) -> PixelBuffer {
        configuration.memoryCache?.set(pixels, for: key, expires: expires, tag: tag) ?? pixels
    }

    // MARK: Stored finished pictures

    private func decode(_ stored: StoredImage) async throws -> PixelBuffer? {
        do {
            let options = configuration.decoding
            return try await tracer.run("boundedcrop.decode", on: configuration.workers) { _ in
                try ImageSource(bytes: stored.bytes, options: options).pixels()
            }
        } catch let error as BoundedCropError where error.code != .queueFull {
            return nil
        }
    }

    private func isMade(_ stored: StoredImage, from original: OriginalImage) async throws -> Bool {
        try await configuration.workers.run { _ in stored.originalHash == original.source.contentHash }
    }

    /// Encoding takes longer than all previous steps, so no one waits for it.
    private func store(_ pixels: PixelBuffer, _ key: ImageCacheKey, _ url: URL, _ original: OriginalImage) {
        guard let expires = original.expires, configuration.clock.now < expires else { return }
        storing?.store(key.text, from: url, byteCount: pixels.bytes.count) { [configuration] in
            guard configuration.clock.now < expires else { return nil }
            return try await configuration.workers.run { _ in
                StoredImage(
                    bytes: try pixels.blocking.encoded(as: .png()),
                    expires: expires,
                    entityTag: original.tag,
                    originalHash: original.source.contentHash
                )
            }
        }
    }
}
