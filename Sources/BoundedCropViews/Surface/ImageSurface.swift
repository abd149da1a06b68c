public import BoundedCrop

/// A place where one view's pictures are seen: a terminal, a window, a page, a file of frames, a test.
///
/// A surface brings pictures of any size to its own, and takes its time for transitions as it can: one that cannot blend shows the new
/// content at once.
@MainActor public protocol ImageSurface: AnyObject {
    /// The size in pixels. While a side is 0, as before a window is laid out, views wait.
    var size: PixelSize { get }

    /// Called by the surface after `size` has changed. The view that shows here sets it; nobody else does.
    var sizeDidChange: (@MainActor () -> Void)? { get set }

    /// Shows content in place of what was there. A transition under way ends or goes on from what is seen of it now.
    func show(_ content: ImageContent, _ transition: Transition)

    /// Shows or hides a sign that something is being loaded.
    func showActivityIndicator(_ isShown: Bool)
}
