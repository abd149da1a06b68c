internal import BoundedCrop
internal import FoundationEssentials
internal import Synchronization

/// The loads of each target, in the order in which they were set.
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
        /// To be let go of outside of the lock only: when it goes with that, it asks for the lock itself.
        weak var object: (any AnyObject & Sendable)?
        let isObject: Bool
        var loads: [Load] = []
    }

    private struct State {
        var entries: [Name: Entry] = [:]
        /// What each target is being told, one thing after the other: the first is being said now.
        var deliveries: [Name: [@Sendable () -> Void]] = [:]
        var lastID: UInt64 = 0

        /// Takes the loads of a target that are described off its list.
        mutating func take(from name: Name, where isLeaving: (Load) -> Bool = { _ in true }) -> [Load] {
            guard var entry = entries[name] else { return [] }
            let taken = entry.loads.filter(isLeaving)
            entry.loads.removeAll(where: isLeaving)
            entries[name] = entry.loads.isEmpty ? nil : entry
            return taken
        }

        /// Whether nothing else is being said to the target.
        mutating func enqueue(_ delivery: @escaping @Sendable () -> Void, for name: Name) -> Bool {
            deliveries[name, default: []].append(delivery)
            return deliveries[name]?.count == 1
        }

        /// What is to be said after the first, which has been.
        mutating func nextDelivery(to name: Name) -> (@Sendable () -> Void)? {
            deliveries[name]?.removeFirst()
            if deliveries[name]?.isEmpty == true { deliveries[name] = nil }
            return deliveries[name]?.first
        }
    }

    private let state = Mutex(State())

    /// How many loads are under way.
    var count: Int { state.withLock { $0.entries.values.reduce(0) { $0 + $1.loads.count } } }

    /// Starts a load for a target. Its end is told through `deliver`, unless it was cancelled or overtaken by a later one.
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

    /// Cancels the loads of a URL, or all, for one target, or all.
    func cancel(url: URL? = nil, name: Name? = nil) {
        let leaving = state.withLock { state in
            (name.map { [$0] } ?? Array(state.entries.keys)).flatMap { state.take(from: $0) { url == nil || $0.url == url } }
        }
        for load in leaving { load.task.cancel() }
    }

    /// Cancels the loads of objects that are there no longer.
    private func cancelAbandoned() {
        let (leaving, _) = state.withLock { state in
            let objects = state.entries.mapValues(\.object)
            let gone = state.entries.filter { $0.value.isObject && objects[$0.key].flatMap { $0 } == nil }.keys
            return (gone.flatMap { state.take(from: $0) }, objects)
        }
        for load in leaving { load.task.cancel() }
    }

    /// Cancels all loads of a target and tells it of a picture that is there at once.
    func replaceAll(of name: Name, deliver: @escaping @Sendable () -> Void) {
        let (overtaken, isFirst) = state.withLock { state in
            (state.take(from: name), state.enqueue(deliver, for: name))
        }
        for load in overtaken { load.task.cancel() }
        if isFirst { self.deliver(to: name) }
    }

    /// Takes a load that has ended off the list, with those that were set before it when it has a picture, and tells its target, unless
    /// that does not want it any more.
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

    /// Says what is to be said to a target, until there is nothing left. Outside of the lock: it may ask for the next picture.
    private func deliver(to name: Name) {
        var next = state.withLock { $0.deliveries[name]?.first }
        while let delivery = next {
            delivery()
            next = state.withLock { $0.nextDelivery(to: name) }
        }
    }
}
