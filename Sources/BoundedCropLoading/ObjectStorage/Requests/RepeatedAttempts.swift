internal import BoundedCrop
internal import Logging

/// Repeats requests after temporary failures, after delays that grow and differ, so that clients do not come back all at once.
struct RepeatedAttempts: Sendable {
    let limit: Int
    let backoff: Duration
    let maximumBackoff: Duration
    let clock: any LoadingClock
    let logger: Logger

    /// - Parameter work: Gets the number of the attempt, from 1.
    func run<Answer: Sendable>(_ work: (_ attempt: Int) async throws -> Answer) async throws -> Answer {
        // A connection that was kept open and had been closed by the server says nothing, once.
        var (failures, spent) = (0, 0)
        while true {
            do {
                return try await work(failures + spent + 1)
            } catch let error as BoundedCropError where error.underlying is SpentConnection && spent == 0 {
                spent = 1
            } catch let error as BoundedCropError where error.mayPass && failures + 1 < limit {
                failures += 1
                let asked = (error.underlying as? HTTPStatusError)?.retryAfter
                if let asked, asked > maximumBackoff { throw error }
                let delay = asked ?? delay(after: failures)
                logger.debug("repeating a request to the object storage", metadata: ["error": "\(error)", "wait": "\(delay)"])
                try await clock.sleep(for: delay)
            }
            try Task.checkCancellation()
        }
    }

    private func delay(after failures: Int) -> Duration {
        let doubled = min(backoff, maximumBackoff, .seconds(86_400)) * (1 << min(failures - 1, 16))
        return min(doubled, maximumBackoff) * Double.random(in: 0.5...1)
    }
}

extension BoundedCropError {
    /// Whether the same request may succeed a little later.
    var mayPass: Bool {
        if ConnectionWords.isShutDown(underlying) { return false }
        // Where the keys come from.
        if code == .noCredentials, let cause = underlying as? BoundedCropError { return cause.mayPass }
        if let status = (underlying as? HTTPStatusError)?.status { return [408, 429, 500, 502, 503, 504].contains(status) }
        return [.connectionFailed, .timeout, .invalidContentLength].contains(code)
    }
}
