public import BoundedCrop

/// Writes a video that is cropped along a path. Everything besides the frames is copied as it is: sound, subtitles, chapters, languages and
/// titles, but not where the video was taken.
public struct VideoWriter: Sendable {
    /// What was written.
    public struct Written: Hashable, Sendable {
        /// The size of the frames.
        public let size: PixelSize
        /// The number of bytes of the file.
        public let bytes: Int
        /// What the output does not have of the source, or in another form, such as a stream that its format cannot hold; one sentence each.
        public let notes: [String]
    }

    /// The size of the frames.
    package let size: PixelSize
    private let analysis: VideoAnalysis
    private let encoding: VideoEncoding
    /// The filters that make frames of half pictures, and those that crop.
    private let wholeFrames, crop: String
    /// The size of the frames that are changed before they are cropped.
    private let changedSize: PixelSize

    /// Prepares to write.
    ///
    /// - Parameters:
    ///   - analysis: The video and its times.
    ///   - path: A path of this video; nil for whole frames.
    ///   - size: The size of the frames, with even sides of at least 2; nil for that of the largest window.
    ///   - encoding: The codec.
    /// - Throws: `invalidArgument` for a path that is not of this video, and for an odd size.
    public init(
        _ analysis: VideoAnalysis,
        along path: CameraPath?,
        size: PixelSize? = nil,
        encoding: VideoEncoding = VideoEncoding()
    ) throws {
        try encoding.checkOptions()
        if let size, size.width < 2 || size.height < 2 || size.width % 2 + size.height % 2 > 0 {
            throw BoundedCropError(.invalidArgument, "the sides of a video are even numbers, not \(size)")
        }
        let source = analysis.source
        changedSize = path == nil ? size ?? source.size : source.size
        if let path {
            try analysis.check(path)
            let filter = PathFilter(path, of: source, times: analysis.times, size: size)
            (self.size, crop) = (filter.size, filter.text)
        } else if let size {
            (self.size, crop) = (size, "scale=\(size.width):\(size.height),setsar=1")
        } else {
            self.size = source.size.even
            crop = "crop=\(self.size.width):\(self.size.height):0:0"
        }
        // A window that moves up and down would mix the lines of two times.
        wholeFrames = source.isInterlaced ? "bwdif=mode=send_frame:deint=interlaced" : "null"
        (self.analysis, self.encoding) = (analysis, encoding)
    }

    /// Writes the file, under another name until it is complete. Blocks.
    ///
    /// - Parameters:
    ///   - path: The file. Its extension, one of `VideoFormat.endings`, determines the format.
    ///   - replacing: Whether a file that exists is replaced.
    ///   - redaction: What is hidden in the frames, which have 8 bits then, while cover pictures, attachments and all tags but rights and
    ///     languages are left out; nil for nothing.
    ///   - toleratesDamage: Whether damaged frames are no error while faces are hidden.
    ///   - progress: Hears how far it is, in seconds of the video.
    /// - Throws: `unsupportedFormat` for another extension, `fileExists`, `unwritableFile`, `encodingFailed` if ffmpeg fails, and
    ///   `CancellationError` if the work on this thread is cancelled. Nothing is left behind then.
    public func write(
        to path: String,
        replacing: Bool = false,
        hiding redaction: VideoRedaction? = nil,
        toleratesDamage: Bool = false,
        progress: (Double) -> Void = { _ in }
    ) throws -> Written {
        if let redaction {
            let change = { (frame: VideoFrame) in try redaction.cover(frame) }
            return try write(
                to: path,
                replacing: replacing,
                hides: true,
                toleratesDamage: toleratesDamage,
                progress: progress,
                changing: change
            )
        }
        let source = analysis.source
        return try written(to: path, replacing: replacing, pixels: nil, hides: false) { output, errors in
            let input = FFmpeg.input(source.path) + ["-map", "0:\(source.stream.index)"]
            let colors = source.isRGB ? RawPixels(of: source, as: encoding.pixelFormat(for: source)) : nil
            let filter = try FilterScript([wholeFrames, crop, colors?.filter].compactMap(\.self).joined(separator: ","))
            let frames = filter.arguments + (colors?.arguments ?? []) + ownTimes
            let arguments = ["-nostdin"] + Self.common + ["-progress", "pipe:1"] + input + output(0, frames)
            let program = try FFmpeg.ffmpeg.start(arguments) { errors.take($0) }
            try Self.follow(program, progress)
            return withExtendedLifetime(filter) { program }
        }
    }

