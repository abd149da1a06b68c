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

extension Problem {
    /// The codes of the errors that clients are told, by the statuses of their answers. Every other error is one in the service, with the
    /// status of `internalError`.
    ///
    /// `invalidStatusCode` has two: 404 if the picture's server answers 404 or 410, otherwise 502.
    static let codes: [(status: HTTPResponse.Status, codes: [BoundedCropError.Code])] = [
        (.badRequest, [.invalidURL, .invalidFilter, .unknownFilter, .invalidArgument, .malformedRequest]),
        (.forbidden, [.invalidSignature, .sourceNotAllowed, .uploadsNotAllowed]),
        (.notFound, [.notFound, .fileNotFound, .isDirectory, .invalidStatusCode]),
        (.methodNotAllowed, [.methodNotAllowed]),
        (.preconditionFailed, [.preconditionFailed]),
        (.contentTooLarge, [.bodyTooLarge]),
        (.uriTooLong, [.urlTooLong]),
        (.rangeNotSatisfiable, [.unsatisfiableRange]),
        (.misdirectedRequest, [.misdirectedRequest]),
        (
            .unprocessableContent,
            [
                .limitExceeded, .malformedImage, .decoderEnded, .unsupportedFormat, .missingLibrary, .emptyFile, .noFeatureFound,
                .unsuitablePortrait,
            ]
        ),
        (.tooManyRequests, [.tooManyRequests]),
        (.requestHeaderFieldsTooLarge, [.headersTooLarge]),
        (.internalServerError, [.internalError]),
        (
            .badGateway,
            [
                .connectionFailed, .invalidStatusCode, .invalidRedirect, .invalidResponse, .invalidContentLength, .accessDenied,
                .noCredentials, .wrongRegion, .wrongClock,
            ]
        ),
        (.serviceUnavailable, [.queueFull, .outOfMemory, .decoderMissing, .pictureChanged]),
        (.gatewayTimeout, [.timeout]),
    ]

    /// The statuses of the codes; of two, the last one.
    private static let statuses = Dictionary(codes.flatMap { entry in entry.codes.map { ($0, entry.status) } }) { $1 }

    static func status(of error: BoundedCropError) -> HTTPResponse.Status {
        switch error.code {
        // As in nginx. Only logs and metrics show it.
        case .clientLeft: HTTPResponse.Status(code: 499, reasonPhrase: "Client Closed Request")
        case .invalidStatusCode where isAbsence(error): .notFound
        default: statuses[error.code] ?? .internalServerError
        }
    }

    private static func isAbsence(_ error: BoundedCropError) -> Bool {
        (error.underlying as? HTTPStatusError).map { [404, 410].contains($0.status) } ?? false
    }
}
