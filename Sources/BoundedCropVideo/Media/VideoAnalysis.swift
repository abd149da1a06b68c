public import BoundedCrop

/// What is known of a video after one pass through its frames: when each is shown, where the shots begin, and where the faces are. It can
/// plan paths of several shapes.
public struct VideoAnalysis: Sendable {
    /// The video.
    package let source: VideoSource
    /// When each frame is shown, in seconds from the start of the file.
    package let times: [Double]
    /// What there is to say of what could not be read: the sound, which only helps to see who speaks.
    public let notes: [String]
    private let camera: CameraAnalysis

    /// The long side of the frames in which features are detected.
    private static let longSide = 480

    /// Goes through all frames of a video, in small copies. Blocks.
    ///
    /// - Parameters:
    ///   - source: The video.
    ///   - detector: Finds what is to stay visible; nil to detect nothing.
    ///   - accuracy: The accuracy of the detection.
    ///   - seesBars: Whether black bars are looked for, which paths leave out unless their options keep them.
    ///   - hearsSpeech: Whether the sound is read, if several people are seen, for paths that cut to whoever speaks.
    ///   - toleratesDamage: Whether damaged frames are no error.
    ///   - progress: Hears the time of each frame, in seconds.
    /// - Throws: `missingLibrary` if ffmpeg is not installed, `malformedImage` for a damaged video, what the detector throws, and
    ///   `CancellationError` if the work on this thread is cancelled.
    public init(
        of source: VideoSource,
        detector: (any FeatureDetector)?,
        accuracy: DetectionAccuracy = .low,
        seesBars: Bool = true,
        hearsSpeech: Bool = true,
        toleratesDamage: Bool = false,
        progress: (Double) -> Void = { _ in }
    ) throws {
        let size = source.squareSize
        let small = source.squareSize(longSide: Self.longSide)
        let frames = try VideoFrames(of: source, scaledTo: small, as: .planes, toleratesDamage: toleratesDamage)
        let thumbnailSize = Thumbnail.size(for: size)
        var (camera, pacing, times) = (CameraAnalysis(size: size), DetectionPacing(), [Double]())
        var lastSaliency = -Double.infinity
        var mouths = hearsSpeech && source.hasSound ? MouthMotion(size: small.even) : nil
        while let frame = try frames.nextPlanes() {
            let luma = try frame.planes.luma(resizedTo: thumbnailSize)
            let thumbnail = Thumbnail(width: thumbnailSize.width, height: thumbnailSize.height, bytes: luma.bytes)
            // Some files show two frames at one time.
            let time = max(frame.time, (times.last ?? -.infinity).nextUp)
            var observation = FrameObservation(time: time, thumbnail: thumbnail)
            if seesBars { observation.bars = FrameBars(in: frame.bytes, frame.planes.size) }
            observation.motions = mouths?.motions(in: frame.bytes) ?? []
            if let detector, pacing.wantsDetection(of: thumbnail, at: time) {
                let pixels = frame.planes.pixels
                let found = try detector.features(in: pixels, accuracy: accuracy).filter(\.rectangle.isFinite)
                let features = found.map {
                    $0.scaled(x: Double(size.width) / Double(pixels.width), y: Double(size.height) / Double(pixels.height))
                }
                observation.looks = found.map { FeatureLook($0.rectangle, in: pixels) }
                pacing.observed(features, at: time)
                mouths?.look(at: found)
                observation.features = features
                if features.isEmpty, time - lastSaliency >= 1 {
                    observation.saliency = try Attention.map(of: pixels)
                    lastSaliency = time
                }
            }
            try camera.add(observation)
            times.append(time)
            progress(time)
        }
        var notes: [String] = []
        if hearsSpeech, camera.hasSeveralFaces {
            do {
                camera.sound = try SpeechEnergy(of: source)
            } catch let error as BoundedCropError {
                notes.append("the sound cannot be read, so that it does not tell who speaks: \(error.message)")
            }
        }
        (self.source, self.times, self.notes, self.camera) = (source, times, notes, camera)
    }

    /// Where the camera goes.
    ///
    /// - Throws: `invalidArgument` for options out of range; `noFeatureFound` if the request requires a feature and there is none.
    public func path(_ options: CameraOptions) throws -> CameraPath { try camera.path(options) }

    /// How many frames there are in a second, as players are told, by ffmpeg's way to write it: what the file says, or else what its times do.
    var nominalRate: String {
        let stated = [source.stream.realRate, source.stream.averageRate].compactMap(\.self).first { ProbedFile.ratio($0) != nil }
        guard stated == nil, let first = times.first, let last = times.last, last > first else { return stated ?? "25" }
        return String(Double(times.count - 1) / (last - first))
    }

    /// The first frames after cuts, where nothing goes on.
    var cuts: Set<Int> { Set(camera.boundaries.filter { !$0.isDissolve }.map(\.frame)) }

    /// Throws `invalidArgument` for a path that is not one of this video: for another number of frames or another size, and for windows
    /// that reach beyond the frames.
    package func check(_ path: CameraPath) throws {
        func refuse(_ why: String) -> BoundedCropError { BoundedCropError(.invalidArgument, "the plan is not for this video: \(why)") }
        guard path.size == source.squareSize else { throw refuse("it is for frames of \(path.size), not \(source.squareSize)") }
        guard path.frameCount == times.count else { throw refuse("it is for \(path.frameCount) frames, not \(times.count)") }
        var next = 0
        for shot in path.shots {
            guard shot.start == next, shot.end > shot.start else { throw refuse("no shot begins at frame \(next)") }
            next = shot.end
            guard !shot.windows.isEmpty else { throw refuse("the shot at frame \(shot.start) has no windows") }
            guard (shot.motion == .stack) == (shot.secondWindows?.isEmpty == false) else {
                throw refuse("the shot at frame \(shot.start) has second windows, or none, unlike its motion")
            }
            for window in shot.windows + (shot.secondWindows ?? []) {
                let rectangle = window.rectangle
                guard rectangle.isFinite, !rectangle.isEmpty, path.size.bounds.contains(rectangle.insetByRounding) else {
                    throw refuse("the window at frame \(window.frame) is not inside the frame")
                }
            }
            for windows in [shot.windows, shot.secondWindows ?? []]
            where !zip(windows, windows.dropFirst()).allSatisfy({ $0.frame < $1.frame }) {
                throw refuse("the windows of the shot at frame \(shot.start) are not in order")
            }
        }
        guard next == times.count else { throw refuse("no shot begins at frame \(next)") }
    }
}

extension Rect {
    /// The rectangle without what numbers lose when they are written as text.
    fileprivate var insetByRounding: Rect {
        let part = 0.01
        return Rect(x: x + part, y: y + part, width: max(0, width - 2 * part), height: max(0, height - 2 * part))
    }
}
