import BoundedCrop
import BoundedCropLoading
import HTTPTypes
import NIOHTTP1
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ProblemTests {
    @Test(arguments: [
        (BoundedCropError.Code.invalidURL, 400), (.invalidFilter, 400), (.unknownFilter, 400), (.invalidArgument, 400),
        (.malformedRequest, 400), (.invalidSignature, 403), (.sourceNotAllowed, 403), (.uploadsNotAllowed, 403), (.fileNotFound, 404),
        (.isDirectory, 404), (.notFound, 404), (.methodNotAllowed, 405), (.preconditionFailed, 412), (.bodyTooLarge, 413),
        (.unsatisfiableRange, 416),
        (.limitExceeded, 422), (.urlTooLong, 414), (.malformedImage, 422), (.unsupportedFormat, 422),
        (.emptyFile, 422), (.noFeatureFound, 422),
        (.unsuitablePortrait, 422), (.tooManyRequests, 429), (.headersTooLarge, 431), (.clientLeft, 499),
        (.unreadableFile, 500), (.encodingFailed, 500), (.unwritableFile, 500),
        (.internalError, 500), (.connectionFailed, 502), (.invalidRedirect, 502), (.invalidResponse, 502), (.invalidContentLength, 502),
        (.invalidStatusCode, 502), (.queueFull, 503), (.timeout, 504),
    ])
    func `every code has its status`(code: BoundedCropError.Code, status: Int) {
        let answer = Problem.answer(for: BoundedCropError(code, "because"), requestID: "7")
        #expect(answer.status.code == status)
        #expect(answer.headers[.contentType] == "application/problem+json")
        #expect(answer.headers[.cacheControl] == "no-store")
        #expect((answer.headers[.retryAfter] != nil) == (status == 503 || status == 429))
        let body = String(decoding: answer.body.bytes, as: UTF8.self)
        #expect(body.contains(#""code":"\#(code.rawValue)","detail":"because","requestID":"7","status":\#(status)"#))
    }

    @Test(arguments: [(404, 404), (410, 404), (401, 502), (403, 502), (500, 502), (503, 502)])
    func `a picture missing at its source is missing here`(upstream: Int, status: Int) {
        let error = BoundedCropError(.invalidStatusCode, "no", underlying: HTTPStatusError(status: upstream))
        #expect(Problem.answer(for: error, requestID: "").status.code == status)
    }

    @Test func `other errors reveal nothing`() {
        struct Secret: Error, CustomStringConvertible { let description = "password" }
        let answer = Problem.answer(for: Secret(), requestID: "7")
        #expect(answer.status == .internalServerError)
        #expect(!String(decoding: answer.body.bytes, as: UTF8.self).contains("password"))
    }

    @Test(arguments: [BoundedCropError.Code.detectionFailed, .unreadableModel])
    func `errors of detectors do not reveal their programs and models`(code: BoundedCropError.Code) {
        let answer = Problem.answer(for: BoundedCropError(code, "the detector /home/ada/find.py printed a password"), requestID: "7")
        let body = String(decoding: answer.body.bytes, as: UTF8.self)
        #expect(answer.status == .internalServerError)
        #expect(body.contains(#""code":"\#(code.rawValue)","detail":"an error occurred in the service; see the log""#))
    }

    @Test func `disconnects and invalid HTTP are distinguished from internal errors`() {
        #expect(Problem.answer(for: CancellationError(), requestID: "").status.code == 499)
        #expect(Problem.answer(for: HTTPParserError.invalidChunkSize, requestID: "").status == .badRequest)
        #expect(Problem.answer(for: HTTPParserError.headerOverflow, requestID: "").status == .requestHeaderFieldsTooLarge)
    }
}
