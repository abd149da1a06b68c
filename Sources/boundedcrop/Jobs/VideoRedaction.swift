import BoundedCrop
import BoundedCropEffects
import BoundedCropVideo
import Synchronization

/// Hides faces in all frames of videos.
///
/// A first pass searches every frame. The second one hides what was found in a frame, and around it, where a face is missed, what was found up
/// to half a second before and after.
struct VideoRedaction: Sendable {
    private let effect: Redact
    /// Larger frames are searched at this size.
    private static let longSide = 1920

    init(_ effect: Redact) { self.effect = effect }

    /// What was found in a video.
    struct Found: Sendable {
        fileprivate let effects: FrameEffects
        /// The size of the frames that were searched.
        fileprivate let size: PixelSize
        fileprivate let frameCount: Int
        /// In how many frames something is covered.
        fileprivate(set) var coveredFrames = 0
        /// Where faces were lost that did not leave the frame.
        fileprivate(set) var lost: [LostFace] = []
    }

    /// Searches every frame. Blocks.
    ///
    /// - Throws: What the detector and the decoding throw: a frame that was not searched is never written.
    func search(_ analysis: VideoAnalysis, toleratesDamage: Bool, _ progress: VideoProgress) throws -> Found {
        progress.begin("searching faces")
        let log = SearchLog()
        var effect = effect
        effect.detector = LoggedDetector(detector: effect.detector, log: log)
        let size = analysis.source.squareSize(longSide: Self.longSide)
        var found = Found(effects: FrameEffects([effect]), size: size, frameCount: analysis.times.count)
        let frames = try VideoFrames(of: analysis.source, scaledTo: size, isExact: true, toleratesDamage: toleratesDamage)
        var count = 0
        while let frame = try frames.next() {
            guard frame.number < analysis.times.count else { throw Self.otherFrames(analysis.times.count, count + 1) }
            found.begin(frame.number, at: analysis.duration(ofFrame: frame.number))
            _ = try HiddenPlaces(of: found.effects.effects, in: SearchedFrame(pixels: frame.pixels))
            count += 1
            progress.step(frame.time, of: analysis.source.duration)
        }
        guard count == analysis.times.count else { throw Self.otherFrames(analysis.times.count, count) }
        for detector in found.effects.detectors { detector.endLooking() }
        let blank = SearchedFrame(pixels: PixelBuffer(size: PixelSize(width: 1, height: 1)))
        for frame in 0..<count {
            found.begin(frame, at: 0..<0)
            let isCovered = try found.effects.detectors.contains { try !$0.features(in: blank, accuracy: effect.accuracy).isEmpty }
            found.coveredFrames += isCovered ? 1 : 0
        }
        found.lost = LostFace.all(in: log.found, times: analysis.times, cuts: try analysis.cuts, size: size)
        return found
    }

    fileprivate static func otherFrames(_ expected: Int, _ count: Int) -> BoundedCropError {
        BoundedCropError(
            .malformedImage,
            "the video had \(expected) frames at first, and \(count) now: no frame is written without a search"
        )
    }
}

extension VideoRedaction.Found {
    fileprivate func begin(_ frame: Int, at time: Range<Double>) {
        for detector in effects.detectors { detector.begin(frame, at: time) }
    }

    /// Hides what was found in a frame.
    func cover(_ frame: VideoFrame) throws -> PixelBuffer {
        guard frame.number < frameCount else { throw VideoRedaction.otherFrames(frameCount, frame.number + 1) }
        begin(frame.number, at: 0..<0)
        var pixels = frame.pixels
        let places = try HiddenPlaces(of: effects.effects, in: SearchedFrame(pixels: pixels))
        try places.cover(&pixels, showing: PictureCut(PixelRect(all: size), scaledTo: pixels.size))
        return pixels
    }

    /// What there is to say about a video, for standard error.
    func warnings(_ name: String) -> [String] {
        if coveredFrames == 0 { return ["boundedcrop: \(name): no face found, nothing covered"] }
        let most = 10
        var lines = lost.prefix(most).map { "boundedcrop: \(name): \($0.text)" }
        if lost.count > most { lines.append("boundedcrop: \(name): and \(lost.count - most) more faces that were lost") }
        return lines
    }
}

/// A frame that is searched, but not remembered by its pixels, since videos seldom repeat any.
private struct SearchedFrame: Picture {
    let pixels: PixelBuffer

    var size: PixelSize { pixels.size }

    func luma(longSide: Int) throws -> LumaPlane { try pixels.luma(longSide: longSide) }
    func pixels(longSide: Int) throws -> PixelBuffer { try pixels.pixels(longSide: longSide) }
    func pixels(of cuts: [PictureCut]) throws -> [PixelBuffer] { try pixels.pixels(of: cuts) }
}

/// What was found in each frame, in their order.
private final class SearchLog: Sendable {
    private let state = Mutex<[[Feature]]>([])

    var found: [[Feature]] { state.withLock { $0 } }

    func add(_ features: [Feature]) { state.withLock { $0.append(features) } }
}

/// A detector that notes what it finds.
private struct LoggedDetector: FeatureDetector {
    let detector: any FeatureDetector
    let log: SearchLog

    var name: String { detector.name }
    var cacheKey: String { detector.cacheKey }
    var forHiding: any FeatureDetector { LoggedDetector(detector: detector.forHiding, log: log) }

    func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        let found = try detector.features(in: picture, accuracy: accuracy)
        log.add(found)
        return found
    }
}
