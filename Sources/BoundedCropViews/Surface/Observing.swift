internal import Observation

/// Waits for observable conditions.
package enum Observing {
    /// Returns when a condition made of observable properties holds: immediately, or after the change that makes it true. Throws
    /// `CancellationError` if the task is cancelled.
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
            // The stream ends with the change or with the cancellation of the task.
            for await _ in changes {}
        }
    }
}
