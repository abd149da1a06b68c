import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// How long a load may take, and how long a server may be silent.
@Suite(.timeLimit(.minutes(15))) struct TimeoutTests {
    private let server: PictureServer
    private let clock = ManualClock()

    init() async throws {
        server = try await PictureServer()
    }

    private func loader(_ change: (inout ImageLoader.Configuration) -> Void = { _ in }) -> ImageLoader {
        .testing(clock: clock, change)
    }

    private var request: ImageRequest { ImageRequest(server.url("/a")) }

    /// Waits until the loader has received this many bytes.
    private func received(_ count: Int, _ events: inout AsyncStream<LoadEvent>.Iterator) async {
        while let event = await events.next() {
            if case .progress(_, count, _) = event { return }
        }
    }

    private static let quarter = Duration.seconds(5) / 4

    /// Lets quarters of a silence of five seconds pass.
    private func pass(quarters: Int) async {
        for _ in 0..<quarters {
            await clock.sleeper { $0 == Self.quarter }
            clock.advance(by: Self.quarter)
        }
    }

    @Test func aLoadMayTakeAMinuteByDefault() async throws {
        let gate = ServerGate()
        server.serve("/a", .picture(Fixture.photo).with { $0.pause = (1000, gate) })
        let loader = loader()
        let task = loader.task(for: request)
        await clock.sleeper { $0 == .seconds(60) }
        await gate.arrivals(1)
        clock.advance(by: .seconds(60))
        await expectError(.timeout, saying: "60") { _ = try await task.image }
        #expect(server.requests().count == 1)
        gate.open()
    }

    @Test func theTimeIsForAllAttemptsTogether() async throws {
        server.serve("/a", Answer(status: 503, headers: ["retry-after": "10"]))
        let loader = loader { ($0.http.timeout, $0.http.attempts) = (.seconds(25), 100) }
        let task = loader.task(for: request)
        await clock.sleeper { $0 == .seconds(25) }
        for _ in 0..<2 {
            await clock.sleeper { $0 == .seconds(10) }
            clock.advance(by: .seconds(10))
        }
        await clock.sleeper { $0 == .seconds(10) }
        clock.advance(by: .seconds(5))
        await expectError(.timeout, saying: "25") { _ = try await task.image }
        #expect(server.requests().count == 3)
        #expect(loader.statistics.failures == ["timeout": 1])
    }

    @Test func theTimeInTheQueueDoesNotCount() async throws {
        let (first, second) = (ServerGate(), ServerGate())
        server.serve("/held", .picture(Fixture.tiny()).with { $0.gate = first })
        server.serve("/a", .picture(Fixture.tiny(9)).with { $0.gate = second })
        let loader = loader { $0.concurrentLoads = 1 }
        let held = loader.task(for: ImageRequest(server.url("/held")))
        await first.arrivals(1)
        let waiting = loader.task(for: request)
        await until { loader.queue.waitingCount == 1 }
        // The time and the silence of the one that has started.
        await until { clock.sleeperCount >= 2 }
        clock.advance(by: .seconds(59))
        first.open()
        _ = try await held.image
        // Its time begins now.
        await second.arrivals(1)
        await clock.sleeper { $0 == .seconds(60) }
        await until { clock.sleeperCount == 2 }
        clock.advance(by: .seconds(59))
        second.open()
        #expect(try await waiting.image.number == 9)
    }

    /// A clock that returns when its wait is cancelled.
    private final class ReturningClock: LoadingClock {
        private let other = ManualClock()

        var now: Date { other.now }

        func sleep(for duration: Duration) async throws { try? await other.sleep(for: duration) }
    }

    @Test func aCancelledLoadIsNoTimeoutAndNoFailureWhateverTheClock() async throws {
        let gate = ServerGate()
        server.serve("/a", .picture(Fixture.tiny()).with { $0.gate = gate }, .picture(Fixture.tiny(9)))
        let loader = loader { $0.clock = ReturningClock() }
        weak var held: Counter?
        do {
            let kept = Counter()
            held = kept
            let step = Step("same") { picture in
                kept.enter()
                return try picture.pixels(longSide: 8)
            }
            let task = loader.task(for: ImageRequest(server.url("/a"), processors: [step]))
            await gate.arrivals(1)
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.image }
        }
        // The load goes on for a moment after nobody waits for it, and keeps its request until then.
        await until { held == nil }
        #expect(try await loader.image(for: request).number == 9)
        gate.open()
    }

    @Test func aServerThatFallsSilentTimesOut() async throws {
        let (head, rest) = (ServerGate(), ServerGate())
        server.serve("/a", .picture(Fixture.photo).with { ($0.gate, $0.pause) = (head, (1000, rest)) })
        let loader = loader { ($0.http.silenceTimeout, $0.http.attempts) = (.seconds(5), 1) }
        var events = loader.events.makeAsyncIterator()
        let task = loader.task(for: request)
        await clock.sleeper { $0 == Self.quarter }
        head.open()
        await received(1000, &events)
        // The quarter in which the last byte came does not count.
        await pass(quarters: 1 + 4)
        await expectError(.timeout, saying: "sent nothing for 5.0 s") { _ = try await task.image }
        rest.open()
    }

    @Test func everyByteEndsTheSilence() async throws {
        let (head, rest) = (ServerGate(), ServerGate())
        server.serve("/a", .picture(Fixture.photo).with { ($0.gate, $0.pause) = (head, (1000, rest)) })
        let loader = loader { ($0.http.silenceTimeout, $0.http.attempts) = (.seconds(5), 1) }
        var events = loader.events.makeAsyncIterator()
        let task = loader.task(for: request)
        await pass(quarters: 3)
        await clock.sleeper { $0 == Self.quarter }
        head.open()
        await received(1000, &events)
        // Without the bytes, the first of these would have been the last.
        await pass(quarters: 1 + 3)
        await clock.sleeper { $0 == Self.quarter }
        rest.open()
        #expect(try await task.image.width == 512)
    }

    /// A loader that gives up after one silence of five seconds, and a request for a name that it finds out when the gate is opened.
    private func loader(lookingUpAt gate: ServerGate, attempts: Int = 1) throws -> (ImageLoader, ImageRequest) {
        let names = Transport.names { _ in
            await gate.pass()
            return ["127.0.0.1"]
        }
        let loader = ImageLoader.testing(clock: clock, transport: names) {
            ($0.http.silenceTimeout, $0.http.attempts) = (.seconds(5), attempts)
        }
        return (loader, ImageRequest(try #require(URL(string: "http://pictures.test:\(server.port)/a"))))
    }

    @Test func theSilenceBeginsWithTheRequest() async throws {
        let (look, head) = (ServerGate(), ServerGate())
        server.serve("/a", .picture(Fixture.tiny(9)).with { $0.gate = head })
        let (loader, request) = try loader(lookingUpAt: look)
        let task = loader.task(for: request)
        await pass(quarters: 3)
        await clock.sleeper { $0 == Self.quarter }
        look.open()
        await head.arrivals(1)
        // Without the request, the first of these would have been the last.
        await pass(quarters: 1 + 3)
        await clock.sleeper { $0 == Self.quarter }
        head.open()
        #expect(try await task.image.number == 9)
    }

    @Test func theLookUpOfANameMustEndToo() async throws {
        let look = ServerGate()
        let (loader, request) = try loader(lookingUpAt: look)
        let task = loader.task(for: request)
        await pass(quarters: 4)
        await expectError(.timeout, saying: "sent nothing for 5.0 s") { _ = try await task.image }
        look.open()
    }

    @Test func eachRedirectEndsTheSilence() async throws {
        let (first, second) = (ServerGate(), ServerGate())
        server.serve("/a", .redirect("/b").with { $0.gate = first })
        server.serve("/b", .picture(Fixture.tiny(9)).with { $0.gate = second })
        let loader = loader { ($0.http.silenceTimeout, $0.http.attempts) = (.seconds(5), 1) }
        let task = loader.task(for: request)
        await first.arrivals(1)
        // The request may be in the first quarter or before it.
        await pass(quarters: 3)
        await clock.sleeper { $0 == Self.quarter }
        first.open()
        await second.arrivals(1)
        await pass(quarters: 1 + 3)
        await clock.sleeper { $0 == Self.quarter }
        second.open()
        #expect(try await task.image.number == 9)
    }

    @Test func afterASilenceThereIsAnotherAttempt() async throws {
        let (look, gate) = (ServerGate(), ServerGate())
        server.serve("/a", .picture(Fixture.tiny()).with { $0.gate = gate }, .picture(Fixture.tiny(9)))
        let (loader, request) = try loader(lookingUpAt: look, attempts: 3)
        let task = loader.task(for: request)
        await clock.sleeper { $0 == Self.quarter }
        look.open()
        await gate.arrivals(1)
        // The quarter in which the request was sent does not count.
        await pass(quarters: 1 + 4)
        clock.advance(by: await clock.sleeper { $0 < .seconds(1) })
        #expect(try await task.image.number == 9)
        gate.open()
    }
}
