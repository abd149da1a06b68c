public import BoundedCrop
public import FoundationEssentials

extension ImageLoader {
    /// Loads a picture for a target.
    ///
    /// Pictures are delivered in the order in which they were requested, one at a time: a thumbnail, then the full picture. If a later one
    /// finishes first, the earlier ones are cancelled.
    /// - Parameters:
    ///   - request: The picture to load.
    ///   - target: Held weakly. When it is released, its loads are cancelled, unless someone else waits for them.
    ///   - completion: Called once on any thread; never for a load that was cancelled or superseded. A picture in memory, except that
    ///     of a `file` URL, is delivered before this method returns, unless another result is just being delivered to the target.
    public func load(
        _ request: ImageRequest,
        for target: any AnyObject & Sendable,
        completion: @escaping @Sendable (Result<PixelBuffer, any Error>) -> Void
    ) {
        let name = TargetRegistry.Name.object(ObjectIdentifier(target))
        (target as? LoadTarget)?.whenReleased(tell: targets) { [weak targets] in targets?.cancel(name: name) }
        load(request, name, target, completion)
    }

    /// Loads a picture for a target that is named by an identifier. See ``load(_:for:completion:)`` for objects.
    public func load(
        _ request: ImageRequest,
        for identifier: String,
        completion: @escaping @Sendable (Result<PixelBuffer, any Error>) -> Void
    ) {
        load(request, .identifier(identifier), nil, completion)
    }

    /// Returns the URL that was set last for a target while a load for it is in progress.
    public func url(for target: any AnyObject & Sendable) -> URL? {
        targets.lastURL(for: .object(ObjectIdentifier(target)))
    }

    /// Returns the URL that was set last for an identifier while a load for it is in progress.
    public func url(for identifier: String) -> URL? {
        targets.lastURL(for: .identifier(identifier))
    }

    /// Cancels all target loads of a URL.
    public func cancel(url: URL) {
        targets.cancel(url: url)
    }

    /// Cancels the loads of a target: all of them, or those of one URL.
    public func cancel(url: URL? = nil, target: any AnyObject & Sendable) {
        targets.cancel(url: url, name: .object(ObjectIdentifier(target)))
    }

    /// Cancels the loads of an identifier: all of them, or those of one URL.
    public func cancel(url: URL? = nil, identifier: String) {
        targets.cancel(url: url, name: .identifier(identifier))
    }

    private func load(
        _ request: ImageRequest,
        _ name: TargetRegistry.Name,
        _ object: (any AnyObject & Sendable)?,
        _ completion: @escaping @Sendable (Result<PixelBuffer, any Error>) -> Void
    ) {
        if let picture = cachedImage(for: request) {
            targets.replaceAll(of: name) { completion(.success(picture)) }
            return
        }
        targets.start(request.url, for: name, object: object) {
            try await self.image(for: request)
        } deliver: {
            completion($0)
        }
    }
}
