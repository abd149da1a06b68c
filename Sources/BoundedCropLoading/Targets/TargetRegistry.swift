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
        weak var object: (any AnyObject & Sendable)?
        let isObject: Bool
        var loads: [Load] = []

        var isGone: Bool { isObject && object == nil }
    }

    private struct State {
        var entries: [Name: Entry] = [:]
        /// What each target is being told, one thing after the other: the first is being said now.
        var deliveries: [Name: [@Sendable () -> Void]] = [:]
        var lastID: UInt64 = 0

        /// Takes out the loads that are described.
        mutating func take(where isLeaving: (Name, Load) -> Bool) -> [Load] {
            var taken: [Load] = []
            for (name, entry) in entries {
                let leaving = entry.loads.filter { isLeaving(name, $0) }
                guard !leaving.isEmpty else { continue }
                taken += leaving
                entries[name]?.loads.removeAll { isLeaving(name, $0) }
                if entries[name]?.loads.isEmpty == true { entries[name] = nil }
            }
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
        state.withLock { $0.entries[name].flatMap { $0.isGone ? nil : $0.loads.last?.url } }
    }

    func cancel(url: URL? = nil, name: Name? = nil) {
        cancel { (name == nil || $0 == name) && (url == nil || $1.url == url) }
    }

    /// Cancels the loads of objects that are there no longer.
    func cancelAbandoned() {
        let gone = state.withLock { state in Set(state.entries.filter { $0.value.isGone }.keys) }
        if !gone.isEmpty { cancel { name, _ in gone.contains(name) } }
    }

    private func cancel(where isLeaving: (Name, Load) -> Bool) {
        for load in state.withLock({ $0.take(where: isLeaving) }) { load.task.cancel() }
    }

    /// Cancels all loads of a target and tells it of a picture that is there at once.
    func replaceAll(of name: Name, deliver: @escaping @Sendable () -> Void) {
        let (overtaken, isFirst) = state.withLock { state in
            (state.take { other, _ in other == name }, state.enqueue(deliver, for: name))
        }
        for load in overtaken { load.task.cancel() }
        if isFirst { self.deliver(to: name) }
    }

    /// Takes a load that has ended off the list, with those that were set before it when it has a picture, and tells its target, unless
    /// that does not want it any more.
    private func finish(_ id: UInt64, _ name: Name, isSuccess: Bool, deliver: @escaping @Sendable () -> Void) {
        let (overtaken, isFirst): ([Load], Bool) = state.withLock { state in
            guard let entry = state.entries[name], entry.loads.contains(where: { $0.id == id }) else { return ([], false) }
            let isGone = entry.isGone
            let leaving = state.take { $0 == name && ($1.id == id || isSuccess && $1.id < id) }
            return (leaving.filter { $0.id != id }, !isGone && state.enqueue(deliver, for: name))
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
