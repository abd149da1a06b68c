import TestSupport
import Testing

@testable import BoundedCropRuntime

@Suite struct MemoryPressureMonitorTests {
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

    /// A path that exists but cannot be watched is treated like a missing one.
    @Test(arguments: ["/nonexistent/pressure", "/", "/proc/self/status"]) func watchesNothingIfThePathCannotBeWatched(path: String) {
        let monitor = MemoryPressureMonitor(path: path)
        monitor.addObserver {
            Issue.record("unexpected notification")
            return true
        }
        monitor.start()
    }
}
