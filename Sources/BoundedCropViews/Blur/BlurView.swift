public import BoundedCrop
internal import BoundedCropEffects
public import Observation

/// Shows a blurred picture of the content beneath it and follows its changes.
///
///     let glass = BlurView(surface: surface, underlying: photoView)
///     glass.frame = Rect(x: 0, y: 120, width: 320, height: 60)
///     glass.animateBlurRadius(to: 80, over: .seconds(1))
///
/// Frame and radius are in points: those of a view's bounds, or pixels of a picture unless the source names its scale.
///
/// Blurring runs on the scheduler's threads on a downscaled snapshot: the larger the radius, the smaller the snapshot. The surface scales
/// the result up. Nothing is blurred while nothing changes.
@MainActor @Observable public final class BlurView: ImageView {
    /// The content to blur, which the view does not keep alive. Nil means what is beneath the surface that the view is on, if it is an
    /// ``OverlaySurface``, such as a layer of a ``LayeredSurface``. So does the view itself.
    ///
    /// When the content is released, the last blur stays until the view is redrawn: ``setNeedsDisplay()``. Two views that blur each other
    /// never come to rest.
    public weak var underlying: (any BlurSource)? {
        didSet { setNeedsBlur() }
    }
    /// The region to blur, in points of the content beneath; transparent where it extends beyond. Nil, the default, means the frame of the
    /// ``OverlaySurface`` that the view is on, and all of the content on any other surface. Setting it moves an overlay there and ends an
    /// animation.
    public var frame: Rect? {
        didSet {
            // An animation to the same frame has left the view on the way.
            if frame != oldValue || frameAnimation != nil { setNeedsBlur() }
            interruptFrameAnimation()
        }
    }
    /// Whether this view blurs. If false, it shows nothing, so that the content beneath is visible.
    public var blurEnabled = true { didSet { if blurEnabled != oldValue { setNeedsBlur() } } }
    /// If true, the default, the view blurs again whenever the content beneath changes. If false, it blurs only when a property changes or
    /// on request.
    public var dynamic = true { didSet { if dynamic != oldValue { setNeedsBlur() } } }
    /// The minimum time between the starts of two blurs of a dynamic view; zero, the default, for as often as possible. Animations of the
    /// view do not wait for it.
    public var updateInterval = Duration.zero
    /// The number of box blur passes; 2 by default.
    public var iterations = 2 { didSet { if iterations != oldValue { setNeedsBlur() } } }
    /// The side of the box in points of the content beneath; 40 by default. Setting it ends an animation.
    public var blurRadius = 40.0 {
        didSet {
            if blurRadius != oldValue || radiusAnimation != nil { setNeedsBlur() }
            interruptRadiusAnimation()
        }
    }
    /// A tint: a quarter of its red, green and blue is added to the blurred picture. Nil by default.
    public var tintColor: Color? { didSet { if tintColor != oldValue { setNeedsBlur() } } }

    /// The state of the current or next turn.
    @ObservationIgnored var turn = BlurTurn()
    @ObservationIgnored let scheduler: BlurScheduler
    var radiusAnimation: ValueAnimation<Double>?
    var frameAnimation: ValueAnimation<Rect>?

    /// Creates a view that blurs the content beneath it as soon as its turn comes.
    /// - Parameters:
    ///   - surface: Where the view shows its pictures.
    ///   - underlying: The content to blur, which the view does not keep alive; nil for what is beneath the surface.
    ///   - scheduler: Schedules the view; by default the shared scheduler of the process.
    ///   - timing: The clock of the view.
    public init(
        surface: any ImageSurface,
        underlying: (any BlurSource)? = nil,
        scheduler: BlurScheduler = .shared,
        timing: ViewTiming = ViewTiming()
    ) {
        self.underlying = underlying
        self.scheduler = scheduler
        super.init(surface: surface, timing: timing)
        overlay?.contentMode = .scaleToFill
        scheduler.add(self)
        setNeedsBlur()
    }

    /// Blurs now, on the main actor, regardless of the update interval. When the call returns, the result is shown.
    public func setNeedsDisplay() {
        updateAsynchronously(false)
    }

    /// Blurs now, regardless of the update interval.
    /// - Parameters:
    ///   - asynchronously: If true, the blur runs on the scheduler's threads as soon as the view's turn comes. If false, it runs on the
    ///     main actor, blocks it, and is shown when the call returns; the result of a blur under way on a thread is dropped.
    ///   - completion: Called once when the result is shown, or when there is nothing to show.
    public func updateAsynchronously(_ asynchronously: Bool = true, completion: (@MainActor () -> Void)? = nil) {
        if let completion { turn.completions.append(completion) }
        turn.isWanted = true
        // Not at once: with nothing beneath, the completion would be called out of this call, and may call it again.
        if asynchronously { setNeedsUpdate() } else { takeTurnNow() }
    }

