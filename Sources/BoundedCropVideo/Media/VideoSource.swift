public import BoundedCrop
internal import FoundationEssentials

/// A video file, as far as its header describes it. Nothing is decoded.
///
/// The programs ffprobe and ffmpeg read it. Of several video streams, the first that is no cover picture is meant.
public struct VideoSource: Sendable {
    /// The path of the file.
    package let path: String
    /// The size of the frames in pixels, after they are turned upright. Pixels need not be square: see `aspect`.
    public let size: PixelSize
    /// The width of the upright picture divided by its height, as it is shown.
    package let aspect: Double
    /// How long the video lasts, in seconds; nil if the file does not say.
    public let duration: Double?
    /// The number of frames in a second, on average; nil if the file does not say.
    package let frameRate: Double?
    /// Whether frames may last differently long.
    package let hasVariableFrameRate: Bool
    /// The format of the pixels by ffmpeg's name, such as `yuv420p10le`.
    package let pixelFormat: String

    let file: ProbedFile
    let stream: ProbedFile.Stream
    let brightness: Brightness

    /// Reads the header of a file. Blocks.
    ///
    /// - Throws: `fileNotFound`, `isDirectory`, `unreadableFile` for a pipe or a device, `missingLibrary` if ffprobe is not installed,
    ///   `unsupportedFormat` for a file without a video that can be read, or with frames of one row or column, `malformedImage` for a damaged
    ///   one.
    public init(contentsOfFile path: String) throws {
        guard !path.utf8.contains(0) else { throw BoundedCropError(.fileNotFound, "names of files have no zero bytes") }
        guard AtomicFile.exists(path) else { throw BoundedCropError(.fileNotFound, "there is no such file", path: path) }
        if AtomicFile.isDirectory(path) { throw BoundedCropError(.isDirectory, "this is a folder, not a video", path: path) }
        if AtomicFile.isNoFile(path) {
            throw BoundedCropError(.unreadableFile, "this is a pipe or a device, and videos are read from files", path: path)
        }
        do {
            file = try ProbedFile(path)
        } catch let error as BoundedCropError where error.code == .malformedImage {
            throw BoundedCropError(.malformedImage, "this is no video that can be read: \(error.message)", path: path)
        }
        let videos = file.streams.filter { $0.codecType == "video" && !$0.isCover }
        guard let stream = videos.first, let width = stream.width, let height = stream.height, width > 0, height > 0 else {
            throw BoundedCropError(.unsupportedFormat, "the file has no video stream that can be read", path: path)
        }
        guard width > 1, height > 1 else {
            let why = "frames of \(width)x\(height) are too small: sides have two pixels or more"
            throw BoundedCropError(.unsupportedFormat, why, path: path)
        }
        self.stream = stream
        self.path = path
        brightness = Self.brightness(of: stream, in: path)
        let turned = stream.isOnItsSide
        size = turned ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
        let pixelAspect = turned ? 1 / stream.pixelAspect : stream.pixelAspect
        aspect = Double(size.width) * pixelAspect / Double(size.height)
        duration = (stream.duration ?? file.format.duration).flatMap(Double.init)
        frameRate = stream.averageRate.flatMap(ProbedFile.ratio)
        hasVariableFrameRate = stream.averageRate != stream.realRate
        pixelFormat = stream.pixelFormat ?? "unknown"
    }

    /// What the header says of the brightness, or else the first frame of a video in high dynamic range.
    private static func brightness(of stream: ProbedFile.Stream, in path: String) -> Brightness {
        struct Frames: Decodable {
            let frames: [ProbedFile.Frame]
        }
        let known = Brightness(stream.sideData ?? [])
        guard !known.isKnown, stream.colorTransfer == "smpte2084" else { return known }
        let first = ["-select_streams", String(stream.index), "-read_intervals", "%+#1", "-show_frames"]
        guard let answer = try? FFmpeg.ffprobe.run(["-loglevel", "error", "-of", "json"] + first + FFmpeg.input(path)),
            let frames = try? JSONDecoder().decode(Frames.self, from: Data(answer)).frames
        else { return known }
        return Brightness(frames.first?.sideData ?? [])
    }

    /// The size of the upright frames at which pixels are square, with all rows: paths are in its pixels.
    package var squareSize: PixelSize { PixelSize(width: max(1, Int((Double(size.height) * aspect).rounded())), height: size.height) }

    /// The size at which pixels are square, with a long side of at most so many.
    package func squareSize(longSide: Int) -> PixelSize {
        let height = min(Double(size.height), Double(longSide) / max(1, aspect))
        return PixelSize(width: max(2, Int((height * aspect).rounded())), height: max(2, Int(height.rounded())))
    }

    /// Whether it has sound.
    package var hasSound: Bool { file.streams.contains { $0.codecType == "audio" } }

    /// Whether frames consist of two half pictures, of different times.
    package var isInterlaced: Bool { ["tt", "bb", "tb", "bt"].contains(stream.fieldOrder) }

    /// The shape of a pixel of the upright frames, as ffmpeg writes it.
    var uprightPixelAspect: String {
        let parts = (stream.sampleAspect ?? "").split(separator: ":")
        guard parts.count == 2, stream.pixelAspect != 1 else { return "1" }
        return stream.isOnItsSide ? "\(parts[1])/\(parts[0])" : "\(parts[0])/\(parts[1])"
    }

    /// What red and blue count in brightness; where the file does not say, as ffmpeg assumes it.
    var weights: YCbCrPlanes.Weights {
        switch stream.colorSpace {
        case "bt709": .rec709
        case "bt2020nc", "bt2020c": .rec2020
        default: .rec601
        }
    }

    /// Whether pixels may be transparent, as far as ffmpeg decodes that.
    var hasAlpha: Bool { stream.hasAlpha }

    /// Whether pixels may be transparent. VP8 and VP9 only have a tag that says so.
    var isTransparent: Bool { hasAlpha || stream.hasTag("alpha_mode") }
}

extension PixelSize {
    /// The same with even sides: most codecs have half the pixels for chroma.
    package var even: PixelSize { PixelSize(width: max(2, width / 2 * 2), height: max(2, height / 2 * 2)) }
}
