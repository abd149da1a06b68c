/// The shortest of up to three measurements; stops at the first one below `limit`.
///
/// A busy machine delays a single measurement; a defect delays all of them.
public func leastLateness(_ limit: Duration, _ measure: () async throws -> Duration) async rethrows -> Duration {
    var least = try await measure()
    for _ in 0..<2 where least >= limit { least = min(least, try await measure()) }
    return least
}