    override func update() { requestTurn() }

    /// Requests a blur at the view's next turn. Changes made in the same turn of the main actor are handled together.
    func setNeedsBlur() {
        turn.isWanted = true
        setNeedsUpdate()
    }

    /// What is blurred. The view itself would change whenever it is blurred, without end.
    var beneath: (any BlurSource)? {
        if let underlying, underlying !== self { return underlying }
        return overlay?.beneath
    }
    /// The surface, if it lies on other content.
    var overlay: (any OverlaySurface)? { surface as? any OverlaySurface }
    /// Whether the view shows a blur.
    var isBlurring: Bool { blurEnabled && scheduler.blurEnabled && beneath != nil }

    /// Returns the current work, or nil if there is nothing to show.
    func makeJob(at now: Duration) -> BlurJob? {
        guard isBlurring, let beneath else { return nil }
        let (picture, frame, scale) = look(at: beneath, now)
        let blur = Blur(radius: blurRadius(at: now), iterations: iterations, tint: tintColor)
        return picture.flatMap { BlurJob(picture: $0, pixelsPerPoint: scale, frame: frame, blur: blur) }
    }

    /// Shows the result of a job.
    func finish(_ result: Result<PixelBuffer, any Error>) {
        switch result {
        case .success(let picture):
            failure = nil
            if isBlurring { show(.picture(picture), .none) }
        case .failure(let error):
            if !(error is CancellationError) { failure = error }
        }
    }

    /// Moves the surface, if it lies on other content, to the view's current frame.
    func moveOverlay(at now: Duration) {
        if let frame = frame(at: now), let overlay, overlay.frame != frame { overlay.frame = frame }
    }

    func showNothing() {
        if content != .nothing { show(.nothing, .none) }
    }
}

extension BlurView {
    /// The current radius during an animation, otherwise ``blurRadius``.
    package var presentedBlurRadius: Double { blurRadius(at: timing.now()) }

    /// The current frame during an animation, otherwise ``frame``.
    package var presentedFrame: Rect? { frame(at: timing.now()) }

    func blurRadius(at now: Duration) -> Double { radiusAnimation?.value(at: now) ?? blurRadius }

    func frame(at now: Duration) -> Rect? { frameAnimation?.value(at: now) ?? frame }

    var isAnimating: Bool { radiusAnimation != nil || frameAnimation != nil }

    /// Animates the radius from its current value to a new one. ``blurRadius`` is set to the new value immediately.
    /// - Parameters:
    ///   - radius: The new radius.
    ///   - duration: The duration.
    ///   - curve: The course of the animation.
    ///   - completion: Called once: with true when the end is shown, with false when a new value or animation has replaced this one. It
    ///     may start another animation. It is not called once the view is released.
    public func animateBlurRadius(
        to radius: Double,
        over duration: Duration,
        curve: AnimationCurve = .easeInOut,
        completion: (@MainActor (_ isFinished: Bool) -> Void)? = nil
    ) {
        let start = presentedBlurRadius
        let old = radiusAnimation
        radiusAnimation = nil
        blurRadius = radius
        radiusAnimation = ValueAnimation(
            start: start,
            end: radius,
            begin: timing.now(),
            duration: duration,
            curve: curve,
            completion: completion
        )
        setNeedsBlur()
        // Last, because it may start another animation.
        old?.completion?(false)
    }

    /// Animates the frame from its current place to a new one. ``frame`` is set to the new value immediately.
    /// - Parameters:
    ///   - frame: The new frame.
    ///   - duration: The duration.
    ///   - curve: The course of the animation.
    ///   - completion: Called once: with true when the end is shown, with false when a new value or animation has replaced this one. It
    ///     may start another animation. It is not called once the view is released.
    public func animateFrame(
        to frame: Rect,
        over duration: Duration,
        curve: AnimationCurve = .easeInOut,
        completion: (@MainActor (_ isFinished: Bool) -> Void)? = nil
    ) {
        let start = presentedFrame ?? overlay?.frame ?? wholeFrame ?? frame
        let old = frameAnimation
        frameAnimation = nil
        self.frame = frame
        frameAnimation = ValueAnimation(
            start: start,
            end: frame,
            begin: timing.now(),
            duration: duration,
            curve: curve,
            completion: completion
        )
        setNeedsBlur()
        // Last, because it may start another animation.
        old?.completion?(false)
    }

