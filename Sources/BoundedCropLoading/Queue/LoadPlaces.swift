internal import BoundedCropRuntime

/// The places of a `LoadQueue`, and who waits for each load: with which priority, and after which other loads of the same target.
struct LoadPlaces: AdmissionRule {
    struct Need {
        let key: String
        let host: String?
    }

    private struct Interest {
        var priority: LoadPriority
        let target: TargetRegistry.Name?
        /// Whether the load that is waited for has had a place.
        var isStarted: Bool
    }

    private struct Unstarted {
        let id: UInt64
        let key: String
    }

    var limit: Int
    var limitPerHost: Int
    private(set) var running = 0
    private var runningByHost: [String: Int] = [:]
    private var runningByKey: [String: Int] = [:]
    private var interests: [String: [UInt64: Interest]] = [:]
    /// The interests of each target whose loads have not started, in the order in which they were registered.
    private var unstarted: [TargetRegistry.Name: [Unstarted]] = [:]
    /// The keys that nobody is interested in any more, and whose loads wait, if they have not been cancelled yet.
    private var abandoned: Set<String> = []
    private var lastID: UInt64 = 0

    init(limit: Int, limitPerHost: Int) {
        (self.limit, self.limitPerHost) = (limit, limitPerHost)
    }

    /// The number of keys whose loads somebody waits for.
    var interestCount: Int { interests.count }

    /// - Parameter target: The interests of a target start in the order in which they were registered.
    /// - Returns: The interest, and whether it lets the load enter though it had to wait for others before.
    mutating func register(_ key: String, _ priority: LoadPriority, _ target: TargetRegistry.Name?) -> (id: UInt64, opens: Bool) {
        // Nobody has let in what was abandoned.
        let wasReady = abandoned.remove(key) == nil && isReady(key)
        // What runs for nobody was cancelled and is only being ended: this interest is in a load that has yet to start.
        let joins = runningByKey[key] != nil && interests[key]?.values.contains { $0.isStarted } ?? false
        lastID += 1
        interests[key, default: [:]][lastID] = Interest(priority: priority, target: target, isStarted: joins)
        if let target, !joins { unstarted[target, default: []].append(Unstarted(id: lastID, key: key)) }
        return (lastID, !wasReady && isReady(key))
    }

    mutating func setPriority(_ priority: LoadPriority, of id: UInt64, for key: String) {
        interests[key]?[id]?.priority = priority
    }

    /// Returns whether others of the same target may enter now.
    mutating func unregister(_ id: UInt64, for key: String) -> Bool {
        let wasReady = isReady(key)
        let interest = interests[key]?.removeValue(forKey: id)
        if interests[key]?.isEmpty == true {
            interests[key] = nil
            if !wasReady { abandoned.insert(key) }
        }
        guard let interest, !interest.isStarted, let target = interest.target else { return false }
        return start(id, of: target)
    }

    /// True: loads that wait for a busy host must not block loads from other hosts.
    var letsNewcomersPass: Bool { true }

    mutating func enter(_ need: Need) -> Bool {
        guard mayEnter(need) else { return false }
        running += 1
        runningByKey[need.key, default: 0] += 1
        if let host = need.host { runningByHost[host, default: 0] += 1 }
        for (id, interest) in interests[need.key] ?? [:] where !interest.isStarted {
            interests[need.key]?[id]?.isStarted = true
            if let target = interest.target { _ = start(id, of: target) }
        }
        return true
    }

    mutating func leave(_ need: Need) {
        running -= 1
        // Everything that waits is looked at now.
        abandoned = []
        Self.decrease(&runningByKey[need.key])
        if let host = need.host { Self.decrease(&runningByHost[host]) }
    }

    func next<Waiting: RandomAccessCollection>(among waiting: Waiting) -> Int? where Waiting.Element == Need, Waiting.Index == Int {
        guard running < limit else { return nil }
        var best: (index: Int, priority: LoadPriority)?
        for index in waiting.indices.reversed() where mayEnter(waiting[index]) {
            let priority = priority(of: waiting[index].key)
            if best.map({ $0.priority < priority }) ?? true { best = (index, priority) }
            if priority == .high { break }
        }
        return best?.index
    }

    private func mayEnter(_ need: Need) -> Bool {
        running < limit && need.host.map { runningByHost[$0, default: 0] < limitPerHost } ?? true && isReady(need.key)
    }

    /// Whether anyone who waits for the load has no earlier one that has not started. The first load of each target is always ready, so
    /// that targets with the same loads in different orders cannot block each other.
    private func isReady(_ key: String) -> Bool {
        guard let interests = interests[key] else { return true }
        return interests.contains { id, interest in
            guard !interest.isStarted, let target = interest.target else { return true }
            return unstarted[target]?.first?.id == id
        }
    }

    /// The highest priority of those who wait for a load. The first load of a target has also the priorities of those that wait for it.
    private func priority(of key: String) -> LoadPriority {
        let priorities = interests[key]?.map { id, interest in
            guard let later = interest.target.flatMap({ unstarted[$0] }), later.first?.id == id else { return interest.priority }
            return later.compactMap { interests[$0.key]?[$0.id]?.priority }.max() ?? interest.priority
        }
        return priorities?.max() ?? .low
    }

    /// Returns whether another load of the target is the first one now.
    private mutating func start(_ id: UInt64, of target: TargetRegistry.Name) -> Bool {
        guard let index = unstarted[target]?.firstIndex(where: { $0.id == id }) else { return false }
        unstarted[target]?.remove(at: index)
        if unstarted[target]?.isEmpty == true { unstarted[target] = nil }
        return index == 0 && unstarted[target] != nil
    }

    private static func decrease(_ count: inout Int?) {
        count = count.flatMap { $0 > 1 ? $0 - 1 : nil }
    }
}
