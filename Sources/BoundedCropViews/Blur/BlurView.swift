public import BoundedCrop
internal import BoundedCropEffects
public import Observation

/// Shows what lies beneath it, blurred, and follows its changes.
///
///     let glass = BlurView(surface: surface, underlying: photoView)
///     glass.animateBlurRadius(to: 80, over: .seconds(1))
///
/// Blurring runs on the scheduler's threads, of a snapshot that is the smaller the larger the radius is; its result is as small, and the
/// surface brings it to its size. No view is blurred twice at the same time, and none while nothing has changed.
@MainActor @Observable public final class BlurView: ImageView {
    /// What is blurred; nil for nothing.
    public var underlying: (any BlurSource)? {
        didSet {
            turn.endWatch()
            setNeedsDisplay()
        }
    }
    /// Whether this view blurs. Off, it shows nothing, so that what lies beneath is seen.
    public var blurEnabled = true { didSet { if blurEnabled != oldValue { setNeedsDisplay() } } }
    /// On, the default: blurs again whenever what lies beneath changes. Off: only when a property changes, or when told to.
    public var dynamic = true { didSet { if dynamic != oldValue { setNeedsDisplay() } } }
    /// The least time from the start of one blurring to the next of a dynamic view; zero, the default, for as often as possible.
    public var updateInterval = Duration.zero
    /// How often the box blur is applied; 2 by default.
    public var iterations = 2 { didSet { if iterations != oldValue { setNeedsDisplay() } } }
    /// The side of the box in pixels of what lies beneath; 40 by default. Setting it ends an animation.
    public var blurRadius = 40.0 {
        didSet {
            animation = nil
            if blurRadius != oldValue { setNeedsDisplay() }
        }
    }
    /// A light on the blurred picture: a quarter of its red, green and blue is added. None by default.
    public var tintColor: Color? { didSet { if tintColor != oldValue { setNeedsDisplay() } } }
    /// Why the last blurring failed; nil when it did not.
    public private(set) var failure: (any Error)?

    /// The turn that is being taken, or waited for.
    @ObservationIgnored var turn = BlurTurn()
    @ObservationIgnored let scheduler: BlurScheduler
    private var animation: NumberAnimation?

    /// A view that blurs what lies beneath it as soon as its turn comes.
    /// - Parameter scheduler: gives the turns; the one of the whole process by default.
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

    /// The radius at this moment of an animation; otherwise `blurRadius`.
    public var presentedBlurRadius: Double { animation?.value(at: timing.now()) ?? blurRadius }

    /// Takes the radius from where it is now to another over time; `blurRadius` is the new one at once.
    public func animateBlurRadius(to radius: Double, over duration: Duration, curve: AnimationCurve = .easeInOut) {
        let start = presentedBlurRadius
        blurRadius = radius
        animation = NumberAnimation(start: start, end: radius, begin: timing.now(), duration: duration, curve: curve)
        setNeedsDisplay()
    }

    /// Has the view blurred again when its turn comes, by all changes made in this turn of the main actor.
    public func setNeedsDisplay() {
        turn.isWanted = true
        setNeedsUpdate()
    }

    /// Blurs now, whatever the update interval.
    /// - Parameters:
    ///   - asynchronously: on the scheduler's threads, as soon as the view's turn comes. Otherwise here, on the main actor, which waits for
    ///     it; if the view is being blurred already, right after that.
    ///   - completion: called once when the result is shown, or when there is nothing to show.
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

    /// Whether there is to be anything to see.
    var isBlurring: Bool { blurEnabled && scheduler.blurEnabled && underlying != nil }
    var isAnimating: Bool { animation != nil }

    /// What to do now, or nil for nothing, which is shown then.
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

    /// What lies beneath now; from now on changes of it are heard of.
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
