internal import BoundedCropRuntime

/// Limits how many loads run at once, in total and per host. The waiting load with the highest priority is next, the newest among equals;
/// loads whose host has reached its limit are skipped, and those of a target that were requested after others of it that have not started.
/// The first of these has the highest of their priorities.
package final class LoadQueue: Sendable {
    private let gate: AdmissionGate<LoadPlaces>

    /// - Parameter limitPerHost: The maximum number of concurrent loads from one host; `limit` by default.
    /// - Precondition: Both limits are at least 1.
    package init(limit: Int, limitPerHost: Int? = nil) {
        precondition(limit > 0 && limitPerHost ?? limit > 0, "a load queue must allow at least one load at a time")
        gate = AdmissionGate(LoadPlaces(limit: limit, limitPerHost: limitPerHost ?? limit))
    }

    package var limit: Int { gate.read(\.limit) }
    package var runningCount: Int { gate.read(\.running) }
    package var waitingCount: Int { gate.waitingCount }
    var interestCount: Int { gate.read(\.interestCount) }

    /// Changes the limits, also for the loads that are waiting.
    func setLimits(_ limit: Int, perHost: Int) {
        gate.change { ($0.limit, $0.limitPerHost) = (limit, perHost) }
    }

    /// Registers a priority for the load of a key until `unregister`. A key can have several registrations.
    /// - Parameter target: The loads of a target start in the order in which they were registered.
    func register(_ key: String, _ priority: LoadPriority, for target: TargetRegistry.Name? = nil) -> UInt64 {
        gate.adjust { places in
            let (id, opens) = places.register(key, priority, target)
            return (id, opens)
        }
    }

    func setPriority(_ priority: LoadPriority, of id: UInt64, for key: String) {
        gate.reorder { $0.setPriority(priority, of: id, for: key) }
    }

    func unregister(_ id: UInt64, for key: String) {
        gate.adjust { ((), $0.unregister(id, for: key)) }
    }

    /// Registers a priority while a body waits for a load, and not a moment longer after the task is cancelled.
    func interested<Result: Sendable>(
        in key: String,
        _ priority: LoadPriority,
        _ body: () async throws -> Result
    ) async throws -> Result {
        let id = register(key, priority)
        defer { unregister(id, for: key) }
        return try await withTaskCancellationHandler {
            try await body()
        } onCancel: {
            unregister(id, for: key)
        }
    }

    /// Runs a load when its turn comes. Throws what the load throws, and `CancellationError` if it is cancelled while waiting.
    /// - Parameter host: The host whose limit applies in addition to the total limit; nil for none.
    package func run<Result: Sendable>(_ key: String, host: String? = nil, _ load: () async throws -> Result) async throws -> Result {
        try await gate.run(LoadPlaces.Need(key: key, host: host), load)
    }
}
