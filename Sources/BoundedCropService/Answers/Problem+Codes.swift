internal import BoundedCrop
internal import BoundedCropLoading
internal import HTTPTypes

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
        (.rangeNotSatisfiable, [.unsatisfiableRange]),
        (.misdirectedRequest, [.misdirectedRequest]),
        (
            .unprocessableContent,
            [.limitExceeded, .malformedImage, .decoderEnded, .unsupportedFormat, .missingLibrary, .emptyFile, .noFeatureFound]
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
