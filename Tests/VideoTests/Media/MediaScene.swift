import BoundedCrop
import TestSupport

@testable import BoundedCropVideo

/// A folder with videos that ffmpeg makes.
struct MediaScene {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Makes a video; see `FFmpegVideo.make`.
    func make(_ line: String) throws { try FFmpegVideo.make(line, in: folder) }

    func analysis(_ name: String, detector: (any FeatureDetector)? = nil) throws -> VideoAnalysis {
        try VideoAnalysis(of: VideoSource(contentsOfFile: folder.path(name)), detector: detector)
    }

    /// Crops around the center, or along a path, and returns the path.
    @discardableResult
    func crop(
        _ name: String,
        to output: String,
        _ aspect: AspectRatio = AspectRatio(9, 16),
        size: PixelSize? = nil,
        encoding: VideoEncoding = VideoEncoding()
    ) throws -> CameraPath {
        let analysis = try analysis(name)
        var request = CropRequest(.aspect(aspect))
        request.fallback = .center
        let path = try analysis.path(CameraOptions(request))
        _ = try VideoWriter(analysis, along: path, size: size, encoding: encoding).write(to: folder.path(output))
        return path
    }

    /// How different a frame of the output is from the window in the frame of the source, as a mean of the colors' differences.
    func difference(_ number: Int, of output: String, from source: String, along path: CameraPath) throws -> Double {
        let shown = try picture(number, of: output)
        let whole = try picture(number, of: source).resized(to: path.size)
        let window = path.window(frame: number).intersection(path.size.bounds)
        return Self.difference(shown, try whole.resampled(window, to: shown.size))
    }

    func picture(_ number: Int, of name: String) throws -> PixelBuffer {
        try ImageSource(bytes: FFmpegVideo.frame(number, of: name, in: folder)).pixels()
    }

    static func difference(_ one: PixelBuffer, _ other: PixelBuffer) -> Double {
        var sum = 0
        for index in one.bytes.indices { sum += abs(Int(one.bytes[index]) - Int(other.bytes[index])) }
        return Double(sum) / Double(one.bytes.count) * 4 / 3
    }

    func probe(_ entries: String, of name: String, stream: String = "V:0") throws -> String {
        try FFmpegVideo.probe("-select_streams \(stream) -show_entries \(entries) -i \(name)", in: folder)
    }

    /// A path whose window moves by so many pixels each frame, and has another size from a frame on.
    static func path(
        size: PixelSize,
        times: [Double],
        window: PixelSize,
        step: Double,
        change: (frame: Int, size: PixelSize)? = nil
    ) -> CameraPath {
        func shot(_ frames: Range<Int>, _ size: PixelSize) -> CameraPath.Shot {
            let windows = frames.map { frame in
                let place = Rect(x: Double(frame) * step, y: 3, width: Double(size.width), height: Double(size.height))
                return CameraPath.Window(frame: frame, time: times[frame], rectangle: place)
            }
            return CameraPath.Shot(
                start: frames.lowerBound,
                end: frames.upperBound,
                startTime: times[frames.lowerBound],
                endTime: times[frames.upperBound - 1],
                opening: frames.lowerBound == 0 ? .start : .cut,
                motion: .follow,
                kept: [],
                dropped: [],
                movement: 0,
                leastMovement: 0,
                acceleration: 0,
                brokenFrames: 0,
                windows: windows
            )
        }
        let end = change?.frame ?? times.count
        let shots = [shot(0..<end, window)] + (change.map { [shot($0.frame..<times.count, $0.size)] } ?? [])
        return CameraPath(size: size, aspect: AspectRatio(window), frameCount: times.count, shots: shots)
    }
}

extension MediaScene {
    func bytes(_ name: String) throws -> [UInt8] {
        var limits = ImageLimits()
        limits.maximumBytes = 100_000_000
        return try FileReader.bytes(ofFile: folder.path(name), limits: limits)
    }
}

extension CameraPath {
    /// Changes every window.
    mutating func move(_ change: (inout Rect) -> Void) {
        for shot in shots.indices {
            for window in shots[shot].windows.indices { change(&shots[shot].windows[window].rectangle) }
        }
    }
}
