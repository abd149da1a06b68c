public import BoundedCrop
public import Observation

/// The base class of the image views: content on a surface, shown by a displayer and reported to all observers.
///
/// Views are used on the main actor and do not block it: loading, decoding, detection and effects run on other threads. All public
/// properties can be tracked with the Observation framework. Changes made in one turn of the main actor are handled together at its end.
@MainActor @Observable open class ImageView {
    /// One change of the content.
    public struct Showing: Hashable, Sendable {
        /// The content.
        public let content: ImageContent
        /// The transition with which it appeared.
        public let transition: Transition
    }

    /// Where the view shows its pictures.
    @ObservationIgnored public let surface: any ImageSurface
    /// Shows the content on the surface; by default with the view's own transitions.
    public var displayer: any ImageDisplayer = DirectDisplayer()
    /// The current content.
    public private(set) var content = ImageContent.nothing
    /// The content as the surface got it.
    private(set) var contentOnSurface = ImageContent.nothing
    /// The surface's size in pixels.
    public private(set) var bounds: PixelSize

    let timing: ViewTiming
    /// Shows the current content, if it is not the view's own displayer.
    @ObservationIgnored private var otherDisplayer: (any ImageDisplayer)?
    @ObservationIgnored private let broadcast = Broadcast<Showing>()
    @ObservationIgnored private(set) var updateIsComing = false

    init(surface: any ImageSurface, timing: ViewTiming) {
        self.surface = surface
        self.timing = timing
        bounds = surface.size
        surface.sizeDidChange = { [weak self] in self?.takeSize() }
    }

    /// A stream of everything shown from now on; it ends with the view. A listener that falls more than 64 behind loses the oldest
    /// elements.
    public var shown: AsyncStream<Showing> { broadcast.stream(capacity: 64) }

    /// - Parameter displayer: Used instead of the view's own.
    func show(_ content: ImageContent, _ transition: Transition, by displayer: (any ImageDisplayer)? = nil) {
        self.content = content
        contentOnSurface = arranged(content)
        otherDisplayer = displayer
        (displayer ?? self.displayer).display(contentOnSurface, on: surface, transition)
        broadcast.send(Showing(content: content, transition: transition))
    }

    /// Shows the same content for a new size of the surface, if it looks different there.
    private func arrangeAgain() {
        guard content != .nothing, !bounds.bounds.isEmpty else { return }
        let displayer = otherDisplayer ?? displayer
        let arranged = arranged(content)
        guard displayer.dependsOnSize || arranged != contentOnSurface else { return }
        contentOnSurface = arranged
        displayer.displayAgain(arranged, on: surface)
    }

    /// Returns content as the surface will get it: by default, as it is, for the surface to scale.
    func arranged(_ content: ImageContent) -> ImageContent { content }

    /// Schedules one call of `update()` at the end of this turn.
    func setNeedsUpdate() {
        guard !updateIsComing else { return }
        updateIsComing = true
        timing.atEndOfTurn { [weak self] in self?.updateIfNeeded() }
    }

    /// Runs a scheduled update immediately, if there is one.
    func updateIfNeeded() {
        guard updateIsComing else { return }
        updateIsComing = false
        update()
    }

    /// Handles all changes since the last update.
    func update() {}

    func boundsDidChange(from old: PixelSize) {}

    private func takeSize() {
        let old = bounds
        guard surface.size != old else { return }
        bounds = surface.size
        arrangeAgain()
        boundsDidChange(from: old)
    }
}
