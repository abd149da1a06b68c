import BoundedCrop
import Foundation
import PictureServer
import Synchronization
import TestSupport
import Testing

@testable import BoundedCropLoading

@Suite(.timeLimit(.minutes(15))) struct CredentialsKeeperTests {
    /// Keys that expire an hour after they were found, unless finding fails.
    private final class Source: Sendable {
        let clock: ImpatientClock
        let finds = Counter()
        let gate = ServerGate()
        let fails = Mutex(false)

        init(_ clock: ImpatientClock) {
            self.clock = clock
            gate.open()
        }

        func find() async throws -> S3Credentials {
            finds.enter()
            await gate.pass()
            if fails.withLock({ $0 }) { throw BoundedCropError(.connectionFailed, "gone") }
            return S3Credentials(accessKey: "\(finds.total)", secretKey: "s", expires: clock.now.addingTimeInterval(3600))
        }
    }

    private let clock = ImpatientClock(now: ManualClock.start)
    private let source: Source
    private let keeper: CredentialsKeeper

    init() {
        let source = Source(clock)
        self.source = source
        keeper = CredentialsKeeper(clock: clock, logger: .silent) { try await source.find() }
    }

    private func pass(_ seconds: Double) { clock.set(clock.now.addingTimeInterval(seconds)) }

    @Test func keysAreRenewedBeforeTheyExpire() async throws {
        #expect(try await keeper.current().accessKey == "1")
        pass(3299)
        #expect(try await keeper.current().accessKey == "1")
        pass(2)
        #expect(try await keeper.current().accessKey == "2")
    }

    /// Keys that expire in a few seconds are used until they do, and not looked for with every request.
    @Test func keysThatEndSoonAreLookedForOnceInAWhile() async throws {
        let (clock, finds) = (clock, Counter())
        let keeper = CredentialsKeeper(clock: clock, logger: .silent) {
            finds.enter()
            return S3Credentials(accessKey: "\(finds.total)", secretKey: "s", expires: clock.now.addingTimeInterval(100))
        }
        for _ in 1...5 { #expect(try await keeper.current().accessKey == "1") }
        pass(31)
        #expect(try await keeper.current().accessKey == "2")
        #expect(finds.total == 2)
    }

    /// What is wrong with the places of keys is not the fault of whoever asks for a picture.
    @Test(arguments: [BoundedCropError.Code.invalidArgument, .unreadableFile, .limitExceeded, .connectionFailed, .timeout])
    func failuresOfKeysAreNoWrongRequests(code: BoundedCropError.Code) async throws {
        let keeper = CredentialsKeeper(clock: clock, logger: .silent) { throw BoundedCropError(code, "line 1 is wrong") }
        let error = await expectError(.noCredentials, saying: "line 1 is wrong") { _ = try await keeper.current() }
        #expect((error?.underlying as? BoundedCropError)?.code == code)
        #expect(error?.mayPass == [.connectionFailed, .timeout].contains(code))
    }

    @Test func aRenewalThatFailsKeepsKeysThatAreStillValid() async throws {
        _ = try await keeper.current()
        source.fails.withLock { $0 = true }
        pass(3400)
        for _ in 0..<5 { #expect(try await keeper.current().accessKey == "1") }
        #expect(source.finds.total == 2)
        pass(31)
        #expect(try await keeper.current().accessKey == "1")
        #expect(source.finds.total == 3)
        pass(200)
        await expectError(.noCredentials, saying: "gone") { _ = try await keeper.current() }
        source.fails.withLock { $0 = false }
        #expect(try await keeper.current().accessKey == "5")
    }

    @Test func allWhoWaitShareOneSearch() async throws {
        let held = ServerGate()
        let (clock, finds) = (clock, Counter())
        let keeper = CredentialsKeeper(clock: clock, logger: .silent) {
            finds.enter()
            await held.pass()
            return S3Credentials(accessKey: "A", secretKey: "s")
        }
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<100 { group.addTask { try await keeper.current().accessKey } }
            await held.arrivals(1)
            held.open()
            for try await key in group { #expect(key == "A") }
        }
        #expect(finds.total == 1)
    }

    @Test func refusedKeysAreLookedForAgainUnlessSomeoneDidSo() async throws {
        let first = try await keeper.current()
        #expect(try await keeper.renew(insteadOf: first))
        #expect(try await keeper.renew(insteadOf: first))
        #expect(source.finds.total == 2)
        #expect(try await keeper.current().accessKey == "2")
    }

    @Test func keysWithoutAnEndStay() async throws {
        let clock = clock
        let keeper = CredentialsKeeper(clock: clock, logger: .silent) { S3Credentials(accessKey: "\(clock.now)", secretKey: "s") }
        let first = try await keeper.current()
        pass(1e9)
        #expect(try await keeper.current() == first)
        #expect(try await keeper.renew(insteadOf: first))
    }
}
