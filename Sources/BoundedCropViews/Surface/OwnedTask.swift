/// A task that is cancelled when the last reference to it is released, for example because another task replaces it.
final class OwnedTask: Sendable {
    private let task: Task<Void, Never>

    /// Starts work on the main actor. The work must not keep the task's owner alive.
    init(_ work: @escaping @MainActor () async -> Void) {
        task = Task { await work() }
    }

    deinit { task.cancel() }
}
