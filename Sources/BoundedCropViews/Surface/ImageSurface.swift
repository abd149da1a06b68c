public import BoundedCrop
public import BoundedCropEffects

/// Where a view shows its pictures: a terminal, a window, a page, a file of frames, or a test.
///
/// A surface scales pictures of any size to its own. Transitions are optional: a surface that cannot blend shows new content immediately.
@MainActor public protocol ImageSurface: AnyObject {
    /// The size in pixels. While a side is 0, for example before a window is laid out, views wait.
    var size: PixelSize { get }

    /// How the surface fits pictures to its size; `aspectFit` by default.
    var contentMode: ContentMode { get }

    /// Called by the surface after `size` has changed. Set only by the view that uses the surface.
    var sizeDidChange: (@MainActor () -> Void)? { get set }

    /// Replaces the current content. A transition in progress ends, or the new one starts from what is currently visible.
    func show(_ content: ImageContent, _ transition: Transition)

    /// Shows or hides an activity indicator.
    func showActivityIndicator(_ isShown: Bool)
}

extension ImageSurface {
    /// `aspectFit` by default.
    public var contentMode: ContentMode { .aspectFit }
}
