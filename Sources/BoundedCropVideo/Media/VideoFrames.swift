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
    /// How frames are decoded.
    package enum Kind {
        /// Red, green and blue, as exact as possible, which takes longer.
        case exact
        /// Red, green and blue.
        case pixels
        /// What videos have themselves, with even sides. It is read with `nextPlanes`, and the others with `next`.
        case planes
    }

    private let size: PixelSize
    private let kind: Kind
    private let weights: YCbCrPlanes.Weights
    private let program: StreamingProgram
    private let log: FrameLog
    private let toleratesDamage: Bool
    private var count = 0

    /// - Parameters:
    ///   - source: The video.
    ///   - filter: What ffmpeg does with the upright frames before they are scaled; nil for nothing.
    ///   - size: The size to which they are scaled.
    ///   - kind: How they are decoded.
    ///   - toleratesDamage: Whether damaged frames are no error.
    /// - Throws: `missingLibrary` if ffmpeg is not installed.
    package init(
        of source: VideoSource,
        filter: FilterScript? = nil,
        scaledTo size: PixelSize,
        as kind: Kind,
        toleratesDamage: Bool = false
    ) throws {
        self.size = kind == .planes ? size.even : size
        self.kind = kind
        weights = source.weights
        self.toleratesDamage = toleratesDamage
        let unit = source.stream.timeUnit
        let log = FrameLog(unit: unit.seconds)
        self.log = log
        // Without alpha, colors are premultiplied.
        let opaque = source.hasAlpha ? "format=rgb24," : ""
        let conversion =
            switch kind {
            case .exact: "flags=bicubic+accurate_rnd+full_chroma_int,\(opaque)format=rgba"
            case .pixels: "flags=area,\(opaque)format=rgba"
            case .planes: "flags=area:out_range=tv,format=yuv420p"
            }
        // The pipe has no times: there, frames are counted, so that nobody complains about times that are near to each other.
        let last = "scale=\(self.size.width):\(self.size.height):\(conversion),settb=\(unit.text),showinfo=checksum=0"
        let frames = try (filter ?? FilterScript("null")).followed(by: last + ",settb=1/1000,setpts=N")
        let decoding = ["-threads", String(Self.threads)] + FFmpeg.input(source.path)
        let arguments = ["-nostdin", "-hide_banner", "-nostats", "-loglevel", "level+info"] + decoding
        let timing = ["-fps_mode", "passthrough", "-enc_time_base", "1:1000"]
        let output = ["-map", "0:\(source.stream.index)"] + timing + ["-f", "rawvideo", "pipe:1"]
        program = try FFmpeg.ffmpeg.start(arguments + frames.arguments + output) { log.take($0) }
        script = frames
    }

    /// With as few threads as there are processors, which ffmpeg would take, some processors wait for frames that others need.
    private static var threads: Int { min(16, max(8, Threads.processorCount + 1)) }

    /// Kept as long as ffmpeg may read it.
    private let script: FilterScript

    /// The next frame; nil at the end.
    ///
    /// - Throws: `malformedImage` for a damaged video, `CancellationError`.
    package func next() throws -> VideoFrame? {
        precondition(kind != .planes, "planes are read with nextPlanes")
        let number = count
        return try read(size.area * 4).map {
            VideoFrame(number: number, time: $0.time, pixels: try PixelBuffer(size: size, bytes: $0.bytes))
        }
    }

    /// The next frame as planes, their bytes, of which the brightness comes first, and its time; nil at the end. Throws as `next` does.
    package func nextPlanes() throws -> (time: Double, planes: YCbCrPlanes, bytes: [UInt8])? {
        precondition(kind == .planes, "pixels are read with next")
        return try read(YCbCrPlanes.byteCount(of: size)).map {
            ($0.time, try YCbCrPlanes(size: size, bytes: $0.bytes, weights: weights), $0.bytes)
        }
    }

    private func read(_ length: Int) throws -> (time: Double, bytes: [UInt8])? {
        try FFmpeg.ffmpeg.translating(log.errors) { try readFrame(length) }
    }

    private func readFrame(_ length: Int) throws -> (time: Double, bytes: [UInt8])? {
        let bytes = try program.read(length)
        guard bytes.count == length else {
            try end(rest: bytes.count)
            return nil
        }
        // It is said before the frame is written.
        while log.times.isEmpty, try program.listen() {}
        // From there on, ffmpeg would count frames anew, and windows would be at other places.
        guard !log.hasRestarted else {
            throw BoundedCropError(.unsupportedFormat, "the size of the frames changes within the video, and such videos are not cropped")
        }
        guard let time = log.times.popFirst() else {
            throw BoundedCropError(.malformedImage, "ffmpeg does not say when frame \(count) is shown")
        }
        count += 1
        return (time, bytes)
    }

    private func end(rest: Int) throws {
        let status = try program.end()
        if status != 0 || rest > 0 { throw FFmpeg.ffmpeg.failure(log.errors.lines, status: status) }
        if !toleratesDamage, !log.errors.lines.isEmpty {
            let error = FFmpeg.ffmpeg.failure(log.errors.lines)
            guard error.code == .malformedImage else { throw error }
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
    /// Whether ffmpeg has set up its filters anew, as it does when the frames change.
    private(set) var hasRestarted = false
    private var count = 0
    private let unit: Double
    private var last = 0.0
    private var step = 0.0

    /// - Parameter unit: The time of which ffmpeg says multiples, in seconds.
    init(unit: Double) { self.unit = unit }

    func take(_ line: String) {
        let words = line.split(separator: " ")
        guard Self.isAboutFrame(line), let text = Self.word(after: "pts:", in: words) else { return errors.take(line) }
        if let number = Self.word(after: "n:", in: words).flatMap({ Int($0) }), number < count { hasRestarted = true }
        count += 1
        // A frame without a time is shown after the one before it.
        let time = Double(text).map { $0 * unit } ?? last + step
        (step, last) = (max(0, time - last), time)
        times.append(time)
    }

    /// After a message without an end of its line, ffmpeg continues that line, and does not say who speaks. Tags have lines of their own.
    private static func isAboutFrame(_ line: String) -> Bool {
        guard line.contains(" pts_time:") else { return false }
        return line.hasPrefix("[Parsed_showinfo") || !line.hasPrefix("[info]") && !line.hasPrefix(" ")
    }

    /// What follows a name, in the same word or the next one.
    private static func word(after name: String, in words: [Substring]) -> Substring? {
        guard let place = words.firstIndex(where: { $0.hasPrefix(name) }) else { return nil }
        let rest = words[place].dropFirst(name.count)
        return rest.isEmpty ? words[place...].dropFirst().first : rest
    }
}