    func interruptRadiusAnimation() {
        let animation = radiusAnimation
        radiusAnimation = nil
        animation?.completion?(false)
    }

    func interruptFrameAnimation() {
        let animation = frameAnimation
        frameAnimation = nil
        animation?.completion?(false)
    }

    /// Ends the animations that are over; their completions are called when this turn is.
    func endAnimations(at now: Duration) {
        if let animation = radiusAnimation, animation.isOver(at: now) {
            radiusAnimation = nil
            if let completion = animation.completion { turn.completionsOfThis.append { completion(true) } }
        }
        if let animation = frameAnimation, animation.isOver(at: now) {
            frameAnimation = nil
            if let completion = animation.completion { turn.completionsOfThis.append { completion(true) } }
        }
    }

    /// All of what lies beneath, in its points.
    private var wholeFrame: Rect? {
        guard let beneath, let picture = beneath.picture() else { return nil }
        let scale = beneath.pixelsPerPoint
        return Rect(x: 0, y: 0, width: Double(picture.size.width) / scale, height: Double(picture.size.height) / scale)
    }
}

extension BlurView {
    /// Joins the queue, now or after the update interval, if there is anything to blur.
    func requestTurn() {
        if turn.state == .pausing, turn.isWanted {
            turn.pause = nil
            turn.state = .idle
        }
        guard turn.state == .idle else { return }
        let follows = dynamic && scheduler.updatesEnabled && turn.underlyingHasChanged
        guard turn.isWanted || isAnimating || follows else { return }
        let rest = turn.isWanted ? .zero : timeToRest
        if rest > .zero {
            turn.state = .pausing
            turn.pause = OwnedTask { [weak self, timing] in
                try? await timing.sleep(rest)
                if !Task.isCancelled { self?.endPause() }
            }
        } else {
            turn.state = .waiting
            scheduler.wait(self)
        }
    }

    /// Called by the scheduler when it is this view's turn. Returns nil if there is no work for a thread.
    func beginTurn() -> BlurJob? {
        let onlyLooks = !turn.isWanted && !isAnimating && beneath?.isObservable == false
        let now = timing.now()
        turn.number += 1
        // Those of a turn that this one overtakes are still there.
        turn.completionsOfThis += turn.completions
        turn.completions = []
        turn.isWanted = false
        turn.underlyingHasChanged = false
        turn.begin = now
        // First, so that an animation that is over has moved the overlay to its end.
        endAnimations(at: now)
        moveOverlay(at: now)
        guard let job = makeJob(at: now) else {
            turn.sight = nil
            showNothing()
            settle(isInQueue: true)
            return nil
        }
        let last = turn.sight
        turn.sight = beneath?.isObservable == false ? job.sight : nil
        if onlyLooks, let last, last == turn.sight {
            settle(isInQueue: true)
            return nil
        }
        turn.state = .blurring
        return job
    }

    /// Called when the work of a turn is done. The result of a turn that was overtaken is dropped.
    func endTurn(_ number: UInt64, _ result: Result<PixelBuffer, any Error>) {
        guard number == turn.number else { return }
        finish(result)
        settle(isInQueue: false)
    }

    /// Blurs on the main actor, before everything that waits or is under way. A thread that blurs the view is told to stop, not waited for.
    func takeTurnNow() {
        scheduler.leave(self)
        turn.pause = nil
        turn.work = nil
        turn.state = .waiting
        if let job = beginTurn() { endTurn(turn.number, Result { try job.run(Cancellation()) }) }
    }

    /// - Parameter isInQueue: Whether the scheduler is about to give turns. A completion that requests another blur would otherwise call
    ///   the scheduler out of its own call, again and again.
    private func settle(isInQueue: Bool) {
        turn.state = .idle
        let completions = turn.completionsOfThis
        turn.completionsOfThis = []
        for completion in completions { completion() }
        // Changes are not reported, so check again.
        if isBlurring, beneath?.isObservable == false { turn.underlyingHasChanged = true }
        if isInQueue { setNeedsUpdate() } else { requestTurn() }
    }

    private func endPause() {
        turn.state = .idle
        turn.pause = nil
        requestTurn()
    }

    /// The time until the next automatic turn.
    private var timeToRest: Duration {
        guard let begin = turn.begin else { return .zero }
        let looks = beneath?.isObservable == false
        let interval = isAnimating ? Self.frame : looks ? max(updateInterval, Self.frame) : updateInterval
        return begin + interval - timing.now()
    }

    /// The interval of the highest frame rate used: 60 frames per second.
    private static let frame = Duration.seconds(1) / 60
}
