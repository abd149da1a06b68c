public import BoundedCrop

extension BoundedCropError.Code {
    /// The path is no image URL: a part of it cannot be what it stands for.
    public static let invalidURL = BoundedCropError.Code(rawValue: "invalidURL")
    /// The URL carries no signature, or one that none of the keys made.
    public static let invalidSignature = BoundedCropError.Code(rawValue: "invalidSignature")
    /// A filter was told something that it cannot be told.
    public static let invalidFilter = BoundedCropError.Code(rawValue: "invalidFilter")
    /// A filter that does not exist, where those are refused.
    public static let unknownFilter = BoundedCropError.Code(rawValue: "unknownFilter")
}
