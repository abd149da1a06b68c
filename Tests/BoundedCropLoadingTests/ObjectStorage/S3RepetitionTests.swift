import BoundedCrop
import Foundation
import NIOCore
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

@Suite(.timeLimit(.minutes(15))) struct S3RepetitionTests {
    private let photo = FakeStorage.photo

    @Test(arguments: [(500, "InternalError"), (502, ""), (503, "SlowDown"), (504, ""), (429, "TooManyRequests"), (400, "RequestTimeout")])
    func temporaryFailuresAreRepeatedAfterDelaysThatGrow(_ status: Int, _ code: String) async throws {
        let storage = try await FakeStorage()
        let refusal = FakeStorage.refusal(status, code)
        storage.server.serve(FakeStorage.path, refusal, refusal, refusal, Answer(body: [1]))
        #expect(try await storage.client.object(at: photo)?.bytes == [1])
        let delays = storage.clock.delays
        #expect(delays.count == 3)
        for (delay, most) in zip(delays, [100, 200, 400]) {
            #expect(delay >= .milliseconds(most / 2) && delay <= .milliseconds(most))
        }
    }

    @Test func afterTheLastAttemptTheErrorSaysWhy() async throws {
        let storage = try await FakeStorage()
        storage.server.serve(FakeStorage.path, FakeStorage.refusal(503, "SlowDown", "Please reduce your request rate."))
        await expectError(.invalidStatusCode, saying: "fewer requests: status 503 (SlowDown: Please reduce") {
            _ = try await storage.client.object(at: photo)
        }
        #expect(storage.server.requests().count == 4)
    }

    @Test func theServersDelayIsKeptUnlessItIsTooLong() async throws {
        let storage = try await FakeStorage()
        let slow = FakeStorage.refusal(503, "SlowDown", headers: ["retry-after": "7"])
        storage.server.serve(FakeStorage.path, slow, Answer(body: [1]))
        _ = try await storage.client.object(at: photo)
        #expect(storage.clock.delays == [.seconds(7)])
        storage.server.serve(FakeStorage.path, FakeStorage.refusal(503, "SlowDown", headers: ["retry-after": "9999999999999999999999"]))
        await expectError(.invalidStatusCode) { _ = try await storage.client.object(at: photo) }
        #expect(storage.clock.delays == [.seconds(7)])
    }

    @Test func delaysDifferBetweenClients() async throws {
        var delays: Set<Duration> = []
        for _ in 0..<8 {
            let storage = try await FakeStorage()
            storage.server.serve(FakeStorage.path, Answer(status: 500), Answer(body: [1]))
            _ = try await storage.client.object(at: photo)
            delays.formUnion(storage.clock.delays)
        }
        #expect(delays.count > 1)
    }

    @Test func aServerThatIsGoneIsSaidToBe() async throws {
        let nobody = try SilentPort()
        let clock = ImpatientClock()
        let client = S3Client(.testing(nobody.url(""), clock: clock), logger: .silent)
        await expectError(.connectionFailed, saying: "the object storage cannot be reached") { _ = try await client.object(at: photo) }
        #expect(clock.delays.count == 3)
        // Otherwise another test’s server could have the port.
        withExtendedLifetime(nobody) {}
    }

    @Test(arguments: ["", "garbage\r\n\r\n", "HTTP/1.1 99 Odd\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 -1 Odd\r\n\r\n"])
    func answersThatAreNoHTTPAreErrors(_ answer: String) async throws {
        let server = try await RawServer(answering: Array(answer.utf8))
        let client = S3Client(.testing(server.url(""), clock: ImpatientClock()) { $0.attempts = 2 }, logger: .silent)
        await #expect(throws: BoundedCropError.self) { _ = try await client.object(at: photo) }
    }

    @Test func aServerThatIsSilentIsGivenUp() async throws {
        let (clock, gate) = (ManualClock(), ServerGate())
        let server = try await PictureServer()
        server.serve(FakeStorage.path, Answer(body: [1]).with { $0.gate = gate })
        let client = S3Client(
            .testing(server.url(""), clock: clock) { ($0.attempts, $0.silenceTimeout) = (1, .seconds(40)) },
            logger: .silent
        )
        async let error = expectError(.timeout, saying: "sent nothing for 40") { _ = try await client.object(at: photo) }
        await gate.arrivals(1)
        for _ in 0..<Silence.parts {
            await clock.sleeper { $0 == .seconds(10) }
            clock.advance(by: .seconds(10))
        }
        _ = await error
        gate.open()
    }

    /// However slow the network is: each part that is taken is a sign.
    @Test func anUploadIsNoSilence() async throws {
        let (clock, hasEnded) = (ManualClock(), Counter())
        let silence = Silence(clock)
        let bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0) }
        var parts = UploadParts(bytes: ByteBuffer(bytes: bytes), silence: silence).makeAsyncIterator()
        async let end: Void = {
            try await silence.lasts(.seconds(40))
            hasEnded.enter()
        }()
        var sent: [UInt8] = []
        while let part = await parts.next() {
            #expect(part.readableBytes <= 65_536)
            sent += part.readableBytesView
            await clock.sleeper { $0 == .seconds(10) }
            clock.advance(by: .seconds(10))
        }
        #expect(sent == bytes && hasEnded.total == 0)
        await until {
            clock.advance(by: .seconds(10))
            return hasEnded.total == 1
        }
        try await end
    }

    @Test func aRequestThatTakesTooLongIsGivenUp() async throws {
        let (clock, gate) = (ManualClock(), ServerGate())
        let server = try await PictureServer()
        server.serve(FakeStorage.path, Answer(body: [1]).with { $0.gate = gate })
        let client = S3Client(.testing(server.url(""), clock: clock) { $0.timeout = .seconds(5) }, logger: .silent)
        async let error = expectError(.timeout, saying: "within 5") { _ = try await client.object(at: photo) }
        await gate.arrivals(1)
        await clock.sleeper { $0 == .seconds(5) }
        clock.advance(by: .seconds(5))
        _ = await error
        gate.open()
    }

    @Test func noMoreRequestsRunAtOnceThanAllowed() async throws {
        let (storage, gate) = (try await FakeStorage { $0.concurrentRequests = 2 }, ServerGate())
        storage.server.serve(FakeStorage.path, Answer(body: [1]).with { $0.gate = gate })
        try await withThrowingTaskGroup(of: Int?.self) { group in
            for _ in 0..<10 { group.addTask { try await storage.client.object(at: photo)?.bytes.count } }
            await gate.arrivals(2)
            #expect(gate.arrivals == 2)
            gate.open()
            for try await count in group { #expect(count == 1) }
        }
        #expect(storage.server.requests().count == 10)
    }
}
