internal import BoundedCrop

/// How a cropped video is encoded.
public struct VideoEncoding: Hashable, Sendable {
    /// The codecs.
    public enum Codec: String, Hashable, Sendable, CaseIterable {
        /// What everything plays, with 8 bits for each color.
        case h264
        /// About half the bytes, for newer devices. What has more than 8 bits for each color has 10.
        case hevc
        /// Fewer still, and slower to make. What has more than 8 bits for each color has 10.
        case av1
        /// The source's own codec, with as many bits for each pixel as the source has, and as many for each color. H.264 if the source's is
        /// none of the others.
        case copyQuality = "copy-quality"
    }

    /// The codec; H.264 by default.
    public var codec = Codec.h264
    /// Further options of ffmpeg for the output, which come last and replace those of this package.
    package var options: [String] = []
    /// Whether tags may say where the video was taken.
    public var keepsPlace = false

    /// Creates the defaults.
    public init() {}
}

extension VideoEncoding {
    /// Options of ffmpeg without a value that say how an output is written.
    private static let switches: Set = ["-an", "-sn", "-dn", "-shortest", "-bitexact"]
    /// Those that are about other files, or about the whole run.
    private static let foreign: Set = [
        "-i", "-y", "-n", "-f", "-map", "-report", "-progress", "-vstats", "-vstats_file", "-passlogfile", "-attach", "-dump_attachment",
        "-map_metadata", "-map_chapters", "-sdp_file", "-filter_script", "-filter_complex_script", "-/filter", "-stats_enc_pre",
        "-stats_enc_post", "-stats_mux_pre",
    ]

    /// Throws `invalidArgument` for options that read or write other files: the output is the only one.
    package func checkOptions() throws {
        var rest = options[...]
        while let option = rest.popFirst() {
            guard option.hasPrefix("-"), option.count > 1 else {
                throw BoundedCropError(
                    .invalidArgument,
                    "“\(option)” is no option of ffmpeg, and no further file is written: options begin with -"
                )
            }
            let name = option.prefix { $0 != ":" }
            guard !Self.foreign.contains(String(name)), !name.hasPrefix("-/") else {
                throw BoundedCropError(
                    .invalidArgument,
                    "ffmpeg's option \(option) cannot be used: options are for the output's encoding alone"
                )
            }
            guard !Self.switches.contains(option) else { continue }
            guard rest.popFirst() != nil else { throw BoundedCropError(.invalidArgument, "ffmpeg's option \(option) has no value") }
        }
    }
}

extension VideoEncoding {
    /// The codec of an output, which is never `copyQuality`.
    func codec(for source: VideoSource) -> Codec {
        guard codec == .copyQuality else { return codec }
        return [.h264, .hevc, .av1].first { $0.rawValue == source.stream.codec } ?? .h264
    }

    /// Throws `unsupportedFormat` for the name of an output whose format is not written, or does not hold the codec.
    package func check(outputNamed path: String, for source: VideoSource) throws {
        try check(Container(fileName: path), for: source)
    }

    func check(_ container: Container, for source: VideoSource) throws {
        let codec = codec(for: source)
        guard !container.videoCodecs.contains(codec) else { return }
        let others = container.videoCodecs.map(\.rawValue).joined(separator: " or ")
        throw BoundedCropError(
            .unsupportedFormat,
            "\(container.rawValue) holds videos in \(others), not in \(codec.rawValue): name another codec, or an output that ends with .mp4 or .mkv"
        )
    }

    /// The format of the pixels of an output: what devices play in this codec, or with `copyQuality` that of the source as far as players know it.
    func pixelFormat(for source: VideoSource) -> String {
        let format = source.pixelFormat
        if codec == .copyQuality { return ["yuv", "nv", "p010", "gray"].contains { format.hasPrefix($0) } ? format : "yuv420p" }
        if codec != .h264, source.stream.hasDeepColors { return "yuv420p10le" }
        let isFull = format.hasPrefix("yuvj") || format.hasPrefix("yuv") && source.stream.colorRange == "pc"
        return isFull && codec != .av1 ? "yuvj420p" : "yuv420p"
    }

    /// The options of ffmpeg for the video stream.
    ///
    /// - Parameters:
    ///   - source: The video.
    ///   - pixels: The format of the pixels that are encoded.
    ///   - share: How many pixels the output has for each of the source.
    func arguments(for source: VideoSource, pixels: String, pixelShare share: Double, in container: Container) -> [String] {
        var rate: [String]?
        if codec == .copyQuality {
            if let bits = source.bitRate { rate = ["-b:v:0", String(max(50_000, Int(Double(bits) * share)))] }
        }
        let format = ["-pix_fmt:v:0", pixels]
        switch codec(for: source) {
        case .h264, .copyQuality:
            return ["-c:v:0", "libx264", "-preset", "medium"] + (rate ?? ["-crf", "20"]) + format
                + source.brightness.parameters("-x264-params", "mastering-display=", "cll=")
        case .hevc:
            return ["-c:v:0", "libx265", "-preset", "medium"] + (rate ?? ["-crf", "22"]) + format
                + source.brightness.parameters("-x265-params", "master-display=", "max-cll=", others: ["log-level=error"])
                + (container.isQuickTime ? ["-tag:v:0", "hvc1"] : [])
        case .av1:
            return ["-c:v:0", "libsvtav1", "-preset", "8"] + (rate ?? ["-crf", "32"]) + format
                + source.brightness.parameters("-svtav1-params", "mastering-display=", "content-light=", areShares: true)
        }
    }
}

extension VideoSource {
    /// The bits in a second of the video stream; nil if the file does not say.
    fileprivate var bitRate: Int? {
        if let own = stream.bitRate.flatMap({ Int($0) }) { return own }
        let others = file.streams.filter { $0.index != stream.index }.compactMap { $0.bitRate.flatMap { Int($0) } }.reduce(0, +)
        return file.format.bitRate.flatMap { Int($0) }.map { max(0, $0 - others) }
    }
}

/// The names of video files.
package enum VideoFormat {
    /// The extensions of the files that are written, without dots.
    package static let endings = ["mp4", "m4v", "mov", "mkv", "webm"]

    /// The extensions by which videos are found in folders, without dots.
    package static let readEndings = endings + ["avi", "mts", "m2ts", "ts", "mpg", "mpeg", "wmv", "flv", "ogv", "3gp", "mxf", "vob", "dv"]

    /// The extensions of the files that are written, as messages name them.
    package static var endingsText: String { endings.map { "." + $0 }.joined(separator: ", ") }

    /// Whether a file is named like one that is written.
    package static func isWritten(_ path: String) -> Bool { isNamed(path, endings) }

    private static func isNamed(_ path: String, _ endings: [String]) -> Bool {
        let name = path.lowercased()
        return endings.contains { name.hasSuffix("." + $0) }
    }

    /// Whether a file is named like one that can only hold AV1, of the codecs that are written.
    package static func needsAV1(_ path: String) -> Bool { path.lowercased().hasSuffix(".webm") }

    /// Whether a file is named like a video.
    package static func isNamedLikeVideo(_ path: String) -> Bool { isNamed(path, readEndings) }

    /// The extension of the output of a video unless another is asked for: its own if it is `mp4`, `m4v`, `mov` or `mkv`, and otherwise
    /// `mkv`, which holds all streams.
    package static func ending(forOutputOf path: String) -> String {
        let name = path.lowercased()
        return endings.first { $0 != "webm" && name.hasSuffix("." + $0) } ?? "mkv"
    }
}
