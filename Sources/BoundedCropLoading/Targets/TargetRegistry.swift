internal import BoundedCrop
internal import FoundationEssentials
internal import Synchronization

/// The loads of each target, in the order in which they were requested.
final class TargetRegistry: Sendable {
    enum Name: Hashable, Sendable {
        case object(ObjectIdentifier)
        case identifier(String)
    }

    private struct Load {
        let id: UInt64
        let url: URL
        let task: Task<Void, Never>
    }

    private struct Entry {
        /// Release it only outside the lock, because its deinitializer may need the lock.
        weak var object: (any AnyObject & Sendable)?
        let isObject: Bool
        var loads: [Load] = []
    }

    private struct State {
        var entries: [Name: Entry] = [:]
        /// The pending deliveries of each target; the first one is in progress.
        var deliveries: [Name: [@Sendable () -> Void]] = [:]
        var lastID: UInt64 = 0

        /// Removes the matching loads of a target and returns them.
        mutating func take(from name: Name, where isLeaving: (Load) -> Bool = { _ in true }) -> [Load] {
            guard var entry = entries[name] else { return [] }
            let taken = entry.loads.filter(isLeaving)
            entry.loads.removeAll(where: isLeaving)
            entries[name] = entry.loads.isEmpty ? nil : entry
            return taken
        }

        /// Queues a delivery. Returns true if no other delivery to the target is in progress.
        mutating func enqueue(_ delivery: @escaping @Sendable () -> Void, for name: Name) -> Bool {
            deliveries[name, default: []].append(delivery)
            return deliveries[name]?.count == 1
        }

        /// Removes the first delivery, which is complete, and returns the next one.
        mutating func nextDelivery(to name: Name) -> (@Sendable () -> Void)? {
            deliveries[name]?.removeFirst()
            if deliveries[name]?.isEmpty == true { deliveries[name] = nil }
            return deliveries[name]?.first
        }
    }

    private let state = Mutex(State())

    /// The number of loads in progress.
    var count: Int { state.withLock { $0.entries.values.reduce(0) { $0 + $1.loads.count } } }

    /// Starts a load for a target. Its result is passed to `deliver`, unless the load was cancelled or superseded by a later one.
    func start(
        _ url: URL,
        for name: Name,
        object: (any AnyObject & Sendable)?,
        load: @escaping @Sendable () async throws -> PixelBuffer,
        deliver: @escaping @Sendable (Result<PixelBuffer, any Error>) -> Void
    ) {
        cancelAbandoned()
        state.withLock { state in
            state.lastID += 1
            let id = state.lastID
            let task = Task { [weak self] in
                let result: Result<PixelBuffer, any Error>
                do { result = .success(try await load()) } catch { result = .failure(error) }
                self?.finish(id, name, isSuccess: (try? result.get()) != nil) { deliver(result) }
            }
            var entry = state.entries[name] ?? Entry(object: object, isObject: object != nil)
            entry.loads.append(Load(id: id, url: url, task: task))
            state.entries[name] = entry
        }
    }

    func lastURL(for name: Name) -> URL? {
        let (url, _) = state.withLock { state in
            let (entry, object) = (state.entries[name], state.entries[name]?.object)
            return (entry?.isObject == true && object == nil ? nil : entry?.loads.last?.url, object)
        }
        return url
    }

    /// Cancels loads: of one URL or all, and of one target or all.
    func cancel(url: URL? = nil, name: Name? = nil) {
        let leaving = state.withLock { state in
            (name.map { [$0] } ?? Array(state.entries.keys)).flatMap { state.take(from: $0) { url == nil || $0.url == url } }
        }
        for load in leaving { load.task.cancel() }
    }

    /// Cancels the loads of objects that were released.
    private func cancelAbandoned() {
        let (leaving, _) = state.withLock { state in
            let objects = state.entries.mapValues(\.object)
            let gone = state.entries.filter { $0.value.isObject && objects[$0.key].flatMap { $0 } == nil }.keys
            return (gone.flatMap { state.take(from: $0) }, objects)
        }
        for load in leaving { load.task.cancel() }
    }

    /// Cancels all loads of a target and delivers a picture that is available immediately.
    func replaceAll(of name: Name, deliver: @escaping @Sendable () -> Void) {
        let (overtaken, isFirst) = state.withLock { state in
            (state.take(from: name), state.enqueue(deliver, for: name))
        }
        for load in overtaken { load.task.cancel() }
        if isFirst { self.deliver(to: name) }
    }

    /// Removes a finished load, and if it succeeded also the earlier ones, and delivers the result unless the load was cancelled or its
    /// target released.
    private func finish(_ id: UInt64, _ name: Name, isSuccess: Bool, deliver: @escaping @Sendable () -> Void) {
        let (overtaken, isFirst, _): ([Load], Bool, AnyObject?) = state.withLock { state in
            guard let entry = state.entries[name], entry.loads.contains(where: { $0.id == id }) else { return ([], false, nil) }
            let object = entry.object
            let isGone = entry.isObject && object == nil
            let leaving = state.take(from: name) { $0.id == id || isSuccess && $0.id < id }
            return (leaving.filter { $0.id != id }, !isGone && state.enqueue(deliver, for: name), object)
        }
        for load in overtaken { load.task.cancel() }
        if isFirst { self.deliver(to: name) }
    }

    /// Runs the deliveries to a target until none is left. Called outside the lock, because a delivery may request the next picture.
    private func deliver(to name: Name) {
        var next = state.withLock { $0.deliveries[name]?.first }
        while let delivery = next {
            delivery()
            next = state.withLock { $0.nextDelivery(to: name) }
        }
    }
}
