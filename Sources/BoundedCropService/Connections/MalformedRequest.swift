internal import BoundedCrop
internal import NIOHTTP1

/// What is wrong with bytes that are no HTTP request.
enum MalformedRequest {
    static func error(for error: any Error) -> BoundedCropError {
        if let error = error as? BoundedCropError { return error }
        return switch error as? HTTPParserError {
        case .headerOverflow?: BoundedCropError(.headersTooLarge, "the head of the request is larger than may be", underlying: error)
        default: BoundedCropError(.malformedRequest, "this is not HTTP as it should be", underlying: error)
        }
    }
}
