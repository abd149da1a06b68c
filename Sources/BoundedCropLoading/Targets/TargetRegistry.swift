internal import BoundedCrop
internal import FoundationEssentials
internal import Synchronization

/// The loads of each target, in the order in which they were requested.
final class TargetRegistry: Sendable {
    /// How often the registry looks for released targets that cannot tell.
    static let watchInterval = Duration.milliseconds(100)
    private let clock: any LoadingClock
    private let systemClock: any LoadingClock
    private let state = Mutex(State())

    init(clock: any LoadingClock, systemClock: any LoadingClock = SystemLoadingClock()) {
        (self.clock, self.systemClock) = (clock, systemClock)
    }

    deinit {
        state.withLock { $0.watch }?.cancel()
    }

    /// The number of loads in progress.
    var count: Int { state.withLock { $0.entries.values.reduce(0) { $0 + $1.loads.count } } }

    /// Whether it looks for released targets that cannot tell.
    var isWatching: Bool { state.withLock { $0.watch != nil } }

    /// The number of targets whose URLs are remembered though their loads have ended.
    var rememberedCount: Int { state.withLock { $0.rememberedCount } }

    /// Starts a load for a target and returns its number. Its completion is called unless the load is cancelled, or superseded by a later
    /// one.
    func start(
        _ url: URL,
        for target: Target,
        at place: LoadDelivery,
        load: @escaping @Sendable () async throws -> PixelBuffer,
        whenCancelled: @escaping CancelHandler,
        completion: @escaping @Sendable (Result<PixelBuffer, any Error>) -> Void
    ) -> UInt64 {
        let (id, abandoned, _) = state.withLock { state in
            let id = state.makeID()
            // Keeps the registry until the result is delivered, also if the loader is released in the meantime.
            let task = Task {
                let result = await Result { try await load() }
                let isSuccess = (try? result.get()) != nil
                let delivery = Delivery(id: id, url: url, target: target, place: place, whenCancelled: whenCancelled) { completion(result) }
                self.finish(delivery, isSuccess: isSuccess)
            }
            // Released outside the lock.
            let known = state.entries[target.name]?.target.object
            let load = Load(id: id, url: url, task: task, whenCancelled: whenCancelled)
            let abandoned = state.add(load, for: target, known: known)
            if state.watch == nil, target.mustBeWatched { state.watch = watch() }
            return (id, abandoned, known)
        }
        end(abandoned)
        return id
    }

    /// Cancels all loads of a target and delivers a picture that is available immediately. Returns the number of the delivery.
    /// - Parameter isHere: Whether the caller is where the completion is to be called, on the main actor.
    func replaceAll(
        of target: Target,
        with url: URL,
        at place: LoadDelivery,
        isHere: Bool,
        whenCancelled: @escaping CancelHandler,
        completion: @escaping @Sendable () -> Void
    ) -> UInt64 {
        let (delivery, overtaken, isFirst, isNested) = state.withLock { state in
            let delivery = Delivery(
                id: state.makeID(),
                url: url,
                target: target,
                place: place,
                whenCancelled: whenCancelled,
                completion: completion
            )
            let overtaken = state.take(from: target.name)
            if isHere, state.isInCompletion(of: target.name) {
                state.remember(delivery)
                return (delivery, overtaken, false, true)
            }
            return (delivery, overtaken, state.enqueue(delivery), false)
        }
        end(overtaken)
        if isNested { completion() }
        if isFirst, isHere { deliver(delivery.id, to: target.name) } else if isFirst { call(delivery) }
        return delivery.id
    }

    /// The URL that was requested last for a target, whether it is being loaded or was loaded.
    func lastURL(for name: Name) -> URL? {
        let (url, _) = state.withLock { state in
            let (entry, finished) = (state.entries[name], state.lastFinished(name))
            // Released outside the lock.
            let objects = (entry?.target.object, finished?.target.object)
            let load = entry.flatMap { $0.target.isGone(objects.0) ? nil : $0.loads.last }
            // A later one may have failed while an earlier one is still under way.
            if let finished, !finished.target.isGone(objects.1), finished.id > load?.id ?? 0 { return (URL?.some(finished.url), objects) }
            return (load?.url, objects)
        }
        return url
    }

    /// Cancels loads: of one URL or all, and of one target or all.
    func cancel(url: URL? = nil, name: Name? = nil, isOnMainActor: Bool = false) {
        cancel(name, isOnMainActor) { _, other in url == nil || other == url }
    }

    /// Cancels one load.
    func cancel(_ id: UInt64, of name: Name) {
        cancel(name) { other, _ in other == id }
    }

    /// Cancels all loads of a target that was released.
    func forget(_ name: Name) {
        cancel(name) { _, _ in true }
        state.withLock { $0.forget(name) }
    }

