public import BoundedCrop
public import FoundationEssentials

extension ImageLoader {
    /// Loads a picture for a target.
    ///
    /// Pictures arrive in the order in which they were set, one after the other: a thumbnail, then the full picture. When the later one
    /// is there first, the earlier is cancelled.
    /// - Parameters:
    ///   - target: not held; when it goes, its loads are cancelled, unless somebody else waits for them.
    ///   - completion: called once on any thread; never for a load that was cancelled or overtaken. A picture in memory is delivered
    ///     before this returns, unless the target is just being told of another.
    public func load(
        _ request: ImageRequest,
        for target: any AnyObject & Sendable,
        completion: @escaping @Sendable (Result<PixelBuffer, any Error>) -> Void
    ) {
        let name = TargetRegistry.Name.object(ObjectIdentifier(target))
        (target as? LoadTarget)?.whenReleased(tell: targets) { [weak targets] in targets?.cancel(name: name) }
        load(request, name, target, completion)
    }

    /// Loads a picture for whatever an identifier stands for. See `load(_:for:completion:)` for objects.
    public func load(
        _ request: ImageRequest,
        for identifier: String,
        completion: @escaping @Sendable (Result<PixelBuffer, any Error>) -> Void
    ) {
        load(request, .identifier(identifier), nil, completion)
    }

    /// The URL that was set last for a target, while a load for it is under way.
    public func url(for target: any AnyObject & Sendable) -> URL? {
        targets.lastURL(for: .object(ObjectIdentifier(target)))
    }

    /// The URL that was set last for an identifier, while a load for it is under way.
    public func url(for identifier: String) -> URL? {
        targets.lastURL(for: .identifier(identifier))
    }

    /// Cancels all loads of a URL for targets.
    public func cancel(url: URL) {
        targets.cancel(url: url)
    }

    /// Cancels the loads of a target: all, or those of one URL.
    public func cancel(url: URL? = nil, target: any AnyObject & Sendable) {
        targets.cancel(url: url, name: .object(ObjectIdentifier(target)))
    }

    /// Cancels the loads of an identifier: all, or those of one URL.
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
