/// The least of up to three measurements, the first that is below `limit` if there is one.
///
/// A machine that is busy with something else makes one measurement late, a fault makes all of them late.
public func leastLateness(_ limit: Duration, _ measure: () async throws -> Duration) async rethrows -> Duration {
    var least = try await measure()
    for _ in 0..<2 where least >= limit { least = min(least, try await measure()) }
    return least
}
