internal import BoundedCrop
internal import BoundedCropLoading
internal import Synchronization

/// Estimates when a refused request would be answered, from how long recent pictures took.
final class RetryEstimate: Sendable {
    /// The share of the newest picture in the mean.
    private static let weight = 0.125

    /// The mean of recent pictures' seconds; nil before the first one.
    private let mean = Mutex<Double?>(nil)

    func took(_ duration: Duration) {
        let seconds = max(0, duration.seconds)
        mean.withLock { mean in mean = mean.map { $0 + (seconds - $0) * Self.weight } ?? seconds }
    }

    /// The whole seconds, at least 1, after which all requests that are in progress now have been answered.
    ///
    /// - Parameters:
    ///   - inside: The number of those requests.
    ///   - workers: The number of pictures made at once.
    ///   - deadline: How long a request may take, which is the longest estimate.
    func seconds(inside: Int, workers: Int, deadline: Duration) -> Int {
        let needed = Double(inside) / Double(max(1, workers)) * (mean.withLock { $0 } ?? 0)
        return Int(min(needed, deadline.seconds), within: 1...86_400, rounded: .up)
    }
}
