import BoundedCrop
import Foundation
import MetricsTestKit
import RecordingSupport
import Synchronization
import TestSupport
import Testing

@testable import BoundedCropLoading

@Suite(.timeLimit(.minutes(15))) struct GuardedStorageTests {
    private let clock = ManualClock()
    private let metrics = TestMetrics()
    private let faulty = FaultyStorage()
    private let log = LogBook()
    private let guarded: GuardedStorage
    private let image = StoredImage(bytes: [1], expires: .distantFuture)

    init() {
        var options = StorageOptions()
        options.clock = clock
        options.waitingLimit = 10
        options.waitingByteLimit = 10
        options.concurrentWrites = 1
        guarded = GuardedStorage(faulty, name: "test", options: options, metrics: metrics, logger: log.logger)
    }

    private func reads(_ outcome: String) throws -> Int64 { try count("boundedcrop_storage_reads_total", outcome) }

    private func writes(_ outcome: String) throws -> Int64 { try count("boundedcrop_storage_writes_total", outcome) }

    private func count(_ name: String, _ outcome: String) throws -> Int64 {
        try metrics.expectCounter(name, [("storage", "test"), ("outcome", outcome)]).totalValue
    }

    private func breaker(_ calls: String) throws -> Double? {
        try metrics.expectGauge("boundedcrop_storage_breaker", [("storage", "test"), ("calls", calls)]).lastValue
    }

    @Test func `entries pass through it`() async throws {
        await guarded.store(image, for: "a")
        await guarded.finish()
        #expect(await guarded.image(for: "a") == image)
        #expect(await guarded.image(for: "b") == nil)
        #expect(try reads("hit") == 1 && reads("miss") == 1 && writes("stored") == 1)
        await guarded.remove("a")
        #expect(await guarded.image(for: "a") == nil)
    }

    @Test func `a storage that is too slow counts as having nothing`() async throws {
        faulty.mode = .silent
        async let found = guarded.image(for: "a")
        await clock.sleeper { $0 == .milliseconds(250) }
        clock.advance(by: .milliseconds(250))
        #expect(await found == nil)
        #expect(try reads("timeout") == 1)
    }

    @Test func `a storage that fails again and again is left alone until a trial succeeds`() async throws {
        faulty.mode = .failing
        for _ in 0..<5 { #expect(await guarded.image(for: "a") == nil) }
        #expect(try breaker("read") == 1 && breaker("write") == 0)
        for _ in 0..<20 { _ = await guarded.image(for: "a") }
        #expect(faulty.reads == 5)
        #expect(try reads("failed") == 5 && reads("skipped") == 20)

        clock.advance(by: .seconds(1))
        #expect(await guarded.image(for: "a") == nil)
        #expect(faulty.reads == 6)
        faulty.mode = .working
        #expect(await guarded.image(for: "a") == nil)
        #expect(faulty.reads == 6)
        clock.advance(by: .seconds(2))
        _ = await guarded.image(for: "a")
        #expect(try breaker("read") == 0)
        _ = await guarded.image(for: "a")
        #expect(faulty.reads == 8)
        #expect(log.all == ["warning a storage is not used until it works again", "notice a storage works again"])
    }

    @Test func `while it is left alone, entries are not stored`() async throws {
        faulty.mode = .failing
        for number in 0..<8 {
            await guarded.store(image, for: "\(number)")
            await guarded.finish()
        }
        #expect(faulty.writes == 5)
        #expect(try writes("failed") == 5 && writes("skipped") == 3 && breaker("write") == 1)
        // A storage that is only full still gives what it has.
        #expect(try breaker("read") == 0)
    }

    @Test func `a caller who leaves is no failure of the storage`() async throws {
        faulty.mode = .silent
        for number in 1...10 {
            let impatient = Task { await guarded.image(for: "a") }
            await until { faulty.reads == number }
            impatient.cancel()
            #expect(await impatient.value == nil)
        }
        #expect(try breaker("read") == 0)
        #expect(try reads("cancelled") == 10)
    }

    @Test func `storing never waits, and what has no room is dropped`() async throws {
        faulty.mode = .silent
        await guarded.store(image, for: "first")
        await until { faulty.writes == 1 }
        for number in 0..<12 { await guarded.store(image, for: "\(number)") }
        #expect(guarded.waitingCount == 9)
        #expect(try writes("dropped") == 3)
        await clock.sleeper { $0 == .milliseconds(2500) }
        faulty.mode = .working
        clock.advance(by: .milliseconds(2500))
        await guarded.finish()
        #expect(try writes("timeout") == 1 && writes("stored") == 9)
    }

    @Test func `what is larger than all that may wait is stored if nothing else waits`() async throws {
        let large = StoredImage(bytes: [UInt8](repeating: 0, count: 11), expires: .distantFuture)
        faulty.mode = .silent
        await guarded.store(image, for: "first")
        await until { faulty.writes == 1 }
        await guarded.store(large, for: "large")
        #expect(try writes("dropped") == 1)
        await clock.sleeper { $0 == .milliseconds(2500) }
        faulty.mode = .working
        clock.advance(by: .milliseconds(2500))
        await guarded.finish()
        await guarded.store(large, for: "large")
        await guarded.finish()
        #expect(try writes("stored") == 1)
    }

    @Test func `removing is limited in time too`() async throws {
        faulty.mode = .silent
        async let removed: Void = guarded.remove("a")
        await clock.sleeper { $0 == .milliseconds(250) }
        clock.advance(by: .milliseconds(250))
        await removed
    }
}

/// A storage in memory that can fail or be silent.
private final class FaultyStorage: SharedStorage {
    enum Mode { case working, failing, silent }

    private struct State {
        var mode = Mode.working
        var reads = 0
        var writes = 0
        var images: [String: StoredImage] = [:]
    }

    private let state = Mutex(State())
    let description = "faulty"

    var mode: Mode {
        get { state.withLock { $0.mode } }
        set { state.withLock { $0.mode = newValue } }
    }
    var reads: Int { state.withLock { $0.reads } }
    var writes: Int { state.withLock { $0.writes } }

    func find(_ key: String) async throws -> StoredImage? {
        state.withLock { $0.reads += 1 }
        try await behave()
        return state.withLock { $0.images[key] }
    }

    func store(_ image: StoredImage, for key: String) async throws {
        state.withLock { $0.writes += 1 }
        try await behave()
        state.withLock { $0.images[key] = image }
    }

    func remove(_ key: String) async {
        try? await behave()
        state.withLock { $0.images[key] = nil }
    }

    func removeAll() async { state.withLock { $0.images = [:] } }

    private func behave() async throws {
        switch mode {
        case .working: return
        case .failing: throw BoundedCropError(.connectionFailed, "it fails")
        case .silent: try await Task.sleep(for: .seconds(1_000_000))
        }
    }
}