    /// Writes the file with frames that are changed before they are cropped, in 8 bits, and without cover pictures and attachments. Blocks.
    /// Whole frames that get another size have it before they are changed.
    ///
    /// - Parameters:
    ///   - hides: Whether the change hides people, whom tags may name.
    ///   - toleratesDamage: Whether damaged frames are no error.
    ///   - change: Changes a whole upright frame, and keeps its size.
    /// - Throws: What `write(to:replacing:progress:)` and `change` throw.
    package func write(
        to path: String,
        replacing: Bool,
        hides: Bool = false,
        toleratesDamage: Bool = false,
        progress: (Double) -> Void = { _ in },
        changing change: (VideoFrame) throws -> PixelBuffer
    ) throws -> Written {
        let source = analysis.source
        let pixels = RawPixels(of: source, as: RawPixels.format(near: encoding.pixelFormat(for: source)))
        return try written(to: path, replacing: replacing, pixels: pixels.format, hides: hides) { output, errors in
            let frames = try VideoFrames(
                of: source,
                filter: FilterScript(wholeFrames),
                scaledTo: changedSize,
                as: .exact,
                toleratesDamage: toleratesDamage
            )
            let unit = source.stream.timeUnit
            let times = FrameFunction(analysis.times, tolerance: min(1e-6, unit.seconds / 4)).expression(of: "N")
            let timed = "settb=\(unit.text),setpts='round((\(times))/TB)',setsar=\(source.uprightPixelAspect)"
            let script = try FilterScript("\(timed),\(crop),\(pixels.filter)")
            let rate = ["-framerate", analysis.nominalRate]
            let input =
                ["-f", "rawvideo", "-pix_fmt", "rgba", "-video_size", changedSize.description] + rate + ["-i", "pipe:0"]
                + FFmpeg.input(source.path) + ["-map", "0:0"]
            let options = script.arguments + pixels.arguments + ownTimes
            let program = try FFmpeg.ffmpeg.start(Self.common + input + output(1, options)) { errors.take($0) }
            var count = 0
            while let frame = try frames.next() {
                let changed = try change(frame)
                guard changed.size == changedSize else { throw BoundedCropError(.invalidArgument, "a changed frame has another size") }
                guard try program.write(changed.bytes) else { break }
                count += 1
                progress(frame.time)
            }
            if program.isInputOpen, count != analysis.times.count {
                throw BoundedCropError(.malformedImage, "the video had \(analysis.times.count) frames at first, and \(count) now")
            }
            return withExtendedLifetime(script) { program }
        }
    }

    /// Frames keep their times, in the unit of the source.
    private var ownTimes: [String] {
        ["-fps_mode", "passthrough", "-enc_time_base", analysis.source.stream.timeUnit.text]
    }

    private static let common = ["-hide_banner", "-nostats", "-loglevel", "level+error"]

    /// - Parameters:
    ///   - pixels: The format of the pixels that are encoded; nil for that of the encoding, of frames that are not changed.
    ///   - run: Starts ffmpeg with options for the output, which it is given for the number of the input with all other streams, and options
    ///     for the frames. Returns when it has read all frames.
    private func written(
        to path: String,
        replacing: Bool,
        pixels: String?,
        hides: Bool,
        _ run: (_ output: (Int, [String]) -> [String], FFmpegErrors) throws -> StreamingProgram
    ) throws -> Written {
        let source = analysis.source
        let container = try Container(fileName: path)
        try encoding.check(container, for: source)
        // A cover picture may show what is hidden in the frames.
        let streams = try OutputStreams(of: source, in: container, keepsPictures: pixels == nil)
        let tags = OutputTags(hides: hides, keepsPlace: encoding.keepsPlace, container: container)
        let share = Double(size.area) / Double(source.size.area)
        let coding = encoding.arguments(for: source, pixels: pixels ?? encoding.pixelFormat(for: source), pixelShare: share, in: container)
        var (bytes, notes) = (0, [String]())
        try AtomicFile.write(to: path, replacing: replacing, ending: ".part") { temporary in
            let errors = FFmpegErrors()
            let options = { (input: Int, frames: [String]) in
                streams.arguments(from: input) + tags.arguments(from: input, [source.stream] + streams.kept, source.file)
                    + frames + coding + encoding.options + container.arguments + ["-y", "file:\(temporary)"]
            }
            let status = try FFmpeg.ffmpeg.translating(code: .encodingFailed, errors) { try run(options, errors).end() }
            bytes = AtomicFile.size(of: temporary) ?? 0
            guard status == 0, bytes > 0 else { throw FFmpeg.ffmpeg.failure(errors.lines, status: status, code: .encodingFailed) }
            notes = streams.notes(of: source, output: try ProbedFile(temporary))
        }
        return Written(size: size, bytes: bytes, notes: notes)
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
