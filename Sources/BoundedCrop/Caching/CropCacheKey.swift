/// What a crop depends on: the picture, the detector, the aspect ratio and the other settings that move the crop; not the output's size.
package struct CropCacheKey: Hashable, Sendable, CustomStringConvertible {
    /// The caller's name for the picture.
    package let name: String
    /// How hard the detector looks.
    package let accuracy: DetectionAccuracy
    /// Which features the crop has to hold.
    package let scheme: BoundingScheme
    /// Nil for the picture's own shape.
    package let aspect: AspectRatio?
    /// The room around each feature.
    package let padding: Padding
    /// The detector's `cacheKey`, model and parameters included.
    package let detector: String
    /// Whether features are looked for at all.
    package let detectsFeatures: Bool
    /// Where the crop is when nothing is found.
    package let fallback: CropRequest.Fallback
    /// Whether a picture in which nothing is found is an error.
    package let requiresFeature: Bool
    /// How much tighter the crop is than the largest; nil for the largest.
    package let zoom: CropRequest.Zoom?
    /// The size, where the crop depends on more of it than its shape: with a zoom, on how small the crop may get. Nil otherwise.
    package let zoomedSize: PixelSize?

    /// The key of a request for a picture. Requests for two sizes of one shape have the same key, unless they zoom.
    /// - Parameter name: has to change when the picture does.
    /// A request for a size that no crop can have has a key too, of that size alone: whether it is possible is the cropper's to say.
    package init(name: String, request: CropRequest, detector: any FeatureDetector) {
        self.name = name
        self.detector = detector.cacheKey
        accuracy = request.accuracy
        scheme = request.scheme
        padding = request.padding
        detectsFeatures = request.detectsFeatures
        fallback = request.fallback
        requiresFeature = request.requiresFeature
        zoom = request.zoom
        switch request.shape {
        case .size(let size) where size.width < 1 || size.height < 1:
            (aspect, zoomedSize) = (nil, size)
        case .size(let size):
            aspect = AspectRatio(size)
            zoomedSize = request.zoom == nil ? nil : size
        case .aspect(let ratio):
            (aspect, zoomedSize) = (ratio, nil)
        case .source:
            (aspect, zoomedSize) = (nil, nil)
        }
    }

    /// The key as text, for disk and logs: the same for equal keys, different for different ones.
    package var description: String {
        let zoomText = zoom.map { "\($0.fill)x\($0.maximumUpscaling)@\(zoomedSize?.description ?? "any")" } ?? "none"
        let parts = [
            name, accuracy.rawValue, scheme.rawValue, aspectText, paddingText, detector,
            String(detectsFeatures), fallback.rawValue, String(requiresFeature), zoomText,
        ]
        return parts.map(Self.escaped).joined(separator: "|")
    }

    private var aspectText: String {
        // An impossible size: it has no aspect.
        aspect?.description ?? zoomedSize.map { "impossible \($0)" } ?? "source"
    }

    /// The padding to the last digit, where its own description rounds.
    private var paddingText: String {
        [padding.top, padding.right, padding.bottom, padding.left]
            .map { length in
                // Adding 0 makes -0, which equals 0, the same text.
                switch length {
                case .pixels(let value): "\(value + 0)px"
                case .fraction(let value): "\(value + 0)"
                }
            }
            .joined(separator: ",")
    }

    /// Text that can stand between separators without being taken for one.
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if "\\|,;()".unicodeScalars.contains(scalar) { escaped.append("\\") }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }
}
