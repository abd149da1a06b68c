/// A task that ends with its owner: cancelled when the last reference to it goes, and so also when another takes its place.
final class OwnedTask: Sendable {
    private let task: Task<Void, Never>

    /// Starts work on the main actor. It must not hold on to who owns the task.
    init(_ work: @escaping @MainActor () async -> Void) {
        task = Task { await work() }
    }

    deinit { task.cancel() }
}
