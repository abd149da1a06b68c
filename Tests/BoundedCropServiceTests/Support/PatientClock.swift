import BoundedCropLoading
import Foundation

/// The system's clock, but its time limits never strike: only short waits end, such as those between two attempts.
struct PatientClock: LoadingClock {
    var now: Date { Date() }

    func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: duration < .seconds(3) ? duration : .seconds(1_000_000))
    }
}
