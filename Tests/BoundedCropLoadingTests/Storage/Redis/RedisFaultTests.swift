import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// With a server that does what no server should.
@Suite(.timeLimit(.minutes(15))) struct RedisFaultTests {
    private let clock = ManualClock()

    private func storage(_ port: Int, timeout: Duration = .seconds(60)) -> RedisStorage {
        RedisStorage(RedisAddress(host: "127.0.0.1", port: port), connectionCount: 1, timeout: timeout, clock: clock)
    }

    @Test(arguments: [
        ("-ERR no\r\n", "ERR no"), ("-LOADING Redis is loading the dataset in memory\r\n", "LOADING"), ("-NOAUTH\r\n", "NOAUTH"),
        ("$99999999999\r\n", "exceeds the limit"), ("nonsense\r\n", "nonsense"), ("\u{16}\u{3}\u{1}", ""),
        ("*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n", "nested"),
    ])
    func `refusals and nonsense are errors that say what the server sent`(answer: String, reason: String) async throws {
        let server = try await FakeRedis { _ in answer.first == "\u{16}" ? .sendsAndCloses(answer) : .sends(answer) }
        let storage = storage(server.port)
        for isReading in [true, false] {
            do {
                if isReading { _ = try await storage.find("a") }
                try await storage.store(StoredImage(bytes: [1], expires: .distantFuture), for: "a")
                Issue.record("nothing was thrown")
            } catch let error as BoundedCropError {
                #expect(reason.isEmpty || error.message.contains(reason))
                #expect(error.message.contains("redis://127.0.0.1:\(server.port)/0"), "\(error.message)")
            }
            clock.advance(by: .seconds(10))
        }
    }

    @Test(arguments: [":1\r\n", "+OK\r\n", "*1\r\n$1\r\na\r\n", "*0\r\n", "$-1\r\n", "$3\r\nabc\r\n", "-WRONGTYPE Operation\r\n"])
    func `values of other kinds count as none`(answer: String) async throws {
        let server = try await FakeRedis { _ in .sends(answer) }
        #expect(try await storage(server.port).find("a") == nil)
    }

    @Test(arguments: ["-READONLY You can't write against a read only replica.\r\n", "-MASTERDOWN Link with MASTER is down\r\n"])
    func `a server that another one has replaced is asked no more, the next command included`(answer: String) async throws {
        let server = try await FakeRedis { _ in .sends(answer) }
        let storage = storage(server.port)
        for attempt in 1...20 {
            await #expect(throws: BoundedCropError.self) { _ = try await storage.find("a") }
            #expect(server.connections == attempt)
        }
    }

    @Test(arguments: ["", "$5", "$5\r\nab", "$500\r\n"])
    func `a connection that ends in the middle is an error, and the next command makes another`(part: String) async throws {
        let server = try await FakeRedis { _ in .sendsAndCloses(part) }
        let storage = storage(server.port)
        for attempt in 1...3 {
            await expectError(.connectionFailed) { _ = try await storage.find("a") }
            #expect(server.connections == attempt)
        }
        server.react { _ in .sends("+OK\r\n") }
        #expect(try await storage.find("a") == nil)
    }

    @Test func `a silent server is given up after its time limit`() async throws {
        let server = try await FakeRedis { _ in .isSilent }
        await expectError(.timeout) { _ = try await storage(server.port, timeout: .milliseconds(20)).find("a") }
    }

    @Test func `a caller who leaves does not disturb others on the connection`() async throws {
        let server = try await FakeRedis { words in words[0] == "GET" ? .isSilent : .sends("$-1\r\n+OK\r\n") }
        let storage = storage(server.port)
        let impatient = Task { try await storage.find("a") }
        await until { server.commands.contains { $0.first == "GET" } }
        impatient.cancel()
        await #expect(throws: CancellationError.self) { try await impatient.value }
        // The reply to the first command comes late, before that to the second one.
        try await storage.store(StoredImage(bytes: [1], expires: .distantFuture), for: "b")
        #expect(server.connections == 1)
    }

    @Test func `attempts to connect pause, for longer each time`() async throws {
        let port = try SilentPort()
        let attempts = Counter()
        let connections = RedisConnections(count: 1, clock: clock) {
            attempts.enter()
            return try await RedisConnection.connect(
                to: RedisAddress(host: "127.0.0.1", port: port.port),
                timeout: .seconds(60),
                replyLimit: 100,
                commandLimit: 100
            )
        }
        func ask() async { await expectError(.connectionFailed) { _ = try await connections.send(RedisCommand("GET", "a")) } }
        for pause in [0.1, 0.2, 0.4, 0.8, 1.6, 2.0, 2.0] {
            let before = attempts.total
            await ask()
            #expect(attempts.total == before + 1)
            // A random part of up to a half is taken off.
            clock.advance(by: .seconds(pause * 0.49))
            await ask()
            #expect(attempts.total == before + 1)
            clock.advance(by: .seconds(pause * 0.51))
        }
    }

    @Test func `another connection is used while one is lost`() async throws {
        let server = try await FakeRedis { _ in .sends("$-1\r\n") }
        let (address, made) = (RedisAddress(host: "127.0.0.1", port: server.port), Counter())
        let connections = RedisConnections(count: 2, clock: clock) {
            made.enter()
            if made.total > 1 { throw RedisProtocolError("only one can be had") }
            return try await RedisConnection.connect(to: address, timeout: .seconds(60), replyLimit: 100, commandLimit: 100)
        }
        for _ in 0..<10 { #expect(try await connections.send(RedisCommand("GET", "a")) == .none) }
        #expect(server.connections == 1)
    }
}