    /// Cancels the matching loads, also those that have finished but whose completions have not been called.
    private func cancel(_ name: Name?, _ isOnMainActor: Bool = false, where isLeaving: @Sendable (_ id: UInt64, _ url: URL) -> Bool) {
        let (loads, dropped, next) = state.withLock { state in
            var (loads, dropped, next): ([Load], [Delivery], [Delivery]) = ([], [], [])
            for name in name.map({ [$0] }) ?? Set(state.entries.keys).union(state.deliveries.keys) {
                loads += state.take(from: name) { isLeaving($0.id, $0.url) }
                let deliveries = state.dropDeliveries(of: name) { isLeaving($0.id, $0.url) }
                dropped += deliveries.dropped
                if let delivery = deliveries.next { next.append(delivery) }
            }
            return (loads, dropped, next)
        }
        end(loads, isOnMainActor)
        for delivery in dropped { delivery.whenCancelled(isOnMainActor) }
        for delivery in next { call(delivery) }
    }

    private func end(_ loads: [Load], _ isOnMainActor: Bool = false) {
        for load in loads {
            load.task.cancel()
            load.whenCancelled(isOnMainActor)
        }
    }

    /// Removes a finished load, and if it succeeded also the earlier ones, and delivers the result unless the load was cancelled or its
    /// target released.
    private func finish(_ delivery: Delivery, isSuccess: Bool) {
        let (id, name) = (delivery.id, delivery.target.name)
        let (overtaken, isFirst, _): ([Load], Bool, AnyObject?) = state.withLock { state in
            guard let entry = state.entries[name], entry.loads.contains(where: { $0.id == id }) else { return ([], false, nil) }
            let object = entry.target.object
            let leaving = state.take(from: name) { $0.id == id || isSuccess && $0.id < id }
            return (leaving.filter { $0.id != id }, !entry.target.isGone(object) && state.enqueue(delivery), object)
        }
        end(overtaken)
        if isFirst { call(delivery) }
    }

    /// Calls a completion where it belongs.
    private func call(_ delivery: Delivery) {
        delivery.place.call { self.deliver(delivery.id, to: delivery.target.name) }
    }

    /// Calls the first completion of a target, and then the next one. Completions are called outside the lock, because they may request the
    /// next picture.
    private func deliver(_ id: UInt64, to name: Name) {
        let (delivery, object) = state.withLock { state in
            let delivery = state.beginDelivery(id, to: name)
            return (delivery, delivery?.target.object)
        }
        guard let delivery else { return }
        if !delivery.target.isGone(object) { delivery.completion() }
        if let next = state.withLock({ $0.endDelivery(to: name) }) { call(next) }
    }

    /// Cancels the loads of released targets that cannot tell, until there are no loads for such targets.
    private func watch() -> Task<Void, Never> {
        Task { [weak self, clock, systemClock] in
            do {
                repeat {
                    try await clock.wait(atLeast: Self.watchInterval, otherwise: systemClock)
                } while self?.cancelAbandoned() == true
            } catch {
                // The next load for such a target begins another watch.
                self?.state.withLock { $0.watch = nil }
            }
        }
    }

    /// Returns false, and ends the watch, if there is nothing left to watch.
    private func cancelAbandoned() -> Bool {
        let (abandoned, isNeeded, _) = state.withLock { state in
            let objects = state.entries.mapValues { $0.target.object as AnyObject? }
            var (abandoned, isNeeded): ([Load], Bool) = ([], false)
            for (name, entry) in state.entries {
                let object = entry.target.object
                if entry.target.isGone(object) {
                    abandoned += state.take(from: name)
                } else if entry.target.mustBeWatched {
                    isNeeded = true
                }
            }
            if !isNeeded { state.watch = nil }
            return (abandoned, isNeeded, objects)
        }
        end(abandoned)
        return isNeeded
    }
}

extension TargetRegistry {
    /// Called if a load is cancelled or superseded, and told whether that happens on the main actor.
    typealias CancelHandler = @Sendable (_ isOnMainActor: Bool) -> Void

    struct Load {
        let id: UInt64
        let url: URL
        let task: Task<Void, Never>
        let whenCancelled: CancelHandler
    }

    /// A completion that waits until it is called.
    struct Delivery: Sendable {
        let id: UInt64
        let url: URL
        let target: Target
        let place: LoadDelivery
        let whenCancelled: CancelHandler
        let completion: @Sendable () -> Void
        var hasBegun = false
    }

    struct Entry {
        let target: Target
        var loads: [Load]
    }

    private struct Finished {
        let target: Target
        let id: UInt64
        let url: URL
    }

    /// What the registry knows, without its lock.
    struct State {
        private(set) var entries: [Name: Entry] = [:]
        /// The first delivery of each target is on its way to where it belongs, or has begun.
        private(set) var deliveries: [Name: [Delivery]] = [:]
        /// The most recently requested URL of each target among those that were loaded. Targets that tell their end are forgotten then.
        private var finished: [Name: Finished] = [:]
        /// The same of other objects, of which nobody tells when they are no longer of use.
        private var recentlyFinished = LeastRecentlyUsed<Name, Finished>(countLimit: 1000, costLimit: .max)
        private var lastID: UInt64 = 0
        /// Looks for released targets while there are loads for some that cannot tell.
        var watch: Task<Void, Never>?

