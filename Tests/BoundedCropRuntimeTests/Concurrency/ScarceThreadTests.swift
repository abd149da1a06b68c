import Foundation
import Synchronization
import TestSupport
import Testing

@testable import BoundedCropRuntime

/// If the system refuses to create threads, the process keeps running.
@Suite(.timeLimit(.minutes(15))) struct ScarceThreadTests {
    /// Creates as many threads as it is configured to, then fails.
    private final class Giver: Sendable {
        let left: Mutex<Int>

        init(_ count: Int) { left = Mutex(count) }

        func pool(threads: Int, queueLimit: Int = 100) -> WorkerPool {
            WorkerPool(threadCount: threads, queueLimit: queueLimit, order: .firstInFirstOut) { [self] body in
                try left.withLock { left in
                    guard left > 0 else { throw BoundedCropError(.queueFull, "the system gives no more threads") }
                    left -= 1
                }
                try Threads.start(body)
            }
        }
    }

    @Test(arguments: [1, 2, 3]) func aPoolWorksWithFewerThreadsThanRequested(_ given: Int) async throws {
        #expect(try await Giver(given).pool(threads: 4).crowd(of: 8, on: given) == (8, given))
    }

    @Test func withoutThreadsWorkIsRefusedUntilOneIsAvailable() async throws {
        let giver = Giver(0)
        let pool = giver.pool(threads: 2)
        for _ in 0..<3 {
            let error = await #expect(throws: BoundedCropError.self) { try await pool.run { _ in Issue.record("the job ran") } }
            #expect(error?.code == .queueFull)
            #expect(error?.message.contains("no more threads") == true)
        }
        #expect(pool.waitingCount == 0)
        giver.left.withLock { $0 = 2 }
        #expect(try await pool.run { _ in 42 } == 42)
        #expect(giver.left.withLock { $0 } == 0)
    }

    @Test func theQueueLimitMayBeAnyInteger() async throws {
        #expect(try await WorkerPool(threadCount: 2, queueLimit: .max).run { _ in 42 } == 42)
    }

    /// In a process of its own, the system itself refuses: the limit on memory leaves no room for more threads, each of which takes 8 MB.
    @Test func threadCreationMayFail() async {
        await #expect(processExitsWith: .success) {
            let warm = WorkerPool(threadCount: 1)
            #expect(try await warm.run { _ in 1 } == 1)
            let pages = try #require(
                String(decoding: Data(contentsOf: URL(filePath: "/proc/self/statm")), as: UTF8.self)
                    .split(separator: " ").first.flatMap { UInt($0) }
            )
            var limit = rlimit(rlim_cur: pages * UInt(sysconf(Int32(_SC_PAGESIZE))) + 64_000_000, rlim_max: rlim_t.max)
            #expect(setrlimit(__rlimit_resource_t(9), &limit) == 0)
            let pool = WorkerPool(threadCount: 500)
            // The pool has as many threads as could be created, or none.
            do { #expect(try await pool.run { _ in 42 } == 42) } catch { #expect((error as? BoundedCropError)?.code == .queueFull) }
            var refused: BoundedCropError?
            do { try Threads.start {} } catch { refused = error as? BoundedCropError }
            #expect(refused?.message.contains("another thread") == true)
            #expect(try await warm.run { _ in 2 } == 2)
            let monitor = MemoryPressureMonitor()
            monitor.addObserver { true }
            monitor.start()
            monitor.notify()
        }
    }
}
