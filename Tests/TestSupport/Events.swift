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

/// Waits until a condition holds. For states that post no event; the suite's time limit, which cancels the test, ends the wait if the
/// condition never holds.
///
/// Between its checks it leaves the processor to what it waits for: hardly longer than a short wait, and at most 16 ms.
package func until(isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool) async {
    var pause = Duration.microseconds(250)
    while !condition(), !Task.isCancelled {
        try? await Task.sleep(for: pause)
        pause = min(pause * 2, .milliseconds(16))
    }
}
