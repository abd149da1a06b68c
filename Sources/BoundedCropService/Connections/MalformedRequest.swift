internal import BoundedCrop
internal import BoundedCropLoading
internal import FoundationEssentials
internal import HTTPTypes
internal import NIOHTTP1

/// The errors for bytes that are not a valid HTTP request, and the answers to them.
enum MalformedRequest {
    static func error(for error: any Error) -> BoundedCropError {
        if let error = error as? BoundedCropError { return error }
        return switch error as? HTTPParserError {
        case .headerOverflow?: BoundedCropError(.headersTooLarge, "the head of the request is too large", underlying: error)
        default: BoundedCropError(.malformedRequest, "this is not valid HTTP", underlying: error)
        }
    }

    /// The complete answer, with a new request ID.
    static func answer(to error: BoundedCropError) -> Answer {
        let id = ServiceRequest.makeID()
        var answer = Problem.answer(for: error, requestID: id)
        answer.headers[.requestID] = id
        answer.headers[.date] = HTTPDate.text(Date())
        answer.headers[.contentLength] = String(answer.body.count)
        return answer
    }
}
