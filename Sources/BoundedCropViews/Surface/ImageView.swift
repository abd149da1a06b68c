public import BoundedCrop
public import Observation

/// What the image views have in common: content on a surface, put there by a displayer, and word of it for everybody who watches.
///
/// Views are used on the main actor, which they never block: loading, decoding, detecting and effects run on threads of their own. All
/// public properties can be watched with the Observation framework. Changes made in one turn of the main actor are acted on together, at
/// its end.
@MainActor @Observable open class ImageView {
    /// One thing that was shown.
    public struct Showing: Hashable, Sendable {
        /// What is seen since then.
        public let content: ImageContent
        /// How it appeared.
        public let transition: Transition
    }

    /// Where the view's pictures are seen.
    @ObservationIgnored public let surface: any ImageSurface
    /// How they get there; by default as the view says.
    public var displayer: any ImageDisplayer = DirectDisplayer()
    /// What is seen now.
    public private(set) var content = ImageContent.nothing
    /// The surface's size in pixels.
    public private(set) var bounds: PixelSize

    let timing: ViewTiming
    @ObservationIgnored private let broadcast = Broadcast<Showing>()
    @ObservationIgnored private var updateIsComing = false

    init(surface: any ImageSurface, timing: ViewTiming) {
        self.surface = surface
        self.timing = timing
        bounds = surface.size
        surface.sizeDidChange = { [weak self] in self?.takeSize() }
    }

    /// Everything that is shown from now on, for one who listens; it ends with the view. Who falls more than 64 behind loses the oldest.
    public var shown: AsyncStream<Showing> { broadcast.stream(capacity: 64) }

    /// - Parameter displayer: in place of the view's own.
    func show(_ content: ImageContent, _ transition: Transition, by displayer: (any ImageDisplayer)? = nil) {
        self.content = content
        (displayer ?? self.displayer).display(content, on: surface, transition)
        broadcast.send(Showing(content: content, transition: transition))
    }

    /// Has `update()` called once at the end of this turn, however often this is called before.
    func setNeedsUpdate() {
        guard !updateIsComing else { return }
        updateIsComing = true
        timing.atEndOfTurn { [weak self] in self?.updateIfNeeded() }
    }

    /// Does at once what is due at the end of the turn, if anything is.
    func updateIfNeeded() {
        guard updateIsComing else { return }
        updateIsComing = false
        update()
    }

    /// Acts on all changes since the last time.
    func update() {}

    func boundsDidChange(from old: PixelSize) {}

    private func takeSize() {
        let old = bounds
        guard surface.size != old else { return }
        bounds = surface.size
        boundsDidChange(from: old)
    }
}
