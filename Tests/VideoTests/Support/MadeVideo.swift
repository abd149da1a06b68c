import BoundedCrop
import BoundedCropVideo
import Foundation

/// A video whose faces and cuts are known: what the first pass would see of it, without pixels.
struct MadeVideo {
    /// What a frame shows: a ground made from a number, and perhaps a second one that shines through.
    struct View {
        var ground: Int
        var other: (ground: Int, share: Double)?
        var zoom = 1.0
        /// Where the middle is, in sides of the frame.
        var shift = SIMD2(0.0, 0.0)
        var light = 0.0
        /// What is left of the light in a fade.
        var gain = 1.0
    }

    var size = PixelSize(width: 1920, height: 1080)
    var times: [Double]
    var views: [View]
    var faces: [[Rect]]
    /// What a detector finds; the faces themselves, nearly, if nothing else is said.
    var found: [[Feature]?]

    init(
        seconds: Double,
        rate: Double = 30,
        seed: Int = 1,
        times: [Double]? = nil,
        view: (Double) -> View = { _ in View(ground: 1) },
        faces: (Double) -> [Rect]
    ) {
        let times = times ?? (0..<Int((seconds * rate).rounded())).map { Double($0) / rate }
        var random = Noise(seed: seed)
        self.times = times
        views = times.map(view)
        self.faces = times.map { time in
            faces(time).map { $0.intersection(PixelSize(width: 1920, height: 1080).bounds) }.filter { !$0.isEmpty }
        }
        found = self.faces.map { faces in
            faces.map { face in
                func jitter() -> Double { (random.next() - 0.5) * 0.03 * face.width }
                let moved = Rect(x: face.x + jitter(), y: face.y + jitter(), width: face.width + jitter(), height: face.height + jitter())
                return Feature(moved, confidence: 0.9)
            }
        }
    }

    /// With a detection in the frames that deserve one.
    func observations(isPaced: Bool = false) -> [FrameObservation] {
        var pacing = DetectionPacing()
        return times.indices.map { index in
            let thumbnail = views[index].thumbnail(noise: index)
            guard !isPaced || pacing.wantsDetection(of: thumbnail, at: times[index]) else {
                return FrameObservation(time: times[index], thumbnail: thumbnail)
            }
            if isPaced { pacing.observed(found[index] ?? [], at: times[index]) }
            return FrameObservation(time: times[index], thumbnail: thumbnail, features: found[index])
        }
    }

    /// A face in the middle of a place, given in shares of the frame.
    static func face(_ x: Double, _ y: Double = 0.4, side: Double = 0.1) -> Rect {
        let (width, height) = (side * 1080, side * 1.3 * 1080)
        return Rect(x: x * 1920 - width / 2, y: y * 1080 - height / 2, width: width, height: height)
    }
}

extension MadeVideo.View {
    func thumbnail(noise frame: Int) -> Thumbnail {
        let grounds = [Waves(ground)] + (other.map { [Waves($0.ground)] } ?? [])
        let share = other?.share ?? 0
        var bytes: [UInt8] = []
        bytes.reserveCapacity(48 * 27)
        for row in 0..<27 {
            for column in 0..<48 {
                let x = (Double(column) / 48 - 0.5) / zoom + 0.5 + shift.x
                let y = (Double(row) / 27 - 0.5) / zoom + 0.5 + shift.y
                var value = grounds[0].gray(x, y)
                if grounds.count > 1 { value += (grounds[1].gray(x, y) - value) * share }
                let noise = Double((row &* 31 &+ column &* 17 &+ frame &* 7919) % 4)
                bytes.append(UInt8(min(max(value * gain + light + noise, 0), 255)))
            }
        }
        return Thumbnail(width: 48, height: 27, bytes: bytes)
    }
}

/// A ground of a few waves.
private struct Waves {
    private var base: Double
    private var waves: [(x: Double, y: Double, phase: Double)] = []

    init(_ ground: Int) {
        var random = Noise(seed: ground &* 104_729 &+ 7)
        base = 60 + 130 * random.next()
        for _ in 0..<4 { waves.append((40 * random.next() - 20, 40 * random.next() - 20, 6.28 * random.next())) }
    }

    func gray(_ x: Double, _ y: Double) -> Double {
        var value = base
        for wave in waves { value += 28 * sin(wave.x * x + wave.y * y + wave.phase) }
        return value
    }
}

/// Numbers from 0 to 1 that look random and are the same each time.
struct Noise {
    private var state: UInt64

    init(seed: Int) {
        state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1
        for _ in 0..<3 { _ = next() }
    }

    mutating func next() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double((state ^ (state >> 29)) >> 11 & 0x1F_FFFF_FFFF_FFFF) / Double(1 << 53)
    }
}

/// How well a path shows what is known of a video.
struct PathScore {
    /// The share of frames in which every face that a window could hold is whole: where they do not all fit, as many as fit into any window.
    var whole = 1.0
    var movement = 0.0
    var leastMovement = 0.0
    var acceleration = 0.0

    init(_ path: CameraPath, _ video: MadeVideo) {
        var good = 0
        for (frame, faces) in video.faces.enumerated() {
            let window = path.window(frame: frame)
            let held = faces.filter { Self.holds(window, $0) }.count
            let most =
                faces.map { first in
                    [first.minX, first.maxX - window.width].map { x in
                        let other = Rect(x: x, y: window.y, width: window.width, height: window.height)
                        return faces.filter { Self.holds(other, $0) }.count
                    }.max() ?? 0
                }.max() ?? 0
            if held >= most { good += 1 }
        }
        whole = Double(good) / Double(max(1, video.faces.count))
        movement = path.shots.reduce(0) { $0 + $1.movement }
        leastMovement = path.shots.reduce(0) { $0 + $1.leastMovement }
        acceleration = path.shots.map(\.acceleration).max() ?? 0
    }

    private static func holds(_ window: Rect, _ face: Rect) -> Bool {
        Rect(x: window.x - 0.5, y: window.y - 0.5, width: window.width + 1, height: window.height + 1).contains(face)
    }
}

extension CameraAnalysis {
    static func path(frames: [FrameObservation], size: PixelSize, options: CameraOptions) throws -> CameraPath {
        var analysis = CameraAnalysis(size: size)
        for frame in frames { try analysis.add(frame) }
        return try analysis.path(options)
    }
}
