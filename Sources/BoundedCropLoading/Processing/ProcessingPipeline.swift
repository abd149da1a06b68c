internal import BoundedCrop
internal import FoundationEssentials
internal import Logging

/// From the encoded file to the finished picture, step by step on worker threads. What chains of processors have in common at their
/// beginning is worked out once, for those under way and for those that come while it is in memory.
final class ProcessingPipeline: Sendable {
    private struct Step: Hashable {
        let key: ImageCacheKey
        let policy: ImageRequest.CachePolicy
    }

    private let configuration: ImageLoader.Configuration
    private let originals: OriginalLoader
    private let steps = Coalescer<Step, PixelBuffer>()

    init(_ configuration: ImageLoader.Configuration, originals: OriginalLoader) {
        self.configuration = configuration
        self.originals = originals
    }

    func picture(_ request: ImageRequest, _ key: ImageCacheKey) async throws -> (PixelBuffer, LoadEvent.Origin) {
        let storesResult = configuration.storesProcessed && !request.processors.isEmpty && request.url.scheme?.hasPrefix("http") == true
        let stored = storesResult && request.cachePolicy != .reload ? await configuration.storage?.image(for: key.text) : nil
        if let stored, request.cachePolicy == .onlyCached || configuration.clock.now < stored.expires,
            let pixels = try await decode(stored)
        {
            return (keep(pixels, key, until: stored.expires, tag: stored.entityTag), .storage)
        }
        let original = try await originals.original(request.url, request.cachePolicy)
        if request.cachePolicy != .reload, let tag = original.tag,
            let picture = configuration.memoryCache?.renew(key, tag: tag, until: original.expires)
        {
            return (picture, original.origin)
        }
        if var stored, try await isMade(stored, from: original), let pixels = try await decode(stored) {
            stored.expires = original.expires ?? stored.expires
            await store(stored, key)
            return (keep(pixels, key, until: original.expires, tag: original.tag), original.origin)
        }
        let pixels = try await processed(request, key, original, count: request.processors.count)
        if storesResult { try await store(pixels, key, original) }
        return (pixels, original.origin)
    }

    /// The picture after the first `count` processors.
    private func processed(_ request: ImageRequest, _ key: ImageCacheKey, _ original: OriginalImage, count: Int) async throws -> PixelBuffer
    {
        let key = key.prefix(count)
        if count < request.processors.count, request.cachePolicy != .reload,
            let picture = configuration.memoryCache?.image(for: key, at: configuration.clock.now)
        {
            return picture
        }
        return try await steps.value(for: Step(key: key, policy: request.cachePolicy)) {
            let input: any Picture = count <= 1 ? original.source : try await self.processed(request, key, original, count: count - 1)
            let processor = count == 0 ? Downsampling(longSide: .max) : request.processors[count - 1]
            let pixels = try await self.configuration.workers.run { cancellation in
                try Self.converting { try processor.process(input, cancellation) }
            }
            return self.keep(pixels, key, until: original.expires, tag: original.tag)
        }
    }

    private func keep(_ pixels: PixelBuffer, _ key: ImageCacheKey, until expires: Date?, tag: String?) -> PixelBuffer {
        configuration.memoryCache?.set(pixels, for: key, expires: expires, tag: tag) ?? pixels
    }

    // MARK: Finished pictures in the storage

    private func decode(_ stored: StoredImage) async throws -> PixelBuffer? {
        do {
            let options = configuration.decoding
            return try await configuration.workers.run { _ in try ImageSource(bytes: stored.bytes, options: options).pixels() }
        } catch let error as BoundedCropError where error.code != .queueFull {
            return nil
        }
    }

    private func isMade(_ stored: StoredImage, from original: OriginalImage) async throws -> Bool {
        try await configuration.workers.run { _ in stored.originalHash == original.source.contentHash }
    }

    private func store(_ pixels: PixelBuffer, _ key: ImageCacheKey, _ original: OriginalImage) async throws {
        guard let expires = original.expires, configuration.clock.now < expires else { return }
        let stored = try await configuration.workers.run { _ in
            StoredImage(
                bytes: try pixels.encoded(EncodingOptions(format: .png)),
                expires: expires,
                entityTag: original.tag,
                originalHash: original.source.contentHash
            )
        }
        await store(stored, key)
    }

    private func store(_ stored: StoredImage, _ key: ImageCacheKey) async {
        do {
            try await configuration.storage?.store(stored, for: key.text)
        } catch {
            configuration.logger.warning("the finished picture cannot be stored", metadata: ["url": "\(key.url)", "error": "\(error)"])
        }
    }

    private static func converting(_ process: () throws -> PixelBuffer) throws -> PixelBuffer {
        do {
            return try process()
        } catch let error as BoundedCropError where error.code == .malformedImage {
            throw BoundedCropError(.conversionError, error.message, underlying: error)
        }
    }
}
