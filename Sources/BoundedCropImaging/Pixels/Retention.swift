/// What the copies of a picture that a cache gave out hold on to, so that the cache learns when nobody has one any more.
package final class Retention: Sendable {
    private let onRelease: @Sendable () -> Void

    /// - Parameter onRelease: called when the last copy has gone, wherever that happens.
    package init(onRelease: @escaping @Sendable () -> Void) {
        self.onRelease = onRelease
    }

    deinit { onRelease() }
}
