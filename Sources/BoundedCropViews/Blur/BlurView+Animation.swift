public import BoundedCrop

extension BlurView {
    /// The current radius during an animation, otherwise ``blurRadius``.
    public var presentedBlurRadius: Double { blurRadius(at: timing.now()) }

    /// The current frame during an animation, otherwise ``frame``.
    public var presentedFrame: Rect? { frame(at: timing.now()) }

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
