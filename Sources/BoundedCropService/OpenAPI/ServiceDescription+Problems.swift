internal import BoundedCrop
internal import BoundedCropLoading
internal import HTTPTypes

extension ServiceDescription {
    /// The codes of all errors that a client may receive. Others are answered as `internalError`'s status.
    static let codes: [BoundedCropError.Code] = [
        .invalidURL, .invalidFilter, .unknownFilter, .invalidArgument, .malformedRequest, .misdirectedRequest, .invalidSignature,
        .sourceNotAllowed, .uploadsNotAllowed, .fileNotFound, .isDirectory, .notFound, .methodNotAllowed, .bodyTooLarge,
        .preconditionFailed, .limitExceeded, .malformedImage, .unsupportedFormat, .missingLibrary, .emptyFile, .noFeatureFound,
        .decoderEnded, .tooManyRequests, .headersTooLarge, .queueFull, .outOfMemory, .decoderMissing, .pictureChanged, .timeout,
        .connectionFailed, .invalidStatusCode, .invalidRedirect, .invalidResponse, .invalidContentLength, .accessDenied, .noCredentials,
        .wrongRegion, .wrongClock, .internalError, .detectionFailed, .unreadableModel, .encodingFailed, .unreadableFile, .unwritableFile,
    ]

    /// The codes by the status that they are answered with.
    static var codesByStatus: [HTTPResponse.Status: [String]] {
        var byStatus: [HTTPResponse.Status: [String]] = [:]
        for code in codes { byStatus[Problem.status(of: BoundedCropError(code, "")), default: []].append(code.rawValue) }
        // If the picture's server answers 404 or 410.
        byStatus[.notFound, default: []].append(BoundedCropError.Code.invalidStatusCode.rawValue)
        return byStatus
    }

    /// The problems, one for each status.
    var problems: [String: JSONNode] {
        var problems: [String: JSONNode] = [:]
        for (status, codes) in Self.codesByStatus {
            var headers: [String: JSONNode] = ["X-Request-ID": .reference("headers/RequestID")]
            if [.serviceUnavailable, .tooManyRequests].contains(status) { headers["Retry-After"] = .reference("headers/RetryAfter") }
            problems["Problem\(status.code)"] = [
                "description": .text("\(status.reasonPhrase): \(codes.joined(separator: ", "))"),
                "headers": .object(headers),
                "content": [
                    "application/problem+json": [
                        "schema": [
                            "allOf": [.reference("schemas/Problem")],
                            "properties": ["status": ["const": .integer(status.code)], "code": ["enum": .texts(codes)]],
                        ],
                        "example": [
                            "title": .text(status.reasonPhrase), "status": .integer(status.code), "code": .text(codes.first ?? ""),
                            "detail": "what is wrong, and what is valid", "requestID": "1qj2x6z7e0vk4",
                        ],
                    ]
                ],
            ]
        }
        return problems
    }
}
