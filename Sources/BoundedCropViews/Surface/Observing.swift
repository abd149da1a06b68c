internal import Observation

/// Waiting for what is observable.
package enum Observing {
    /// Returns when a condition made of observable properties holds: at once where it does, otherwise after the change that makes it hold.
    /// Throws `CancellationError` when the task is cancelled.
    @MainActor package static func until(_ condition: @escaping @MainActor () -> Bool) async throws {
        while true {
            try Task.checkCancellation()
            let (changes, change) = AsyncStream<Void>.makeStream()
            let holds = withObservationTracking {
                condition()
            } onChange: {
                change.finish()
            }
            if holds { return }
            // The stream ends with the change, or with the task.
            for await _ in changes {}
        }
    }
}
