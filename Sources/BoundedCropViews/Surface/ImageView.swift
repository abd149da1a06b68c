public import BoundedCrop
public import BoundedCropEffects
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
    @ObservationIgnored package let surface: any ImageSurface
    /// Shows the content on the surface; by default with the view's own transitions.
    public var displayer: any ImageDisplayer = DirectDisplayer()
    /// The current content.
    public private(set) var content = ImageContent.nothing
    /// The content as the surface got it.
    private(set) var contentOnSurface = ImageContent.nothing
    /// Why the last picture could not be loaded, cropped, given its effects or blurred; nil if it could, or as soon as another one is set.
    /// What was shown before stays.
    public internal(set) var failure: (any Error)?
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

/// Waits for observable conditions.
package enum Observing {
    /// Returns when a condition made of observable properties holds: immediately, or after the change that makes it true. Throws
    /// `CancellationError` if the task is cancelled.
    @MainActor package static func until(_ condition: @escaping @MainActor () -> Bool) async throws {
        while true {
            try Task.checkCancellation()
            let (changes, change) = AsyncStream<Void>.makeStream()
            let holds = withObservationTracking {
                condition()
            } onChange: {
                change.finish()
            }
            if holds { return }
            // The stream ends with the change or with the cancellation of the task.
            for await _ in changes {}
        }
    }
}

/// A task that is cancelled when the last reference to it is released, for example because another task replaces it.
final class OwnedTask: Sendable {
    private let task: Task<Void, Never>

    /// Starts work on the main actor. The work must not keep the task's owner alive.
    init(_ work: @escaping @MainActor () async -> Void) {
        task = Task { await work() }
    }

    deinit { task.cancel() }
}

/// The clock of a view, and the scheduling of its updates. Tests can replace it.
public struct ViewTiming: Sendable {
    /// The time since an arbitrary start; only differences matter.
    let now: @Sendable () -> Duration
    let sleep: @Sendable (Duration) async throws -> Void
    let atEndOfTurn: @MainActor @Sendable (@escaping @MainActor () -> Void) -> Void

    /// Creates a timing.
    /// - Parameters:
    ///   - clock: Measures transitions, intervals and animations.
    ///   - atEndOfTurn: Calls a closure once, after the main actor's current work, so that changes made together are handled together; by
    ///     default a separate task on the main actor.
    public init<C: Clock<Duration>>(
        clock: C = ContinuousClock(),
        atEndOfTurn: @escaping @MainActor @Sendable (@escaping @MainActor () -> Void) -> Void = { work in
            Task { @MainActor in work() }
        }
    ) {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
        self.atEndOfTurn = atEndOfTurn
    }
}
