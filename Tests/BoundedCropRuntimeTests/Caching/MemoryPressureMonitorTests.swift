import TestSupport
import Testing

@testable import BoundedCropRuntime

@Suite struct MemoryPressureMonitorTests {
    @Test func tellsItsObservers() {
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

    @Test func dropsObserversThatNeedNotBeToldAgain() {
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

    @Test func keepsAnObserverThatIsAddedMeanwhile() {
        let monitor = MemoryPressureMonitor(path: "/nonexistent/pressure")
        let (first, late) = (Counter(), Counter())
        monitor.addObserver {
            first.enter()
            // As from other threads, while the first notice is being told: a second one, and a new observer after it.
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

    /// A path that is there but cannot be watched is as good as none.
    @Test(arguments: ["/nonexistent/pressure", "/", "/proc/self/status"]) func watchesNothingWhereItCannot(path: String) {
        let monitor = MemoryPressureMonitor(path: path)
        monitor.addObserver {
            Issue.record("there is no pressure")
            return true
        }
        monitor.start()
    }
}
