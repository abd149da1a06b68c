/// Events that happen elsewhere, one after another, and that a test waits for. One task at a time may wait.
package struct Events<Event: Sendable>: Sendable {
    private let stream: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation

    package init(of type: Event.Type = Event.self) {
        (stream, continuation) = AsyncStream.makeStream()
    }

    package func post(_ event: Event) {
        continuation.yield(event)
    }

    /// The next `count` events in order, including those posted before this call.
    package func next(_ count: Int) async -> [Event] {
        var events: [Event] = []
        var iterator = stream.makeAsyncIterator()
        while events.count < count, let event = await iterator.next() { events.append(event) }
        return events
    }

    /// Waits for the next event.
    package func wait() async {
        _ = await next(1)
    }
}

/// Yields to other tasks until a condition holds. For states that post no event; the suite's time limit, which cancels the test, ends the
/// wait if the condition never holds.
package func until(isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool) async {
    while !condition(), !Task.isCancelled { await Task.yield() }
}
