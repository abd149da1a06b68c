/// What happens somewhere else, one after the other, to be awaited in a test. One task at a time may wait.
package struct Events<Event: Sendable>: Sendable {
    private let stream: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation

    package init(of type: Event.Type = Event.self) {
        (stream, continuation) = AsyncStream.makeStream()
    }

    package func post(_ event: Event) {
        continuation.yield(event)
    }

    /// The next so many, in order; those of before this call count.
    package func next(_ count: Int) async -> [Event] {
        var events: [Event] = []
        var iterator = stream.makeAsyncIterator()
        while events.count < count, let event = await iterator.next() { events.append(event) }
        return events
    }

    /// The next one.
    package func wait() async {
        _ = await next(1)
    }
}

/// Lets other tasks run until something is so. For states that nobody announces; the suite's time limit, which cancels the test, ends
/// what never comes.
package func until(isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool) async {
    while !condition(), !Task.isCancelled { await Task.yield() }
}
