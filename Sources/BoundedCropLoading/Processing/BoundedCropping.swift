public import BoundedCrop

/// Crops around the faces.
public struct BoundedCropping: ImageProcessor {
    /// What crop is wanted.
    public var request: CropRequest
    /// Finds the faces and cuts.
    public var cropper: BoundedCropper

    /// A crop around what the cropper's detector finds.
    public init(_ request: CropRequest, cropper: BoundedCropper) {
        self.request = request
        self.cropper = cropper
    }

    /// Names all parts of the request, and the detector.
    public var cacheKey: String {
        "crop(\(CropCacheKey(name: "", request: request, detector: cropper.detector)),\(request.shape),\(request.allowsUpscaling))"
    }

    /// The crop. Throws what the detector throws, `noFeatureFound` when the request needs one.
    public func process(_ picture: any Picture, _ cancellation: Cancellation) throws -> PixelBuffer {
        try cropper.blocking.crop(picture, to: [request], cancellation: cancellation)[0].pixels
    }
}

extension ImageProcessor where Self == BoundedCropping {
    /// Crops around the faces.
    /// - Parameter cropper: the built-in detector without one.
    public static func crop(to request: CropRequest, cropper: BoundedCropper = .uncached) -> BoundedCropping {
        BoundedCropping(request, cropper: cropper)
    }
}

extension BoundedCropper {
    /// The built-in detector, without a cache of crops: the loader keeps what its processors give.
    public static let uncached = BoundedCropper(cache: nil)
}
