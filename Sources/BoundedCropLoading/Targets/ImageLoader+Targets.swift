public import BoundedCrop
public import FoundationEssentials

extension ImageLoader {
    /// Loads a picture for a target. The completion is called on the main actor.
    ///
    /// Pictures of a target are loaded and delivered in the order in which they were requested, one at a time: a thumbnail, then the full
    /// picture. If a later one finishes first, the earlier ones are cancelled. Loaders know nothing of each other's loads: use one for all
    /// pictures of a target.
    /// - Parameters:
    ///   - request: The picture to load.
    ///   - target: Held weakly. When it is released, its loads are cancelled, unless someone else waits for them. See ``LoadTarget``.
    ///   - completion: Called once; never for a load that was cancelled or superseded. A picture in memory, except that of a `file` URL, is
    ///     delivered before this method returns, unless an earlier result still waits to be delivered to the target.
    /// - Returns: A token with which this request alone can be cancelled.
    @MainActor @discardableResult
    public func load(
        _ request: ImageRequest,
        for target: any AnyObject & Sendable,
        completion: @escaping @MainActor @Sendable (Result<PixelBuffer, any Error>) -> Void
    ) -> LoadToken {
        load(request, for: target, completion: completion, whenCancelled: { _ in })
    }

    /// Loads a picture for a target. The completion is called where the caller says; otherwise like ``load(_:for:completion:)``.
    @discardableResult
    public func load(
        _ request: ImageRequest,
        for target: any AnyObject & Sendable,
        on delivery: LoadDelivery,
        completion: @escaping @Sendable (Result<PixelBuffer, any Error>) -> Void
    ) -> LoadToken {
        load(request, known(target), delivery, isHere: false, completion)
    }

    /// - Parameter whenCancelled: Called if the load is cancelled or superseded, on any thread, and told whether it is on the main actor.
    @MainActor @discardableResult
    package func load(
        _ request: ImageRequest,
        for target: any AnyObject & Sendable,
        completion: @escaping @MainActor @Sendable (Result<PixelBuffer, any Error>) -> Void,
        whenCancelled: @escaping @Sendable (_ isOnMainActor: Bool) -> Void
    ) -> LoadToken {
        let completion: @Sendable (Result<PixelBuffer, any Error>) -> Void = { result in
            MainActor.assumeIsolated { completion(result) }
        }
        return load(request, known(target), .mainActor, isHere: true, whenCancelled: whenCancelled, completion)
    }

    /// Returns the URL that was set last for a target, whether it is being loaded or was loaded. Of objects that do not tell
    /// their end, as a ``LoadTarget`` does, those of the last thousand whose loads have ended are known.
    public func url(for target: any AnyObject & Sendable) -> URL? {
        targets.lastURL(for: TargetRegistry.Target(target).name)
    }

    /// Cancels all target loads of a URL.
    /// - Parameters:
    ///   - url: The URL.
    ///   - isolation: Where the caller is. On the main actor, views stop waiting before this returns.
    public func cancel(url: URL, isolation: isolated (any Actor)? = #isolation) {
        targets.cancel(url: url, isOnMainActor: isolation === MainActor.shared)
    }

    /// Cancels the loads of a target: all of them, or those of one URL.
    /// - Parameters:
    ///   - url: The URL; nil, the default, means all.
    ///   - target: The target.
    ///   - isolation: Where the caller is. On the main actor, views stop waiting before this returns.
    public func cancel(url: URL? = nil, target: any AnyObject & Sendable, isolation: isolated (any Actor)? = #isolation) {
        targets.cancel(url: url, name: TargetRegistry.Target(target).name, isOnMainActor: isolation === MainActor.shared)
    }

    private func known(_ object: any AnyObject & Sendable) -> TargetRegistry.Target {
        let target = TargetRegistry.Target(object)
        (target.object as? LoadTarget)?.whenReleased(tell: targets) { [weak targets, name = target.name] in targets?.forget(name) }
        return target
    }

    @discardableResult
    func load(
        _ request: ImageRequest,
        _ target: TargetRegistry.Target,
        _ place: LoadDelivery,
        isHere: Bool,
        whenCancelled: @escaping TargetRegistry.CancelHandler = { _ in },
        _ completion: @escaping @Sendable (Result<PixelBuffer, any Error>) -> Void
    ) -> LoadToken {
        let engine = engine
        let load = engine.preparedAhead(request)
        let id =
            if let picture = load.flatMap({ engine.cached($0) }) {
                targets.replaceAll(of: target, with: request.url, at: place, isHere: isHere, whenCancelled: whenCancelled) {
                    completion(.success(picture))
                }
            } else {
                start(request, load, engine, target, place, whenCancelled, completion)
            }
        return LoadToken { [weak targets, name = target.name] in targets?.cancel(id, of: name) }
    }

    /// - Parameter load: What is not in the memory cache; nil for a file, which has yet to be looked for there.
    private func start(
        _ request: ImageRequest,
        _ load: PreparedRequest?,
        _ engine: LoadingEngine,
        _ target: TargetRegistry.Target,
        _ place: LoadDelivery,
        _ whenCancelled: @escaping TargetRegistry.CancelHandler,
        _ completion: @escaping @Sendable (Result<PixelBuffer, any Error>) -> Void
    ) -> UInt64 {
        // Registered before the load begins, so that the queue knows the order.
        let (queue, key) = (queue, engine.place(of: request, load))
        let interest = queue.register(key, request.priority, for: target.name)
        return targets.start(
            request.url,
            for: target,
            at: place,
            load: {
                defer { queue.unregister(interest, for: key) }
                return if let load { try await engine.bring(load) } else { try await engine.image(for: request, nil) }
            },
            whenCancelled: { isOnMainActor in
                // At once, so that no later load of the target, or of another object with its address, waits for this one.
                queue.unregister(interest, for: key)
                whenCancelled(isOnMainActor)
            },
            completion: completion
        )
    }
}

/// One request of a target, to cancel it alone.
public struct LoadToken: Sendable {
    let end: @Sendable () -> Void

    /// Cancels the request, unless it has ended. Other requests of the target continue, also those of the same URL.
    public func cancel() { end() }
}

/// Where the completions of a target's loads are called.
public struct LoadDelivery: Sendable {
    /// On any thread, and before the call returns for a picture in memory.
    public static let anyThread = LoadDelivery { $0() }
    /// On the main actor, after the call has returned, also for a picture in memory.
    public static let mainActor = LoadDelivery(isMainActor: true) { completion in
        Task { @MainActor in completion() }
    }

    let isMainActor: Bool
    let call: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// Calls completions in your own place, such as a queue: `LoadDelivery { queue.async(execute: $0) }`.
    /// - Parameter call: Calls the closure it is given, once. The next completion of the target follows when that has returned.
    public init(_ call: @escaping @Sendable (_ completion: @escaping @Sendable () -> Void) -> Void) {
        self.init(isMainActor: false, call)
    }

    private init(isMainActor: Bool, _ call: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        (self.isMainActor, self.call) = (isMainActor, call)
    }
}
