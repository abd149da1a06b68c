internal import BoundedCrop
internal import NIOHTTP1

/// The errors for bytes that are not a valid HTTP request.
enum MalformedRequest {
    static func error(for error: any Error) -> BoundedCropError {
        if let error = error as? BoundedCropError { return error }
        return switch error as? HTTPParserError {
        case .headerOverflow?: BoundedCropError(.headersTooLarge, "the head of the request is too large", underlying: error)
        default: BoundedCropError(.malformedRequest, "this is not valid HTTP", underlying: error)
        }
    }
}
