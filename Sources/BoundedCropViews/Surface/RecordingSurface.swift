public import BoundedCrop
public import Observation

/// A surface that only remembers what it was told: for tests, and for programs that draw by themselves.
@MainActor @Observable public final class RecordingSurface: ImageSurface {
    /// One thing that the surface was told.
    public enum Event: Hashable, Sendable {
        /// Content was shown, in this way.
        case content(ImageContent, Transition)
        /// The activity indicator was shown or hidden.
        case activityIndicator(Bool)
    }

    /// The size in pixels. Setting it is what resizing a window is elsewhere.
    public var size: PixelSize {
        didSet { if size != oldValue { sizeDidChange?() } }
    }
    /// Called after `size` has changed.
    @ObservationIgnored public var sizeDidChange: (@MainActor () -> Void)?
    /// All that the surface was told, in order.
    public private(set) var events: [Event] = []
    /// What is seen now.
    public private(set) var content = ImageContent.nothing
    /// Whether the activity indicator is seen now.
    public private(set) var showsActivityIndicator = false

    /// An empty surface of this size.
    public init(size: PixelSize) {
        self.size = size
    }

    /// Takes down what is shown.
    public func show(_ content: ImageContent, _ transition: Transition) {
        self.content = content
        events.append(.content(content, transition))
    }

    /// Takes down whether the indicator is shown.
    public func showActivityIndicator(_ isShown: Bool) {
        showsActivityIndicator = isShown
        events.append(.activityIndicator(isShown))
    }
}
