/// Where the completions of a target's loads are called.
public struct LoadDelivery: Sendable {
    /// On any thread, and before the call returns for a picture in memory.
    public static let anyThread = LoadDelivery { $0() }
    /// On the main actor, after the call has returned, also for a picture in memory.
    public static let mainActor = LoadDelivery(isMainActor: true) { completion in
        Task { @MainActor in completion() }
    }

    let isMainActor: Bool
    let call: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// Calls completions in your own place, such as a queue: `LoadDelivery { queue.async(execute: $0) }`.
    /// - Parameter call: Calls the closure it is given, once. The next completion of the target follows when that has returned.
    public init(_ call: @escaping @Sendable (_ completion: @escaping @Sendable () -> Void) -> Void) {
        self.init(isMainActor: false, call)
    }

    private init(isMainActor: Bool, _ call: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        (self.isMainActor, self.call) = (isMainActor, call)
    }
}
