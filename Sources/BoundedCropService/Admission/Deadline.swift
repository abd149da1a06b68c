internal import BoundedCrop
internal import BoundedCropLoading

/// The longest that a request may take.
enum Deadline {
    /// Throws `timeout` when the body is not done in time; it is cancelled then.
    static func run<Result: Sendable>(_ duration: Duration, _ body: @escaping @Sendable () async throws -> Result) async throws -> Result {
        try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: duration, clock: .continuous)
                return nil
            }
            defer { group.cancelAll() }
            guard let result = try await group.next().flatMap({ $0 }) else {
                throw BoundedCropError(.timeout, "the picture was not ready within \(duration)")
            }
            return result
        }
    }
}
