public import BoundedCrop

/// What the filters say of where and how large the crop is.
public struct CropFilters: Hashable, Sendable {
    /// Whether pictures are enlarged.
    public enum Upscaling: Hashable, Sendable {
        /// A crop is, to the size asked for; a picture to be fitted into a box is not.
        case crops
        /// Sides asked for are cut down to the picture's (`no_upscale`).
        case never
        /// Pictures to be fitted are too (`upscale`).
        case always
    }

    /// Which features count (`scheme`).
    public var scheme = BoundingScheme.all
    /// The room around each feature (`padding`); nil is what the service has for all.
    public var padding: Padding?
    /// How much of the crop the features take (`zoom`); nil is the largest crop.
    public var zoom: Double?
    /// The detector's name (`detector`); nil is the service's own.
    public var detector: String?
    /// How hard to look (`accuracy`).
    public var accuracy = DetectionAccuracy.low
    /// Where to crop when nothing is found (`fallback`).
    public var fallback = CropRequest.Fallback.attention
    /// Whether it is an error when nothing is found (`require_face`).
    public var requiresFeature = false
    /// What to crop around instead of looking (`focal`), in pixels of the upright picture.
    public var focalRegions: [ImageURL.ManualCrop] = []
    /// Whether pictures are enlarged (`upscale`, `no_upscale`).
    public var upscaling = Upscaling.crops
    /// Whether the picture loses its shape instead of being cropped (`stretch`).
    public var stretches = false

    /// No filter at all.
    public init() {}
}
