public import BoundedCrop

/// Writes a video that is cropped along a path. Everything besides the frames is copied as it is: sound, subtitles, chapters, languages.
public struct VideoWriter: Sendable {
    /// What was written.
    public struct Written: Hashable, Sendable {
        /// The size of the frames.
        public let size: PixelSize
        /// The number of bytes of the file.
        public let bytes: Int
        /// What the output does not have, since it cannot hold it; one sentence each.
        public let notes: [String]
    }

    /// The size of the frames.
    public let size: PixelSize
    private let source: VideoSource
    private let filter: FilterScript
    private let encoding: VideoEncoding

    /// Prepares to write.
    ///
    /// - Parameters:
    ///   - analysis: The video and its times.
    ///   - path: A path of this video.
    ///   - size: The size of the frames, with even sides of at least 2; nil for that of the largest window.
    ///   - encoding: The codec.
    /// - Throws: `invalidArgument` for a path that is not of this video, and for an odd size.
    public init(_ analysis: VideoAnalysis, along path: CameraPath, size: PixelSize? = nil, encoding: VideoEncoding = VideoEncoding()) throws {
        try analysis.check(path)
        if let size, size.width < 2 || size.height < 2 || size.width % 2 + size.height % 2 > 0 {
            throw BoundedCropError(.invalidArgument, "the sides of a video are even numbers, not \(size)")
        }
        source = analysis.source
        let crop = PathFilter(path, of: source, times: analysis.times, size: size)
        // A window that moves up and down would mix the lines of two times.
        filter = try FilterScript((source.isInterlaced ? "bwdif=mode=send_frame:deint=interlaced," : "") + crop.text)
        self.size = crop.size
        self.encoding = encoding
    }

    /// Writes the file, under another name until it is complete. Blocks.
    ///
    /// - Parameters:
    ///   - path: The file. Its extension, one of `VideoFormat.endings`, determines the format.
    ///   - replacing: Whether a file that exists is replaced.
    ///   - progress: Hears how far it is, in seconds of the video.
    /// - Throws: `unsupportedFormat` for another extension, `fileExists`, `unwritableFile`, `encodingFailed` if ffmpeg fails, and
    ///   `CancellationError` if the work on this thread is cancelled. Nothing is left behind then.
    public func write(to path: String, replacing: Bool = false, progress: (Double) -> Void = { _ in }) throws -> Written {
        let container = try Container(fileName: path)
        let streams = OutputStreams(of: source, in: container)
        let share = Double(size.area) / Double(source.size.area)
        let arguments =
            ["-nostdin", "-hide_banner", "-nostats", "-loglevel", "level+error", "-progress", "pipe:1"] + FFmpeg.input(source.path)
            + ["-map", "0:\(source.stream.index)"] + streams.arguments(from: 0) + filter.arguments
            // Frames keep their times, in the unit of the source.
            + ["-fps_mode", "passthrough", "-enc_time_base", "-1"]
            + encoding.arguments(for: source, pixelShare: share, in: container)
        var bytes = 0
        try AtomicFile.write(to: path, replacing: replacing, ending: ".part") { temporary in
            let errors = FFmpegErrors()
            let output = encoding.options + container.arguments + ["-y", "file:\(temporary)"]
            let program = try FFmpeg.ffmpeg.start(arguments + output) { errors.take($0) }
            try Self.follow(program, progress)
            let status = try program.end()
            guard status == 0 else { throw FFmpeg.ffmpeg.failure(errors.lines, code: .encodingFailed) }
            bytes = AtomicFile.size(of: temporary) ?? 0
            guard bytes > 0 else { throw FFmpeg.ffmpeg.failure(errors.lines, code: .encodingFailed) }
        }
        return Written(size: size, bytes: bytes, notes: streams.notes)
    }

    /// Reads what ffmpeg says about how far it is.
    static func follow(_ program: StreamingProgram, _ progress: (Double) -> Void) throws {
        var line: [UInt8] = []
        while try program.listen() {
            for byte in program.readWritten() {
                guard byte == UInt8(ascii: "\n") else {
                    line.append(byte)
                    continue
                }
                let words = String(decoding: line, as: UTF8.self).split(separator: "=")
                if words.first == "out_time_us", let time = words.last.flatMap({ Double($0) }) { progress(time / 1_000_000) }
                line = []
            }
        }
    }
}

/// The streams of an output besides the video.
struct OutputStreams {
    private var copied: [(index: Int, arguments: [String])] = []
    /// What cannot be held.
    private(set) var notes: [String] = []

    init(of source: VideoSource, in container: Container) {
        for stream in source.file.streams where stream.index != source.stream.index {
            if let arguments = container.arguments(for: stream, at: copied.count + 1) {
                copied.append((stream.index, arguments))
            } else {
                notes.append("stream \(stream.index) (\(stream.codecType ?? "data"), \(stream.codec ?? "unknown")) is left out")
            }
        }
    }

    /// The options that take them from an input.
    func arguments(from input: Int) -> [String] {
        copied.flatMap { ["-map", "\(input):\($0.index)"] } + copied.flatMap(\.arguments)
            + ["-map_metadata", "\(input)", "-map_chapters", "\(input)", "-max_muxing_queue_size", "9999"]
    }
}
