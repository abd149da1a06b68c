package import BoundedCrop
import Dispatch

/// Shortages of memory that a test causes.
package final class FakePressure: MemoryPressureSource {
    private struct Shortages: MemoryPressureSource {
        let signal = DispatchSemaphore(value: 0)

        func wait() -> Bool {
            signal.wait()
            return true
        }
    }

    private let shortages: Shortages
    /// A monitor that can watch nothing but this, as where the kernel's stall information is not accessible.
    package let monitor: MemoryPressureMonitor

    package init() {
        let shortages = Shortages()
        self.shortages = shortages
        monitor = MemoryPressureMonitor(sources: [{ nil }, { shortages }])
    }

    package func occur() { shortages.signal.signal() }

    package func wait() -> Bool { shortages.wait() }
}
