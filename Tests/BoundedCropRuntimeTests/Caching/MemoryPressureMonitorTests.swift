import TestSupport
import Testing

@testable import BoundedCropRuntime

@Suite(.timeLimit(.minutes(15))) struct MemoryPressureMonitorTests {
    @Test func notifiesItsObservers() {
        let monitor = MemoryPressureMonitor(path: "/nonexistent/pressure")
        let counts = [Counter(), Counter()]
        for count in counts {
            monitor.addObserver {
                count.enter()
                return true
            }
        }
        #expect(counts.map(\.total) == [0, 0])
        monitor.notify()
        monitor.notify()
        #expect(counts.map(\.total) == [2, 2])
    }

    @Test func removesObserversThatAreFinished() {
        let monitor = MemoryPressureMonitor(path: "/nonexistent/pressure")
        let (once, always) = (Counter(), Counter())
        monitor.addObserver {
            once.enter()
            return false
        }
        monitor.addObserver {
            always.enter()
            return true
        }
        for _ in 0..<3 { monitor.notify() }
        #expect(once.total == 1)
        #expect(always.total == 3)
    }

    @Test func tellsAnObserverUntilItIsReleased() {
        let monitor = MemoryPressureMonitor(path: "/nonexistent/pressure")
        let told = Counter()
        final class Cache: Sendable {}
        var cache: Cache? = Cache()
        if let cache { monitor.addObserver(cache) { _ in told.enter() } }
        weak let held = cache
        monitor.notify()
        #expect(told.total == 1 && held != nil)
        cache = nil
        #expect(held == nil)
        monitor.notify()
        #expect(told.total == 1 && monitor.observerCount == 0)
    }

    /// Also if memory is never short, such as those of a loader that is often configured.
    @Test func forgetsReleasedObserversWhenOthersAreAdded() {
        let (monitor, last) = (MemoryPressureMonitor(path: "/nonexistent/pressure"), Counter())
        for _ in 0..<100 { monitor.addObserver(Counter()) { $0.enter() } }
        monitor.addObserver(last) { $0.enter() }
        #expect(monitor.observerCount == 1)
        monitor.notify()
        #expect(last.total == 1)
    }

    @Test func keepsAnObserverAddedDuringANotification() {
        let monitor = MemoryPressureMonitor(path: "/nonexistent/pressure")
        let (first, late) = (Counter(), Counter())
        monitor.addObserver {
            first.enter()
            // Simulates other threads during the first notification: a second notification, then a new observer.
            guard first.total == 1 else { return false }
            monitor.notify()
            monitor.addObserver {
                late.enter()
                return true
            }
            return false
        }
        monitor.notify()
        #expect(late.total == 0)
        monitor.notify()
        #expect(first.total == 2)
        #expect(late.total == 1)
    }

    @Test func theNextSourceIsWatchedIfOneIsMissingOrCanNoLongerTell() async {
        struct Ended: MemoryPressureSource {
            func wait() -> Bool { false }
        }
        let (pressure, told) = (FakePressure(), Counter())
        let monitor = MemoryPressureMonitor(sources: [{ StallTrigger(path: "/nonexistent/pressure") }, { Ended() }, { pressure }])
        monitor.addObserver {
            told.enter()
            return true
        }
        monitor.start()
        for count in 1...2 {
            pressure.occur()
            await until { told.total == count }
        }
    }

    @Test func aTestHasOneMonitor() {
        let pressure = FakePressure()
        #expect(pressure.monitor === pressure.monitor)
    }

    /// A path that exists but cannot be watched is treated like a missing one.
    @Test(arguments: ["/nonexistent/pressure", "/", "/proc/self/status"])
    func watchesNothingIfThePathCannotBeWatched(path: String) async {
        let (pressure, told, before) = (FakePressure(), Counter(), Record<Int>())
        let monitor = MemoryPressureMonitor(sources: [
            { StallTrigger(path: path) },
            {
                before.append(told.total)
                return pressure
            },
        ])
        monitor.addObserver {
            told.enter()
            return true
        }
        monitor.start()
        pressure.occur()
        await until { told.total > 0 }
        #expect(before.all == [0] && told.total == 1)
    }
}
