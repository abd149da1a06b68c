public import BoundedCrop

/// What the service decides for all pictures.
public struct RenderSettings: Hashable, Sendable {
    /// What `smart` means.
    public enum SmartCropping: String, Hashable, Sendable, CaseIterable {
        /// A crop that holds the faces.
        case bounded
        /// thumbor's: a crop around the mean of the faces' middles, weighted by area. It may cut faces.
        case centroid
    }

    /// What `smart` means; bounded by default.
    public var smartCropping = SmartCropping.bounded
    /// The most pixels that an output may have; 50 million by default.
    public var maximumOutputPixels = 50_000_000
    /// The room around each feature, where the URL does not say.
    public var padding = Padding.standard
    /// 1...100, where the URL does not say; 85 by default.
    public var quality = 85
    /// Whether EXIF and XMP of the source are written along; they may say where a photo was taken. Off by default.
    public var keepsMetadata = false

    /// The defaults.
    public init() {}

    /// Throws `limitExceeded` for a picture larger than any that is answered.
    func checkOutput(_ size: PixelSize) throws { try size.checkAsOutput(atMost: maximumOutputPixels) }

    /// All that changes pixels, as one text for cache keys.
    var cacheKey: String {
        [smartCropping.rawValue, String(maximumOutputPixels), padding.description, String(quality), String(keepsMetadata)]
            .joined(separator: ";")
    }
}

extension PixelSize {
    /// Throws `limitExceeded` for an output of more pixels.
    func checkAsOutput(atMost limit: Int) throws {
        guard area > limit else { return }
        throw BoundedCropError(.limitExceeded, "an output of \(self) exceeds the limit of \(limit) pixels")
    }
}
