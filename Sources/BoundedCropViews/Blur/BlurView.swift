public import BoundedCrop
internal import BoundedCropEffects
public import Observation

/// Shows a blurred picture of the content beneath it and follows its changes.
///
///     let glass = BlurView(surface: surface, underlying: photoView)
///     glass.animateBlurRadius(to: 80, over: .seconds(1))
///
/// Blurring runs on the scheduler's threads on a downscaled snapshot: the larger the radius, the smaller the snapshot. The surface scales
/// the result up. A view is never blurred twice at the same time, and not at all while nothing changes.
@MainActor @Observable public final class BlurView: ImageView {
    /// The content to blur; nil for none.
    public var underlying: (any BlurSource)? {
        didSet {
            turn.endWatch()
            setNeedsDisplay()
        }
    }
    /// Whether this view blurs. If false, it shows nothing, so that the content beneath is visible.
    public var blurEnabled = true { didSet { if blurEnabled != oldValue { setNeedsDisplay() } } }
    /// If true, the default, the view blurs again whenever the content beneath changes. If false, it blurs only when a property changes or
    /// on request.
    public var dynamic = true { didSet { if dynamic != oldValue { setNeedsDisplay() } } }
    /// The minimum time between the starts of two blurs of a dynamic view; zero, the default, for as often as possible.
    public var updateInterval = Duration.zero
    /// The number of box blur passes; 2 by default.
    public var iterations = 2 { didSet { if iterations != oldValue { setNeedsDisplay() } } }
    /// The side of the box in pixels of the content beneath; 40 by default. Setting it ends an animation.
    public var blurRadius = 40.0 {
        didSet {
            animation = nil
            if blurRadius != oldValue { setNeedsDisplay() }
        }
    }
    /// A tint: a quarter of its red, green and blue is added to the blurred picture. Nil by default.
    public var tintColor: Color? { didSet { if tintColor != oldValue { setNeedsDisplay() } } }
    /// The error of the last blur; nil if it succeeded.
    public private(set) var failure: (any Error)?

    /// The state of the current or next turn.
    @ObservationIgnored var turn = BlurTurn()
    @ObservationIgnored let scheduler: BlurScheduler
    private var animation: NumberAnimation?

    /// Creates a view that blurs the content beneath it as soon as its turn comes.
    /// - Parameters:
    ///   - surface: Where the view shows its pictures.
    ///   - underlying: The content to blur.
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
        scheduler.add(self)
        setNeedsDisplay()
    }

    /// The current radius during an animation, otherwise ``blurRadius``.
    public var presentedBlurRadius: Double { animation?.value(at: timing.now()) ?? blurRadius }

    /// Animates the radius from its current value to a new one. ``blurRadius`` is set to the new value immediately.
    public func animateBlurRadius(to radius: Double, over duration: Duration, curve: AnimationCurve = .easeInOut) {
        let start = presentedBlurRadius
        blurRadius = radius
        animation = NumberAnimation(start: start, end: radius, begin: timing.now(), duration: duration, curve: curve)
        setNeedsDisplay()
    }

    /// Requests a blur at the view's next turn. Changes made in the same turn of the main actor are handled together.
    public func setNeedsDisplay() {
        turn.isWanted = true
        setNeedsUpdate()
    }

    /// Blurs now, regardless of the update interval.
    /// - Parameters:
    ///   - asynchronously: If true, the blur runs on the scheduler's threads as soon as the view's turn comes. If false, it runs on the
    ///     main actor and blocks it; if the view is already being blurred, it runs asynchronously right after that.
    ///   - completion: Called once when the result is shown, or when there is nothing to show.
    public func updateAsynchronously(_ asynchronously: Bool = true, completion: (@MainActor () -> Void)? = nil) {
        if let completion { turn.completions.append(completion) }
        turn.isWanted = true
        if !asynchronously, turn.state != .blurring {
            scheduler.leave(self)
            turn.state = .waiting
            if let job = beginTurn() { endTurn(Result { try job.run(Cancellation()) }) }
        } else {
            requestTurn()
        }
    }

    override func update() { requestTurn() }

    /// Whether the view shows a blur.
    var isBlurring: Bool { blurEnabled && scheduler.blurEnabled && underlying != nil }
    var isAnimating: Bool { animation != nil }

    /// Returns the current work, or nil if there is nothing to show.
    func makeJob() -> BlurJob? {
        let radius = presentedBlurRadius
        if let animation, animation.isOver(at: timing.now()) { self.animation = nil }
        guard isBlurring, let picture = lookBeneath() else { return nil }
        return BlurJob(picture: picture, blur: Blur(radius: radius, iterations: iterations, tint: tintColor))
    }

    func finish(_ result: Result<PixelBuffer, any Error>) {
        switch result {
        case .success(let picture):
            failure = nil
            if isBlurring { show(.picture(picture), .none) }
        case .failure(let error):
            if !(error is CancellationError) { failure = error }
        }
    }

    func showNothing() {
        if content != .nothing { show(.nothing, .none) }
    }

    /// Returns the content beneath and starts watching it for changes.
    private func lookBeneath() -> (any Picture)? {
        guard dynamic, let underlying, underlying.isObservable, !turn.isWatching else { return underlying?.picture() }
        let watch = turn.beginWatch()
        return withObservationTracking {
            underlying.picture()
        } onChange: { [weak self] in
            Task { @MainActor in self?.underlyingDidChange(watch) }
        }
    }
}
