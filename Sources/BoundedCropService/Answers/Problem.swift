internal import BoundedCrop
internal import BoundedCropLoading
internal import FoundationEssentials
internal import HTTPTypes
internal import NIOHTTP1

/// An error as JSON (RFC 9457), with a stable code for programs.
struct Problem: Encodable {
    let title: String
    let status: Int
    let code: String
    let detail: String
    let requestID: String

    /// - Parameter retryAfter: The number of seconds after which a refused request is likely to be answered.
    static func answer(for error: any Error, requestID: String, retryAfter: Int = 1) -> Answer {
        let error = known(error)
        let status = status(of: error)
        let problem = Problem(
            title: status.reasonPhrase,
            status: status.code,
            code: error.code.rawValue,
            detail: isAboutTheService(error) ? "an error occurred in the service; see the log" : error.message,
            requestID: requestID
        )
        let bytes = (try? JSONText.data(problem)).map { Array($0) } ?? []
        var answer = Answer(status: status, type: "application/problem+json", bytes: bytes)
        answer.headers[.cacheControl] = "no-store"
        if [.serviceUnavailable, .tooManyRequests].contains(status) {
            // What a replaced picture's request needs is no free place, only another attempt.
            answer.headers[.retryAfter] = error.code == .pictureChanged ? "1" : String(retryAfter)
        }
        answer.headers[.contentRange] = (error.underlying as? UnsatisfiableRange)?.contentRange
        return answer
    }

    private static func known(_ error: any Error) -> BoundedCropError {
        switch error {
        case let error as BoundedCropError: error
        case is CancellationError: BoundedCropError(.clientLeft, "the client did not wait for the answer", underlying: error)
        case is HTTPParserError: MalformedRequest.error(for: error)
        default: BoundedCropError(.internalError, "an internal error occurred; see the log", underlying: error)
        }
    }

    /// Errors of detectors name programs and models of the service's computer, and what programs said; those of object storage name its
    /// keys. Those are for the log alone.
    private static func isAboutTheService(_ error: BoundedCropError) -> Bool {
        [.detectionFailed, .unreadableModel, .accessDenied, .noCredentials, .wrongRegion, .wrongClock].contains(error.code)
    }
}
