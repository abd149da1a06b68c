package import FoundationEssentials

extension ImageLoader {
    /// The name of a URL's picture in caches of crops and effects, which many loaders may share: the URL, or for another request than a
    /// plain one without a ``HTTPOptions/cacheScope`` the key of its original, so that nobody is shown what was sent to someone else.
    package func name(of url: URL) -> String {
        // The key of a file contains its version, for which it would be looked at on the caller's thread.
        PreparedRequest.isSent(url) ? engine.prepared(ImageRequest(url)).name : url.absoluteString
    }

    /// Loads an encoded picture, and returns it with the name of what was requested. That may be another one than when it was asked for
    /// last, for example if the scope was changed in the meantime.
    package func namedOriginal(of url: URL) async throws -> (name: String, original: OriginalImage) {
        let (load, original) = try await preparedOriginal(ImageRequest(url))
        return (load.name, original)
    }

    /// The same for a decoded picture, which may come from the memory cache.
    package func namedImage(of url: URL) async throws -> (name: String, picture: PixelBuffer) {
        let (load, picture) = try await preparedImage(ImageRequest(url))
        return (load.name, picture)
    }

    /// Loads an encoded picture, and returns it with what was requested.
    func preparedOriginal(_ request: ImageRequest) async throws -> (load: PreparedRequest, original: OriginalImage) {
        let engine = engine
        let load = engine.prepared(request)
        let original = try await queue.interested(in: load.place, request.priority) { try await engine.original(load) }
        return (load, original)
    }

    /// Loads and processes a picture, and returns it with what was requested.
    func preparedImage(_ request: ImageRequest) async throws -> (load: PreparedRequest, picture: PixelBuffer) {
        let engine = engine
        let load = engine.prepared(request)
        if let picture = engine.cached(load) { return (load, picture) }
        let picture = try await queue.interested(in: load.place, request.priority) { try await engine.bring(load) }
        return (load, picture)
    }

    /// Whether the policy allows a URL. What it does not allow is not to be shown from a cache either.
    package func allows(_ url: URL) -> Bool { engine.isAllowed(url) }
}
