import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// With a server of the system.
@Suite(.timeLimit(.minutes(15)), .enabled(if: RedisProgram.isInstalled, "there is no redis-server"))
struct RedisStorageTests {
    private let server: RedisProgram
    private let storage: RedisStorage
    private let clock = ManualClock()

    init() throws {
        server = try RedisProgram()
        storage = try RedisStorage(RedisAddress(server.url()), timeout: .seconds(60), clock: clock)
    }

    private func image(_ bytes: [UInt8], seconds: Double = 3600) -> StoredImage {
        StoredImage(bytes: bytes, expires: clock.now.addingTimeInterval(seconds))
    }

    /// What another client of the server sees.
    private func ask(_ words: String..., at database: String = "/0") async throws -> RedisReply {
        let address = try RedisAddress(server.url(database))
        let limit = 1_000_000
        let connection = try await RedisConnection.connect(to: address, timeout: .seconds(60), replyLimit: limit, commandLimit: limit)
        return try await connection.send(RedisCommand(words[0], keys: words.dropFirst().map { Array($0.utf8) }))
    }

    private func name(of key: String) -> String { "boundedcrop:" + Fingerprint.text(of: key.utf8) }

    @Test func `entries are restored unchanged, also by another service`() async throws {
        let image = StoredImage(
            bytes: Fixture.photo,
            expires: clock.now.addingTimeInterval(10),
            usableUntil: clock.now.addingTimeInterval(60),
            entityTag: "W/\"é\"",
            lastModified: "Sun, 06 Nov 1994 08:49:37 GMT",
            originalHash: "abc"
        )
        try await storage.store(image, for: "ä?b#c")
        #expect(try await storage.find("ä?b#c") == image)
        #expect(try await RedisStorage(RedisAddress(server.url()), timeout: .seconds(60), clock: clock).find("ä?b#c") == image)
        #expect(try await storage.find("ä") == nil)
        try await storage.store(self.image([1]), for: "ä?b#c")
        #expect(try await storage.find("ä?b#c")?.bytes == [1])
    }

    @Test func `entries expire in the server when they may no longer be used`() async throws {
        try await storage.store(image([1], seconds: 100), for: "a")
        guard case .number(let milliseconds) = try await ask("PTTL", name(of: "a")) else { throw CocoaError(.coderInvalidValue) }
        #expect((1...100_000).contains(milliseconds))
        try await storage.store(image([1], seconds: -1), for: "old")
        #expect(try await ask("EXISTS", name(of: "old")) == .number(0))
        try await storage.store(StoredImage(bytes: [2], expires: .distantFuture), for: "b")
        #expect(try await storage.find("b")?.bytes == [2])
    }

    @Test func `a damaged entry counts as none and is removed`() async throws {
        try await storage.store(image([1, 2, 3]), for: "a")
        _ = try await ask("SETRANGE", name(of: "a"), "20", "x")
        #expect(try await storage.find("a") == nil)
        #expect(try await ask("EXISTS", name(of: "a")) == .number(0))
    }

    @Test func `something else under the name of an entry counts as none and is replaced`() async throws {
        for words in [["RPUSH", name(of: "a"), "x"], ["SET", name(of: "b"), ""], ["SADD", name(of: "c"), "x"]] {
            _ = try await ask(words[0], words[1], words[2])
        }
        for key in ["a", "b", "c"] {
            #expect(try await storage.find(key) == nil)
            try await storage.store(image([7]), for: key)
            #expect(try await storage.find(key)?.bytes == [7])
        }
    }

    @Test func `only entries with the prefix are removed, and only from the database`() async throws {
        let other = try RedisStorage(RedisAddress(server.url("/0?prefix=b*%5B")), timeout: .seconds(60), clock: clock)
        for number in 0..<2500 { try await storage.store(image([1]), for: "\(number)") }
        try await other.store(image([2]), for: "a")
        _ = try await ask("SET", "boundedcropper", "1")
        _ = try await ask("SET", name(of: "x"), "1", at: "/1")
        await storage.remove("0")
        #expect(try await storage.find("0") == nil)
        #expect(try await storage.find("1") != nil)
        await storage.removeAll()
        #expect(try await ask("DBSIZE") == .number(2))
        #expect(try await ask("DBSIZE", at: "/1") == .number(1))
        #expect(try await other.find("a")?.bytes == [2])
        await other.removeAll()
        #expect(try await other.find("a") == nil)
        #expect(try await ask("EXISTS", "boundedcropper") == .number(1))
    }

    @Test func `large entries pass, and those above the limit are not stored`() async throws {
        let large = [UInt8](repeating: 7, count: 5_000_000)
        try await storage.store(image(large), for: "large")
        #expect(try await storage.find("large")?.bytes == large)
        let narrow = try RedisStorage(RedisAddress(server.url()), byteLimit: 1000, timeout: .seconds(60), clock: clock)
        try await narrow.store(image([UInt8](repeating: 7, count: 1000)), for: "narrow")
        #expect(try await storage.find("narrow") == nil)
    }

    @Test func `many tasks share the connections, and each gets its own entry`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<300 {
                group.addTask {
                    let bytes = [UInt8](repeating: UInt8(number % 256), count: number * 100)
                    try await storage.store(image(bytes), for: "\(number)")
                    #expect(try await storage.find("\(number)")?.bytes == bytes)
                }
            }
            try await group.waitForAll()
        }
        guard case .bytes(let bytes) = try await ask("INFO", "clients") else { throw CocoaError(.coderInvalidValue) }
        #expect(String(decoding: bytes, as: UTF8.self).contains("connected_clients:3\r\n"))
    }

    @Test func `a server that is gone is an error, and one that is back is used again`() async throws {
        try await storage.store(image([1]), for: "a")
        server.kill()
        await #expect(throws: BoundedCropError.self) { try await storage.find("a") }
        await #expect(throws: BoundedCropError.self) { try await storage.store(image([1]), for: "a") }
        #expect(await storage.image(for: "a") == nil)
        try server.restart()
        clock.advance(by: .seconds(2))
        #expect(try await storage.find("a") == nil)
        try await storage.store(image([2]), for: "a")
        #expect(try await storage.find("a")?.bytes == [2])
    }

    @Test func `a password is asked for, and never shown`() async throws {
        let locked = try RedisProgram(["--requirepass", "s3cret/@"])
        let right = try RedisStorage(RedisAddress(locked.url("/2", password: "s3cret%2F%40")), timeout: .seconds(60), clock: clock)
        try await right.store(image([1]), for: "a")
        #expect(try await right.find("a")?.bytes == [1])
        for (password, reason) in [("wr0ng", "WRONGPASS"), (nil, "NOAUTH")] {
            let storage = try RedisStorage(RedisAddress(locked.url(password: password)), clock: clock)
            let error = await expectError(.invalidResponse, saying: reason) { _ = try await storage.find("a") }
            #expect(error.map { "\($0) \($0.message)".contains("wr0ng") } == false)
        }
        await expectError(.invalidResponse, saying: "out of range") {
            _ = try await RedisStorage(RedisAddress(server.url("/99")), clock: clock).find("a")
        }
    }

    @Test func `a full server refuses entries and keeps answering`() async throws {
        try await storage.store(image([1]), for: "a")
        _ = try await ask("CONFIG", "SET", "maxmemory", "1")
        await expectError(.invalidResponse, saying: "OOM") { try await storage.store(image([2]), for: "b") }
        #expect(try await storage.find("a")?.bytes == [1])
    }
}
