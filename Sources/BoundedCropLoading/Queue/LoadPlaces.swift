internal import BoundedCropRuntime

/// The places of a ``LoadQueue`` and the priorities of waiting loads.
struct LoadPlaces: AdmissionRule {
    struct Need {
        let key: String
        let host: String?
    }

    let limit: Int
    let limitPerHost: Int
    private(set) var running = 0
    private var runningByHost: [String: Int] = [:]
    /// The priorities of those waiting for each key's load.
    var interests: [String: [UInt64: LoadPriority]] = [:]
    private var lastID: UInt64 = 0

    init(limit: Int, limitPerHost: Int) {
        (self.limit, self.limitPerHost) = (limit, limitPerHost)
    }

    mutating func register(_ key: String, _ priority: LoadPriority) -> UInt64 {
        lastID += 1
        interests[key, default: [:]][lastID] = priority
        return lastID
    }

    /// True: loads that wait for a busy host must not block loads from other hosts.
    var letsNewcomersPass: Bool { true }

    mutating func enter(_ need: Need) -> Bool {
        guard hasPlace(for: need) else { return false }
        running += 1
        if let host = need.host { runningByHost[host, default: 0] += 1 }
        return true
    }

    mutating func leave(_ need: Need) {
        running -= 1
        guard let host = need.host, let count = runningByHost[host] else { return }
        runningByHost[host] = count > 1 ? count - 1 : nil
    }

    func next<Waiting: RandomAccessCollection>(among waiting: Waiting) -> Int? where Waiting.Element == Need, Waiting.Index == Int {
        guard running < limit else { return nil }
        var best: (index: Int, priority: LoadPriority)?
        for index in waiting.indices.reversed() where hasPlace(for: waiting[index]) {
            let priority = interests[waiting[index].key]?.values.max() ?? .low
            if best.map({ $0.priority < priority }) ?? true { best = (index, priority) }
            if priority == .high { break }
        }
        return best?.index
    }

    private func hasPlace(for need: Need) -> Bool {
        running < limit && need.host.map { runningByHost[$0, default: 0] < limitPerHost } ?? true
    }
}
