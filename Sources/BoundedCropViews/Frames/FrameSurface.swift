public import BoundedCrop
public import BoundedCropEffects
public import Observation

/// A surface that keeps what it is told with the time of it, to be made into frames: an animated WebP, or a folder of PNGs.
///
///     let surface = FrameSurface(size: PixelSize(width: 320, height: 240))
///     let view = BoundedImageView(surface: surface)
///     ...
///     try await surface.recording.writeWebP(to: "view.webp")
@MainActor @Observable public final class FrameSurface: ImageSurface {
    /// The size in pixels, of every frame too: those from before a change are brought to the last size.
    public var size: PixelSize {
        didSet { if size != oldValue { sizeDidChange?() } }
    }
    /// Called after `size` has changed.
    @ObservationIgnored public var sizeDidChange: (@MainActor () -> Void)?
    /// How pictures come to the size; `aspectFit` by default.
    public var contentMode = ContentMode.aspectFit
    /// How finely transitions are drawn; 25 by default.
    public var framesPerSecond = 25

    private var events: [Recording.Event] = []
    private let start: Duration
    private let timing: ViewTiming

    /// A surface that has shown nothing yet.
    /// - Parameter timing: its clock tells how long things are seen.
    public init(size: PixelSize, timing: ViewTiming = ViewTiming()) {
        self.size = size
        self.timing = timing
        start = timing.now()
    }

    /// Everything from the first thing shown until now.
    public var recording: Recording {
        Recording(size: size, contentMode: contentMode, framesPerSecond: framesPerSecond, events: events, end: timing.now() - start)
    }

    /// Keeps what is shown, and when.
    public func show(_ content: ImageContent, _ transition: Transition) {
        events.append(Recording.Event(time: timing.now() - start, kind: .content(content, transition)))
    }

    /// Keeps that an indicator is seen, as three dots at the bottom.
    public func showActivityIndicator(_ isShown: Bool) {
        events.append(Recording.Event(time: timing.now() - start, kind: .activityIndicator(isShown)))
    }
}
