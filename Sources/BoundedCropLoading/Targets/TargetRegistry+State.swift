internal import BoundedCrop
internal import FoundationEssentials

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
        /// The same of identifiers and other objects, of which nobody tells when they are no longer of use.
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
