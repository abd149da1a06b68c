/// One request of a target, to cancel it alone.
public struct LoadToken: Sendable {
    let end: @Sendable () -> Void

    /// Cancels the request, unless it has ended. Other requests of the target continue, also those of the same URL.
    public func cancel() { end() }
}
