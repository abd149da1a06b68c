public import BoundedCrop

extension BoundedCropError.Code {
    /// The URL carries no signature, or one that none of the keys made.
    public static let invalidSignature = BoundedCropError.Code(rawValue: "invalidSignature")
    /// A filter was told something that it cannot be told.
    public static let invalidFilter = BoundedCropError.Code(rawValue: "invalidFilter")
    /// A filter that does not exist, where those are refused.
    public static let unknownFilter = BoundedCropError.Code(rawValue: "unknownFilter")
    /// Pictures may not be sent here, only named by signed URLs.
    public static let uploadsNotAllowed = BoundedCropError.Code(rawValue: "uploadsNotAllowed")
    /// There is nothing at this path.
    public static let notFound = BoundedCropError.Code(rawValue: "notFound")
    /// The path is right, but the method is not.
    public static let methodNotAllowed = BoundedCropError.Code(rawValue: "methodNotAllowed")
    /// The body of the request is larger than allowed.
    public static let bodyTooLarge = BoundedCropError.Code(rawValue: "bodyTooLarge")
    /// The client wants the picture only in another state than it is in.
    public static let preconditionFailed = BoundedCropError.Code(rawValue: "preconditionFailed")
    /// What came is not a request as HTTP has them, or ended too early.
    public static let malformedRequest = BoundedCropError.Code(rawValue: "malformedRequest")
    /// The head of a request is larger than allowed.
    public static let headersTooLarge = BoundedCropError.Code(rawValue: "headersTooLarge")
    /// The client did not wait for the answer.
    public static let clientLeft = BoundedCropError.Code(rawValue: "clientLeft")
    /// One client has too many requests under way.
    public static let tooManyRequests = BoundedCropError.Code(rawValue: "tooManyRequests")
    /// A setting of the service cannot be what it was set to.
    public static let invalidSetting = BoundedCropError.Code(rawValue: "invalidSetting")
    /// Something went wrong that should not have.
    public static let internalError = BoundedCropError.Code(rawValue: "internalError")
}
