import TestSupport
import Testing

@testable import BoundedCropRuntime

@Suite(.timeLimit(.minutes(15))) struct BroadcastTests {
    private func all(_ stream: AsyncStream<Int>?) async -> [Int]? {
        guard let stream else { return nil }
        var elements: [Int] = []
        for await element in stream { elements.append(element) }
        return elements
    }

    @Test func everyListenerReceivesAllValuesSentSinceItSubscribed() async {
        var broadcast: Broadcast<Int>? = Broadcast()
        let first = broadcast?.stream(capacity: 9)
        broadcast?.send(1)
        let second = broadcast?.stream(capacity: 9)
        broadcast?.send(2)
        broadcast?.send(3)
        broadcast = nil
        #expect(await all(first) == [1, 2, 3])
        #expect(await all(second) == [2, 3])
    }

    @Test func aSlowListenerLosesTheOldestValues() async {
        var broadcast: Broadcast<Int>? = Broadcast()
        let (slow, quick) = (broadcast?.stream(capacity: 2), broadcast?.stream(capacity: 100))
        for number in 0..<50 { broadcast?.send(number) }
        broadcast = nil
        #expect(await all(slow) == [48, 49])
        #expect(await all(quick) == Array(0..<50))
    }

    @Test func streamsEndWithTheBroadcast() async {
        let stream = Broadcast<Int>().stream(capacity: 1)
        #expect(await all(stream) == [])
    }

    @Test func listenersThatStopAreRemoved() async {
        let broadcast = Broadcast<Int>()
        let kept = broadcast.stream(capacity: 1)
        do {
            var passing = broadcast.stream(capacity: 1).makeAsyncIterator()
            broadcast.send(1)
            #expect(await passing.next() == 1)
            #expect(broadcast.listenerCount == 2)
        }
        #expect(broadcast.listenerCount == 1)
        let cancelled = Task { await all(broadcast.stream(capacity: 1)) }
        cancelled.cancel()
        #expect(await cancelled.value == [])
        #expect(broadcast.listenerCount == 1)
        withExtendedLifetime(kept) {}
    }

    /// A listener that ends removes itself while values are being sent, and new listeners subscribe.
    @Test func listenersComeAndGoDuringSending() async {
        let broadcast = Broadcast<Int>()
        let (wishes, wish) = AsyncStream<Void>.makeStream()
        let sending = Task {
            var number = 0
            for await _ in wishes {
                number += 1
                broadcast.send(number)
            }
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<50 {
                        var received = broadcast.stream(capacity: 4).makeAsyncIterator()
                        for _ in 0..<2 { wish.yield() }
                        let first = await received.next() ?? 0
                        #expect(await received.next() ?? 0 > first)
                    }
                }
            }
        }
        wish.finish()
        await sending.value
        #expect(broadcast.listenerCount == 0)
    }
}
