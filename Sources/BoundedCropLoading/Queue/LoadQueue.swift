internal import BoundedCropRuntime

/// Limits how many loads run at once, in total and per host. The waiting load with the highest priority is next, the newest among equals;
/// loads whose host has reached its limit are skipped.
package final class LoadQueue: Sendable {
    package let limit: Int
    private let gate: AdmissionGate<LoadPlaces>

    /// - Parameter limitPerHost: The maximum number of concurrent loads from one host; `limit` by default.
    /// - Precondition: Both limits are at least 1.
    package init(limit: Int, limitPerHost: Int? = nil) {
        precondition(limit > 0 && limitPerHost ?? limit > 0, "a load queue must allow at least one load at a time")
        self.limit = limit
        gate = AdmissionGate(LoadPlaces(limit: limit, limitPerHost: limitPerHost ?? limit))
    }

    package var runningCount: Int { gate.read(\.running) }
    package var waitingCount: Int { gate.waitingCount }
    var interestCount: Int { gate.read(\.interests.count) }

    /// Registers a priority for the load of a key until `unregister`. A key can have several registrations.
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

    /// Runs a load when its turn comes. Throws what the load throws, and `CancellationError` if it is cancelled while waiting.
    /// - Parameter host: The host whose limit applies in addition to the total limit; nil for none.
    package func run<Result: Sendable>(_ key: String, host: String? = nil, _ load: () async throws -> Result) async throws -> Result {
        try await gate.run(LoadPlaces.Need(key: key, host: host), load)
    }
}
