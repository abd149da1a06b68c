/// An animation after detection: its features, followed through time.
public struct FollowedAnimation: Sendable {
    /// What the file says about the animation.
    package var info: AnimationInfo
    /// How long the animation lasts when it is shown once, in milliseconds.
    package var duration: Int
    /// The number of frames in which features were detected.
    package var lookCount: Int
    /// The features, in the order in which they first appear.
    package var tracks: [FeatureTrack]
    /// What stands out in the first frame, for crops without a track to keep; nil if nothing does.
    var saliency: SaliencyMap?
}

extension FollowedAnimation {
    /// An animation that was looked at earlier, without what stood out in it.
    package init(info: AnimationInfo, duration: Int, lookCount: Int, tracks: [FeatureTrack]) {
        self.init(info: info, duration: duration, lookCount: lookCount, tracks: tracks, saliency: nil)
    }
}

extension BlockingCropper {
    /// Looks for features in the first frame of an animation, in the last, and in at least two a second (fewer in one of more than a
    /// minute, and never more than 241), and follows them from one to the next. All frames are decoded, one at a time.
    ///
    /// - Parameters:
    ///   - source: A file whose header says that it is animated.
    ///   - accuracy: The accuracy of the detection.
    ///   - detectsFeatures: Whether to look for features at all.
    /// - Throws: What the detector and `ImageSource.forEachFrame` throw, `CancellationError` if the work on this thread is cancelled.
    public func follow(
        _ source: ImageSource,
        accuracy: DetectionAccuracy = .low,
        detectsFeatures: Bool = true
    ) throws -> FollowedAnimation {
        var follower = FeatureFollower(size: source.size)
        var schedule = LookSchedule()
        var info: AnimationInfo?
        var (duration, lookCount) = (0, 0)
        var saliency: SaliencyMap?
        var unseen: AnimationFrame?
        let embedded = detectsFeatures ? source.embeddedFeatures : []
        func look(at frame: AnimationFrame) throws {
            let picture = FramePicture(pixels: frame.pixels, embeddedFeatures: embedded)
            follower.add(try detector.features(in: picture, accuracy: accuracy), at: frame.time)
            lookCount += 1
        }
        try source.forEachFrame(willStart: { info = $0 }) { frame in
            duration = frame.start + frame.duration
            guard detectsFeatures else { return true }
            if lookCount == 0 { saliency = try Attention.map(of: frame.pixels) }
            let isDue = schedule.includes(frameFrom: frame.time, to: Double(duration) / 1000)
            if isDue { try look(at: frame) }
            unseen = isDue ? nil : frame
            return true
        }
        if let unseen { try look(at: unseen) }
        guard let info else { throw BoundedCropError(.malformedImage, "the animation has no frames") }
        return FollowedAnimation(
            info: info,
            duration: duration,
            lookCount: lookCount,
            tracks: follower.confirmed(),
            saliency: saliency
        )
    }

    /// Determines where the frames of an animation are cropped, as `plan(_:for:)`.
    ///
    /// - Parameter frame: A frame, in which the fallback looks for what stands out when there are no tracks.
    package func plan(_ frame: any Picture, tracks: [FeatureTrack], for request: CropRequest) throws -> CropPlan {
        try CropPlanner.plan(tracks: tracks, size: frame.size, request: request) { try Attention.map(of: frame) }
    }

    /// Determines where an animation is cropped: one window for all frames, which holds the features through time.
    ///
    /// - Throws: `noFeatureFound` when the request requires a feature, `invalidArgument` for a request out of range.
    public func plan(_ animation: FollowedAnimation, for request: CropRequest) throws -> CropPlan {
        try CropPlanner.plan(tracks: animation.tracks, size: animation.info.size, request: request) { animation.saliency }
    }

    /// Determines where an animation is cropped for several requests.
    ///
    /// - Throws: What `plan(_:for:)` throws for the first request that fails.
    package func plans(_ animation: FollowedAnimation, for requests: [CropRequest]) throws -> [CropPlan] {
        try requests.map { try plan(animation, for: $0) }
    }
}

/// A frame of an animation as detectors receive it: its pixels, and the features that the file's metadata names for all frames.
struct FramePicture: Picture {
    let pixels: PixelBuffer
    let embeddedFeatures: [Feature]

    var size: PixelSize { pixels.size }

    func luma(longSide: Int) throws -> LumaPlane { try pixels.luma(longSide: longSide) }

    func pixels(longSide: Int) throws -> PixelBuffer { try pixels.pixels(longSide: longSide) }

    func pixels(of rectangle: PixelRect, scaledTo size: PixelSize) throws -> PixelBuffer {
        try pixels.pixels(of: rectangle, scaledTo: size)
    }
}

/// Chooses the frames of an animation that detection looks at, without knowing its length in advance: the first, and at least two a second,
/// as long as their number is within a bound. Beyond half of the bound, pauses become twice as long with each eighth of it.
struct LookSchedule {
    private(set) var interval: Double
    private(set) var count = 0
    private var nextTime = 0.0
    private let most: Int

    init(interval: Double = 0.5, most: Int = 240) {
        (self.interval, self.most) = (interval, max(2, most))
    }

    /// Whether to look at the frame that is shown from one time to another, in seconds; asked once for each frame in order. It is the one
    /// that is shown when the pause is over.
    mutating func includes(frameFrom time: Double, to end: Double) -> Bool {
        guard end > nextTime, count < most else { return false }
        count += 1
        if count >= most / 2, (count - most / 2) % max(1, most / 8) == 0 { interval *= 2 }
        nextTime = max(time, nextTime) + interval
        return true
    }
}
