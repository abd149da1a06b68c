public import BoundedCrop
public import BoundedCropEffects

/// A surface that lies on other content, such as a ``SurfaceLayer`` or a window inside another one.
///
/// A ``BlurView`` on it blurs what is beneath, moves it where its frame is animated to, and covers all of it.
@MainActor public protocol OverlaySurface: ImageSurface {
    /// Where it lies, in points of what is beneath it.
    var frame: Rect { get set }

    /// How pictures are fitted to its size. A ``BlurView`` sets it to `scaleToFill`, because its small pictures have rounded sides.
    var contentMode: ContentMode { get set }

    /// What is beneath it; nil for nothing.
    var beneath: (any BlurSource)? { get }
}
