package import BoundedCrop

/// A decoded frame of a video.
package struct VideoFrame: Sendable {
    /// Counted from 0.
    package let number: Int
    /// When it is shown, in seconds from the start of the file.
    package let time: Double
    /// Upright.
    package let pixels: PixelBuffer
}

/// Decodes the frames of a video one after the other, none twice and none left out.
package final class VideoFrames {
    private let size: PixelSize
    private let program: StreamingProgram
    private let log: FrameLog
    private let toleratesDamage: Bool
    private var count = 0

    /// - Parameters:
    ///   - source: The video.
    ///   - filter: What ffmpeg does with the upright frames before they are scaled; nil for nothing.
    ///   - size: The size to which they are scaled.
    ///   - isExact: Whether colors are as exact as possible, which takes longer.
    ///   - toleratesDamage: Whether damaged frames are no error.
    /// - Throws: `missingLibrary` if ffmpeg is not installed.
    package init(
        of source: VideoSource,
        filter: FilterScript? = nil,
        scaledTo size: PixelSize,
        isExact: Bool = false,
        toleratesDamage: Bool = false
    ) throws {
        self.size = size
        self.toleratesDamage = toleratesDamage
        let log = FrameLog()
        self.log = log
        // Without alpha, colors are premultiplied.
        let opaque = source.hasAlpha ? "format=rgb24," : ""
        let last =
            "scale=\(size.width):\(size.height):flags=\(isExact ? "bicubic+accurate_rnd+full_chroma_int" : "area"),\(opaque)format=rgba,showinfo=checksum=0"
        let frames = try (filter ?? FilterScript("null")).followed(by: last)
        let arguments = ["-nostdin", "-hide_banner", "-nostats", "-loglevel", "level+info"] + FFmpeg.input(source.path)
        let output = ["-map", "0:\(source.stream.index)", "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgba", "pipe:1"]
        program = try FFmpeg.ffmpeg.start(arguments + frames.arguments + output) { log.take($0) }
        script = frames
    }

    /// Kept as long as ffmpeg may read it.
    private let script: FilterScript

    /// The next frame; nil at the end.
    ///
    /// - Throws: `malformedImage` for a damaged video, `CancellationError`.
    package func next() throws -> VideoFrame? {
        let length = size.area * 4
        let bytes = try program.read(length)
        guard bytes.count == length else {
            try end(rest: bytes.count)
            return nil
        }
        // It is said before the frame is written.
        while log.times.isEmpty, try program.listen() {}
        // From there on, ffmpeg would count frames anew, and windows would be at other places.
        guard log.startCount <= 1 else {
            throw BoundedCropError(.unsupportedFormat, "the size of the frames changes within the video, and such videos are not cropped")
        }
        guard let time = log.times.popFirst() else {
            throw BoundedCropError(.malformedImage, "ffmpeg does not say when frame \(count) is shown")
        }
        defer { count += 1 }
        return VideoFrame(number: count, time: time, pixels: try PixelBuffer(size: size, bytes: bytes))
    }

    private func end(rest: Int) throws {
        let status = try program.end()
        if status != 0 || rest > 0 { throw FFmpeg.ffmpeg.failure(log.errors.lines) }
        if !toleratesDamage, !log.errors.lines.isEmpty {
            let error = FFmpeg.ffmpeg.failure(log.errors.lines)
            throw BoundedCropError(error.code, "the video is damaged: \(error.message)", underlying: error.underlying)
        }
        if count == 0 { throw BoundedCropError(.malformedImage, "the video has no frames") }
    }
}

/// What ffmpeg says while it decodes: when each frame is shown, and what is wrong.
private final class FrameLog {
    let errors = FFmpegErrors()
    /// Of the frames that are still to come.
    var times = ArraySlice<Double>()
    /// How often ffmpeg has set up its filters: anew when the frames change.
    private(set) var startCount = 0
    private var unit = 0.0
    private var last = 0.0
    private var step = 0.0

    func take(_ line: String) {
        errors.take(line)
        guard line.contains("showinfo") else { return }
        if let text = value(after: "config in time_base: ", in: line) {
            unit = ProbedFile.ratio(text) ?? unit
            startCount += 1
        }
        guard line.contains("] n:"), let text = value(after: " pts:", in: line) else { return }
        // A frame without a time is shown after the one before it.
        let time = Double(text).map { $0 * unit } ?? last + step
        (step, last) = (max(0, time - last), time)
        times.append(time)
    }

    /// The word after a text in a line, without a comma at its end.
    private func value(after text: String, in line: String) -> String? {
        var rest = line[...]
        while !rest.isEmpty, !rest.hasPrefix(text) { rest = rest.dropFirst() }
        guard !rest.isEmpty else { return nil }
        return String(rest.dropFirst(text.count).drop { $0 == " " }.prefix { $0 != " " && $0 != "," })
    }
}
