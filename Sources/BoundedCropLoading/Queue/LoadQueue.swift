internal import BoundedCropRuntime

/// Lets a limited number of loads run at once, and of those fewer for one host. Of those that wait, the one that matters most is next, the
/// newest among equals; what waits for a host that has all its places is passed by.
package final class LoadQueue: Sendable {
    package let limit: Int
    private let gate: AdmissionGate<LoadPlaces>

    /// - Parameter limitPerHost: how many may run at once for one host; `limit` by default.
    /// - Precondition: at least one load may run.
    package init(limit: Int, limitPerHost: Int? = nil) {
        precondition(limit > 0 && limitPerHost ?? limit > 0, "at least one load has to run at once")
        self.limit = limit
        gate = AdmissionGate(LoadPlaces(limit: limit, limitPerHost: limitPerHost ?? limit))
    }

    package var runningCount: Int { gate.read(\.running) }
    package var waitingCount: Int { gate.waitingCount }
    var interestCount: Int { gate.read(\.interests.count) }

    /// Says how much somebody wants the load of a key, as long as they do; several may want the same.
    func register(_ key: String, _ priority: LoadPriority) -> UInt64 {
        gate.reorder { $0.register(key, priority) }
    }

    func setPriority(_ priority: LoadPriority, of id: UInt64, for key: String) {
        gate.reorder { $0.interests[key]?[id]? = priority }
    }

    func unregister(_ id: UInt64, for key: String) {
        gate.reorder { places in
            places.interests[key]?[id] = nil
            if places.interests[key]?.isEmpty == true { places.interests[key] = nil }
        }
    }

    /// Runs a load when its turn has come. Throws what it throws, and `CancellationError` when cancelled while it waits.
    /// - Parameter host: whose places it takes, beside one of all; nil for none.
    package func run<Result: Sendable>(_ key: String, host: String? = nil, _ load: () async throws -> Result) async throws -> Result {
        try await gate.run(LoadPlaces.Need(key: key, host: host), load)
    }
}
