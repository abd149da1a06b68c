public import BoundedCrop

/// A processor that crops around the faces.
public struct BoundedCropping: ImageProcessor {
    /// The requested crop.
    public var request: CropRequest
    /// The cropper that finds the faces and crops.
    public var cropper: BoundedCropper

    /// Creates a processor that crops around what the cropper's detector finds.
    public init(_ request: CropRequest, cropper: BoundedCropper) {
        self.request = request
        self.cropper = cropper
    }

    /// The crop request with all its parts, and the detector.
    public var cacheKey: String {
        "crop(\(CropCacheKey(name: "", request: request, detector: cropper.detector)),\(request.shape),\(request.allowsUpscaling))"
    }

    /// Returns the crop.
    /// - Throws: What the detector throws, and `noFeatureFound` if the request requires a feature and none is found.
    public func process(_ picture: any Picture, _ cancellation: Cancellation) throws -> PixelBuffer {
        try cropper.crop(picture, to: [request], cancellation: cancellation)[0].pixels
    }
}

extension ImageProcessor where Self == BoundedCropping {
    /// Crops around the faces.
    /// - Parameters:
    ///   - request: The requested crop.
    ///   - cropper: By default, a cropper with the built-in detector.
    public static func crop(to request: CropRequest, cropper: BoundedCropper = .uncached) -> BoundedCropping {
        BoundedCropping(request, cropper: cropper)
    }
}

extension BoundedCropper {
    /// The built-in detector without a crop cache: the loader caches the results of its processors.
    public static let uncached = BoundedCropper(cache: nil)
}
