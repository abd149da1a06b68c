/// Ends work that takes too long.
enum TimeLimit {
    /// Returns what the body returns, or nil if the timer ends first. The slower of both is cancelled.
    static func run<Answer: Sendable>(
        _ body: @escaping @Sendable () async throws -> Answer,
        until timer: @escaping @Sendable () async throws -> Void
    ) async throws -> Answer? {
        try await withThrowingTaskGroup(of: Answer?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await timer()
                // A clock of the program's own may return instead of throwing.
                try Task.checkCancellation()
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next().flatMap { $0 }
        }
    }
}
