package import BoundedCrop

/// What applies to all pictures, whoever asks.
package struct RenderSettings: Hashable, Sendable {
    /// What `smart` means.
    package enum SmartCropping: String, Hashable, Sendable, CaseIterable {
        /// A crop that keeps the faces.
        case bounded
        /// thumbor's crop: around the mean of the faces' centers, weighted by area. It may cut faces.
        case centroid
    }

    /// What `smart` means; bounded by default.
    package var smartCropping = SmartCropping.bounded
    /// The maximum number of pixels of an output; 50 million by default.
    package var maximumOutputPixels = 50_000_000
    /// The padding around each feature, unless a request sets it.
    package var padding = Padding.standard
    /// The quality, 1...100, unless a request sets it; 85 by default.
    package var quality = 85
    /// The effort with which JPEG XL is written, 1...5; higher is slower and smaller. 3 by default.
    package var jxlEffort = 3
    /// Whether what EXIF, XMP and IPTC say about the photo is kept, as far as it is true of the output. Off by default: creator, copyright
    /// and licence are kept.
    package var keepsMetadata = false
    /// Whether kept metadata may say where a photo was taken. Off by default.
    package var keepsPlace = false
    /// Whether no metadata are kept, whatever else is set. Off by default.
    package var stripsAll = false

    /// Creates the defaults.
    package init() {}

    /// Throws `limitExceeded` for an output with too many pixels.
    func checkOutput(_ size: PixelSize) throws { try size.checkAsOutput(atMost: maximumOutputPixels) }

    package var metadata: MetadataSelection {
        MetadataSelection(stripsAll ? .nothing : keepsMetadata ? .everything : .rights, keepsPlace: keepsPlace)
    }

    /// What is kept in the answer to a request.
    func metadata(_ request: RenderRequest, _ plan: RenderPlan) -> MetadataSelection {
        var selection = metadata
        selection.extent = min(selection.extent, request.output.metadata)
        selection.keepsPlace = selection.keepsPlace && request.output.keepsPlace
        selection.namesPeople = !request.redacts
        selection.pixelsPerInch = request.output.pixelsPerInch
        if request.output.writesRegions { selection.regions = plan.cropPlan?.features(inOutputOf: plan.size) ?? [] }
        return selection
    }

    /// All settings that change pixels, as one text for cache keys.
    var cacheKey: String {
        let kept = [keepsMetadata, keepsPlace, stripsAll].map { String($0) }
        return ([smartCropping.rawValue, String(maximumOutputPixels), padding.description, String(quality), String(jxlEffort)] + kept)
            .joined(separator: ";")
    }
}

extension PixelSize {
    /// Throws `limitExceeded` for an output with more pixels than the limit.
    func checkAsOutput(atMost limit: Int) throws {
        guard area > limit else { return }
        throw BoundedCropError(.limitExceeded, "an output of \(self) exceeds the limit of \(limit) pixels")
    }
}
