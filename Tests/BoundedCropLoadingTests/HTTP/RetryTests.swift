import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// Temporary errors are retried; permanent ones are not.
@Suite(.timeLimit(.minutes(15))) struct RetryTests {
    private let server: PictureServer
    private let clock = ManualClock()

    init() async throws {
        server = try await PictureServer()
    }

    private func loader(_ change: (inout ImageLoader.Configuration) -> Void = { _ in }) -> ImageLoader {
        .testing(clock: clock, change)
    }

    private var request: ImageRequest { ImageRequest(server.url("/a")) }

    @Test func temporaryErrorsAreRetriedAfterGrowingPauses() async throws {
        server.serve("/a", Answer(status: 500), Answer(status: 503), .picture(Fixture.tiny(9)))
        let loader = loader()
        let task = loader.task(for: request)
        let first = await clock.sleeper { $0 < .seconds(60) }
        #expect(Duration.milliseconds(250)...Duration.milliseconds(500) ~= first)
        // A load that waits for its next attempt occupies no slot.
        #expect(loader.queue.runningCount == 0)
        clock.advance(by: first)
        let second = await clock.sleeper { $0 < .seconds(60) }
        #expect(Duration.milliseconds(500)...Duration.milliseconds(1000) ~= second)
        clock.advance(by: second)
        #expect(try await task.image.number == 9)
        #expect(server.requests().count == 3)
        #expect(loader.statistics.failures == [:])
    }

    @Test func theErrorIsThrownAfterTheLastAttempt() async throws {
        server.serve("/a", Answer(status: 503))
        let task = Task { try await loader { $0.http.attempts = 2 }.image(for: request) }
        clock.advance(by: await clock.sleeper { $0 < .seconds(60) })
        let error = await expectError(.invalidStatusCode, saying: "503") { _ = try await task.value }
        #expect(error?.underlying as? HTTPStatusError == HTTPStatusError(status: 503))
        #expect(server.requests().count == 2)
    }

    @Test(arguments: [("3", Duration.seconds(3)), ("0", .zero), ("10", .seconds(10))])
    func retryAfterSetsThePause(_ text: String, _ expected: Duration) async throws {
        server.serve("/a", Answer(status: 429, headers: ["retry-after": text]), .picture(Fixture.tiny(9)))
        let task = Task { try await loader().image(for: request) }
        let wait = await clock.sleeper { $0 < .seconds(60) }
        #expect(wait == expected)
        clock.advance(by: wait)
        #expect(try await task.value.number == 9)
    }

    /// No pause is longer than `maximumBackoff`, and an attempt before the time the server asks for would be useless.
    @Test(arguments: ["11", "100000", "9223372036854775807", "9223372036854775808"])
    func aLongRetryAfterEndsTheAttempts(_ text: String) async throws {
        server.serve("/a", Answer(status: 503, headers: ["retry-after": text]), .picture(Fixture.tiny(9)))
        let loader = loader()
        await expectError(.invalidStatusCode, saying: "503") { _ = try await loader.image(for: request) }
        #expect(server.requests().count == 1)
        #expect(loader.queue.runningCount == 0)
    }

    @Test(arguments: [400, 401, 403, 404, 410, 501]) func permanentErrorsAreNotRetried(_ status: Int) async throws {
        server.serve("/a", Answer(status: status))
        let error = await expectError(.invalidStatusCode, saying: "\(status)") { _ = try await loader().image(for: request) }
        #expect((error?.underlying as? HTTPStatusError)?.status == status)
        #expect(server.requests().count == 1)
    }

    /// RFC 9110, 9.2.2: the server may have acted upon the others.
    @Test(arguments: [("PUT", true), ("DELETE", true), ("POST", false), ("PATCH", false)])
    func onlyIdempotentRequestsAreRepeated(_ method: String, _ isRepeated: Bool) async throws {
        server.serve("/a", Answer(status: 503), .picture(Fixture.tiny(9)))
        let task = loader { $0.http.modifyRequest = { $0.method = method } }.task(for: request)
        if isRepeated {
            clock.advance(by: await clock.sleeper { $0 < .seconds(60) })
            #expect(try await task.image.number == 9)
        } else {
            await expectError(.invalidStatusCode, saying: "503") { _ = try await task.image }
        }
        #expect(server.requests().map(\.method) == Array(repeating: method, count: isRepeated ? 2 : 1))
    }

    /// A token may have ended since the first attempt.
    @Test func eachAttemptHasHeaderFieldsOfItsOwn() async throws {
        server.serve("/a", Answer(status: 503), .picture(Fixture.tiny(9)))
        let calls = Counter()
        let loader = loader {
            $0.http.modifyRequest = { request in
                calls.enter()
                request.headers["x-call"] = "\(calls.total)"
            }
        }
        let task = loader.task(for: request)
        clock.advance(by: await clock.sleeper { $0 < .seconds(60) })
        _ = try await task.image
        // The first call is for the key of the caches.
        #expect(server.requests().map { $0.headers["x-call"] } == ["2", "3"])
    }

    @Test func aFailureIsRememberedForAShortTime() async throws {
        server.serve("/a", Answer(status: 404), .picture(Fixture.tiny(9)))
        let loader = loader()
        for _ in 0..<3 { await expectError(.invalidStatusCode) { _ = try await loader.image(for: request) } }
        #expect(server.requests().count == 1)
        clock.advance(by: .seconds(10))
        #expect(try await loader.image(for: request).number == 9)
    }

    @Test func reloadingIgnoresRememberedFailures() async throws {
        server.serve("/a", Answer(status: 404), .picture(Fixture.tiny(9)))
        let loader = loader()
        await expectError(.invalidStatusCode) { _ = try await loader.image(for: request) }
        #expect(try await loader.image(for: ImageRequest(server.url("/a"), cachePolicy: .reload)).number == 9)
        #expect(try await loader.image(for: request).number == 9)
    }

    @Test func rememberingFailuresCanBeTurnedOff() async throws {
        server.serve("/a", Answer(status: 404), .picture(Fixture.tiny(9)))
        let loader = loader { $0.http.failureLifetime = .zero }
        await expectError(.invalidStatusCode) { _ = try await loader.image(for: request) }
        #expect(try await loader.image(for: request).number == 9)
    }

    @Test func cancellationIsNotRememberedAsAFailure() async throws {
        let gate = ServerGate()
        server.serve("/a", .picture(Fixture.tiny(9)).with { $0.gate = gate })
        let loader = loader()
        let task = loader.task(for: request)
        await gate.arrivals(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.image }
        gate.open()
        #expect(try await loader.image(for: request).number == 9)
    }

    @Test func theConnectionFailsIfNothingIsListening() async throws {
        let port = try SilentPort()
        let loader = loader { $0.http.attempts = 1 }
        await expectError(.connectionFailed) { _ = try await loader.image(for: ImageRequest(port.url("/a"))) }
        #expect(loader.statistics.failures == ["connectionFailed": 1])
    }

    /// A name in an internal network would reveal what it resolves to.
    @Test func noMessageRevealsTheAddressOfAName() async throws {
        let port = try SilentPort()
        let url = port.url("/a", host: "inner.test")
        let transport = Transport.names { _ in ["127.0.0.1"] }
        let allowed = ImageLoader.testing(transport: transport) { $0.http.attempts = 1 }
        let refused = await expectError(.connectionFailed, saying: "refused") { _ = try await allowed.image(for: ImageRequest(url)) }
        #expect(refused?.message.contains("127.") == false)
        #expect(refused?.underlying != nil)
        let strict = ImageLoader.testing(transport: transport) { $0.policy = .standard }
        let denied = await expectError(.sourceNotAllowed, saying: "inner.test") { _ = try await strict.image(for: ImageRequest(url)) }
        #expect(denied?.message.contains("127.") == false)
        // Otherwise another test’s server could have the port.
        withExtendedLifetime(port) {}
        // The log may name it.
        #expect((denied?.underlying).map { "\($0)" }?.contains("127.0.0.1") == true)
    }

    @Test func aNameWithoutAnAddressFailsToConnect() async throws {
        let loader = ImageLoader.testing(transport: .names { _ in [] }) { $0.http.attempts = 1 }
        await expectError(.connectionFailed, saying: "nowhere.test") {
            _ = try await loader.image(for: ImageRequest(server.url("/a", host: "nowhere.test")))
        }
    }

    @Test func shuttingDownFailsPendingLoads() async throws {
        let gate = ServerGate()
        server.serve("/a", .picture(Fixture.tiny(9)).with { $0.gate = gate })
        let loader = loader()
        let task = loader.task(for: request)
        await gate.arrivals(1)
        await loader.shutDown()
        await expectError(.connectionFailed) { _ = try await task.image }
        #expect(loader.inFlight == 0)
        gate.open()
    }

    @Test func aLoaderThatWasShutDownLoadsNothing() async throws {
        server.serve("/a", .picture(Fixture.tiny(9)))
        let loader = loader { $0.http.attempts = 1 }
        _ = try await loader.image(for: request)
        await loader.shutDown()
        await expectError(.connectionFailed, saying: "shut down") {
            _ = try await loader.image(for: ImageRequest(server.url("/b")))
        }
        #expect(try await loader.image(for: request).number == 9)
    }
}
