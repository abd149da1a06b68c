public import BoundedCrop
public import BoundedCropEffects
public import Observation

/// A surface that records what it shows and when, to be rendered as an animated WebP or a folder of PNGs.
///
///     let surface = FrameSurface(size: PixelSize(width: 320, height: 240))
///     let view = BoundedImageView(surface: surface)
///     ...
///     try await surface.recording.writeWebP(to: "view.webp")
@MainActor @Observable public final class FrameSurface: ImageSurface {
    /// The size in pixels of the surface and of every frame. After a change, earlier content is scaled to the new size.
    public var size: PixelSize {
        didSet { if size != oldValue { sizeDidChange?() } }
    }
    /// Called after `size` has changed.
    @ObservationIgnored public var sizeDidChange: (@MainActor () -> Void)?
    /// How pictures are fitted to the size; `aspectFit` by default.
    public var contentMode = ContentMode.aspectFit
    /// The frame rate of transitions, 1...1000; 25 by default.
    public var framesPerSecond = 25

    private var events: [Recording.Event] = []
    private let start: Duration
    private let timing: ViewTiming

    /// Creates an empty surface.
    /// - Parameters:
    ///   - size: The size in pixels.
    ///   - timing: Its clock measures how long things are shown.
    public init(size: PixelSize, timing: ViewTiming = ViewTiming()) {
        self.size = size
        self.timing = timing
        start = timing.now()
    }

    /// Everything shown so far, from the first content until now.
    public var recording: Recording {
        Recording(size: size, contentMode: contentMode, framesPerSecond: framesPerSecond, events: events, end: timing.now() - start)
    }

    /// Records the content and the time.
    public func show(_ content: ImageContent, _ transition: Transition) {
        events.append(Recording.Event(time: timing.now() - start, kind: .content(content, transition)))
    }

    /// Records that the activity indicator, drawn as three dots at the bottom, is shown or hidden.
    public func showActivityIndicator(_ isShown: Bool) {
        events.append(Recording.Event(time: timing.now() - start, kind: .activityIndicator(isShown)))
    }
}
