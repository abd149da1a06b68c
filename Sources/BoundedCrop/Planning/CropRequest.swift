/// What crop is wanted of a picture.
public struct CropRequest: Hashable, Sendable {
    /// The shape of the output.
    public enum Shape: Hashable, Sendable {
        /// Exactly this many pixels; the crop has the same aspect and is scaled to it.
        case size(PixelSize)
        /// The largest crop of this shape, at the picture's own resolution.
        case aspect(AspectRatio)
        /// The picture's own shape.
        case source
    }

    /// A tighter crop than the largest possible one.
    public struct Zoom: Hashable, Sendable {
        /// How much of the crop's width or height, whichever is tighter, the bounding rectangle takes: above 0, at most 1.
        public var fill: Double
        /// How much the crop may be enlarged to reach the size asked for; 1 is not at all. Where already the largest crop needs more,
        /// that one is taken.
        public var maximumUpscaling: Double

        /// A zoom. Both numbers are checked when a crop is planned, which throws `invalidArgument` for one out of range.
        public init(fill: Double, maximumUpscaling: Double = 1) {
            self.fill = fill
            self.maximumUpscaling = maximumUpscaling
        }
    }

    /// What to do with a picture in which nothing is found.
    public enum Fallback: String, Hashable, Sendable, Codable, CaseIterable {
        /// Crop around what stands out by spectral residual saliency; around the centre of a picture in which nothing does.
        case attention
        /// Crop around the centre.
        case center
    }

    /// What the output looks like. The sides of a size are 1...65535; others make planning throw `invalidArgument`.
    public var shape: Shape
    /// Which of the features found the crop has to hold; all by default.
    public var scheme = BoundingScheme.all
    /// Room around each feature.
    public var padding = Padding.standard
    /// How hard to look for features; low, the fast one, by default.
    public var accuracy = DetectionAccuracy.low
    /// Whether features are looked for. Otherwise the crop is an aspect fill from the center.
    public var detectsFeatures = true
    /// Nil, the default, takes the largest crop of the shape. A zoom only counts where the crop can hold the whole bounding rectangle.
    public var zoom: Zoom?
    /// Where to crop when nothing is found; around what stands out, by default.
    public var fallback = Fallback.attention
    /// Whether a picture in which nothing is found is an error.
    public var requiresFeature = false
    /// Whether a crop smaller than the size asked for is enlarged to it. Otherwise it is given at its own resolution.
    public var allowsUpscaling = true

    /// A request for a shape, everything else at its default.
    public init(_ shape: Shape) {
        self.shape = shape
    }

    /// A crop to exactly this many pixels.
    public init(width: Int, height: Int) {
        self.init(.size(PixelSize(width: width, height: height)))
    }

    func check() throws {
        if case .size(let size) = shape, !(1...65_535).contains(size.width) || !(1...65_535).contains(size.height) {
            throw BoundedCropError(.invalidArgument, "the size \(size) is not possible: sides are 1...65535 pixels")
        }
        if case .aspect(let aspect) = shape, max(aspect.width, aspect.height) > AspectRatio.longestSide {
            throw BoundedCropError(.invalidArgument, "the aspect \(aspect) is not possible: sides are at most \(AspectRatio.longestSide)")
        }
        if let zoom, !(zoom.fill > 0 && zoom.fill <= 1) {
            throw BoundedCropError(.invalidArgument, "the zoom has to be above 0 and at most 1, not \(zoom.fill)")
        }
        if let zoom, !(zoom.maximumUpscaling > 0) {
            throw BoundedCropError(.invalidArgument, "the zoom's maximum upscaling has to be above 0, not \(zoom.maximumUpscaling)")
        }
        guard padding.isUsable else {
            throw BoundedCropError(.invalidArgument, "the padding \(padding) is not possible: lengths are 0 or above")
        }
    }

    /// The aspect of the output for a picture of this size.
    func aspect(for picture: PixelSize) -> AspectRatio {
        switch shape {
        case .size(let size): AspectRatio(size)
        case .aspect(let aspect): aspect
        case .source: AspectRatio(picture)
        }
    }

    /// The size of the output for a crop.
    package func outputSize(for crop: PixelRect) -> PixelSize {
        guard case .size(let size) = shape else { return crop.size }
        let enlarges = crop.width < size.width || crop.height < size.height
        return enlarges && !allowsUpscaling ? crop.size : size
    }
}