        mutating func makeID() -> UInt64 {
            lastID += 1
            return lastID
        }

        /// Adds a load, after those of the same target that are under way.
        /// - Parameter known: What was read from the target of the entry under this name. If that was released and the new target has only
        ///   the same address, the entry is replaced.
        /// - Returns: The loads of the replaced entry, to be ended.
        mutating func add(_ load: Load, for target: Target, known: (any AnyObject & Sendable)?) -> [Load] {
            guard let entry = entries[target.name], !entry.target.isGone(known) else {
                return entries.updateValue(Entry(target: target, loads: [load]), forKey: target.name)?.loads ?? []
            }
            entries[target.name]?.loads.append(load)
            return []
        }

        /// Removes the matching loads of a target and returns them.
        mutating func take(from name: Name, where isLeaving: (Load) -> Bool = { _ in true }) -> [Load] {
            guard var entry = entries[name] else { return [] }
            let taken = entry.loads.filter(isLeaving)
            entry.loads.removeAll(where: isLeaving)
            entries[name] = entry.loads.isEmpty ? nil : entry
            return taken
        }

        /// Remembers the URL of a delivery as loaded.
        mutating func remember(_ delivery: Delivery) {
            let name = delivery.target.name
            if let known = lastFinished(name), known.id > delivery.id { return }
            let latest = Finished(target: delivery.target, id: delivery.id, url: delivery.url)
            if delivery.target.tellsItsEnd { finished[name] = latest } else { recentlyFinished.insert(latest, for: name) }
        }

        /// Queues a delivery. Returns true if no other delivery to the target is in progress.
        mutating func enqueue(_ delivery: Delivery) -> Bool {
            let name = delivery.target.name
            remember(delivery)
            deliveries[name, default: []].append(delivery)
            return deliveries[name]?.count == 1
        }

        /// Whether a caller on the main actor is in a completion of the target, and no other one waits.
        func isInCompletion(of name: Name) -> Bool {
            guard let all = deliveries[name], let first = all.first else { return false }
            return all.count == 1 && first.hasBegun && first.place.isMainActor
        }

        /// Removes the matching deliveries of a target that have not begun, and returns them, to be released outside the lock. If the first
        /// one was among them, the next one is to be called.
        mutating func dropDeliveries(of name: Name, where isLeaving: (Delivery) -> Bool) -> (dropped: [Delivery], next: Delivery?) {
            let all = deliveries[name] ?? []
            let rest = all.filter { $0.hasBegun || !isLeaving($0) }
            deliveries[name] = rest.isEmpty ? nil : rest
            return (all.filter { !$0.hasBegun && isLeaving($0) }, rest.first?.id == all.first?.id ? nil : rest.first)
        }

        /// Begins a delivery, unless it was dropped.
        mutating func beginDelivery(_ id: UInt64, to name: Name) -> Delivery? {
            guard let first = deliveries[name]?.first, first.id == id, !first.hasBegun else { return nil }
            deliveries[name]?[0].hasBegun = true
            return first
        }

        /// Removes the first delivery, which is complete, and returns the next one.
        mutating func endDelivery(to name: Name) -> Delivery? {
            deliveries[name]?.removeFirst()
            if deliveries[name]?.isEmpty == true { deliveries[name] = nil }
            return deliveries[name]?.first
        }

        /// The target, the number and the URL of what was loaded last under a name.
        func lastFinished(_ name: Name) -> (target: Target, id: UInt64, url: URL)? {
            (finished[name] ?? recentlyFinished.peek(name)).map { ($0.target, $0.id, $0.url) }
        }

        var rememberedCount: Int { finished.count + recentlyFinished.count }

        mutating func forget(_ name: Name) {
            finished[name] = nil
            recentlyFinished.remove(name)
        }
    }
}

extension TargetRegistry {
    /// What identifies a target.
    typealias Name = ObjectIdentifier

    /// A target: its name, and a weak reference to it.
    struct Target: Sendable {
        let name: Name
        /// Whether the object tells when it is released: a `LoadTarget`.
        let tellsItsEnd: Bool
        /// Release it only outside the registry's lock, because its deinitializer may need the lock.
        private(set) weak var object: (any AnyObject & Sendable)?

        init(_ object: any AnyObject & Sendable) {
            let object = (object as? any LoadTargetOwner)?.loadTarget ?? object
            self.init(object, named: ObjectIdentifier(object))
        }

        /// A name can be that of an object that was released, whose address another one has now.
        init(_ object: any AnyObject & Sendable, named name: Name) {
            (self.name, tellsItsEnd) = (name, object is LoadTarget)
            self.object = object
        }

        /// Whether the target has been released.
        /// - Parameter object: What was read from `object`.
        func isGone(_ object: (any AnyObject & Sendable)?) -> Bool { object == nil }

        /// Whether the registry must look for its release.
        var mustBeWatched: Bool { !tellsItsEnd }
    }
}
