public import BoundedCrop
public import Observation

/// A surface that only records calls: for tests, and for programs that do their own drawing.
@MainActor @Observable public final class RecordingSurface: ImageSurface {
    /// A call to the surface.
    public enum Event: Hashable, Sendable {
        /// Content was shown with this transition.
        case content(ImageContent, Transition)
        /// The activity indicator was shown or hidden.
        case activityIndicator(Bool)
    }

    /// The size in pixels. Setting it simulates resizing a window.
    public var size: PixelSize {
        didSet { if size != oldValue { sizeDidChange?() } }
    }
    /// Called after `size` has changed.
    @ObservationIgnored public var sizeDidChange: (@MainActor () -> Void)?
    /// All calls in order.
    public private(set) var events: [Event] = []
    /// The current content.
    public private(set) var content = ImageContent.nothing
    /// Whether the activity indicator is currently shown.
    package private(set) var showsActivityIndicator = false

    /// Creates an empty surface.
    public init(size: PixelSize) {
        self.size = size
    }

    /// Records the content.
    public func show(_ content: ImageContent, _ transition: Transition) {
        self.content = content
        events.append(.content(content, transition))
    }

    /// Records whether the indicator is shown.
    public func showActivityIndicator(_ isShown: Bool) {
        showsActivityIndicator = isShown
        events.append(.activityIndicator(isShown))
    }
}
