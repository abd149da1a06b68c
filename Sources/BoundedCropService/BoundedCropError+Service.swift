package import BoundedCrop

extension BoundedCropError.Code {
    /// The URL has no signature, or one that does not match any key.
    package static let invalidSignature = BoundedCropError.Code(rawValue: "invalidSignature")
    /// The filter does not exist, and unknown filters are refused.
    package static let unknownFilter = BoundedCropError.Code(rawValue: "unknownFilter")
    /// Uploads are refused; only signed URLs are answered.
    package static let uploadsNotAllowed = BoundedCropError.Code(rawValue: "uploadsNotAllowed")
    /// There is nothing at this path.
    package static let notFound = BoundedCropError.Code(rawValue: "notFound")
    /// The path does not support the request's method.
    package static let methodNotAllowed = BoundedCropError.Code(rawValue: "methodNotAllowed")
    /// The body of the request is larger than allowed.
    package static let bodyTooLarge = BoundedCropError.Code(rawValue: "bodyTooLarge")
    /// The URL is longer than allowed.
    package static let urlTooLong = BoundedCropError.Code(rawValue: "urlTooLong")
    /// A precondition of the request does not match the picture's state.
    package static let preconditionFailed = BoundedCropError.Code(rawValue: "preconditionFailed")
    /// The range that the request asks for is outside of the answer.
    package static let unsatisfiableRange = BoundedCropError.Code(rawValue: "unsatisfiableRange")
    /// The request is not valid HTTP, or ended too early.
    package static let malformedRequest = BoundedCropError.Code(rawValue: "malformedRequest")
    /// The head of a request is larger than allowed.
    package static let headersTooLarge = BoundedCropError.Code(rawValue: "headersTooLarge")
    /// The client closed the connection before the answer was ready.
    package static let clientLeft = BoundedCropError.Code(rawValue: "clientLeft")
    /// One client has too many requests in progress.
    package static let tooManyRequests = BoundedCropError.Code(rawValue: "tooManyRequests")
    /// The request names a host that is not the service's.
    package static let misdirectedRequest = BoundedCropError.Code(rawValue: "misdirectedRequest")
    /// The picture was replaced while it was read.
    package static let pictureChanged = BoundedCropError.Code(rawValue: "pictureChanged")
    /// A setting of the service has an invalid value.
    package static let invalidSetting = BoundedCropError.Code(rawValue: "invalidSetting")
    /// An unexpected error in the service.
    package static let internalError = BoundedCropError.Code(rawValue: "internalError")
}
