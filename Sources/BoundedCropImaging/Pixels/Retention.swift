/// Held by all copies of a picture that a cache returned, so that the cache can tell when the last one is released.
package final class Retention: Sendable {
    private let onRelease: @Sendable () -> Void

    /// - Parameter onRelease: Called when the last copy is released, on any thread.
    package init(onRelease: @escaping @Sendable () -> Void) {
        self.onRelease = onRelease
    }

    deinit { onRelease() }
}
