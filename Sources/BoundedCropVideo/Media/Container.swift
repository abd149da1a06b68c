internal import BoundedCrop

/// What holds the streams of an output.
enum Container: String {
    case mp4 = "MP4"
    case mov = "MOV"
    case matroska = "Matroska"
    case webM = "WebM"

    /// What becomes of a stream besides the video.
    enum Treatment: Equatable {
        case copied
        /// Written in another form: the encoder, and its options without the number of the stream.
        case encoded(by: String, [String: String] = [:])
        /// A picture that becomes an attachment.
        case attached
        case leftOut(why: String)
    }

    /// Throws `unsupportedFormat` for a file name that ends with another extension than those that are written.
    init(fileName: String) throws {
        let name = fileName.lowercased()
        if name.hasSuffix(".mp4") || name.hasSuffix(".m4v") {
            self = .mp4
        } else if name.hasSuffix(".mov") {
            self = .mov
        } else if name.hasSuffix(".mkv") {
            self = .matroska
        } else if name.hasSuffix(".webm") {
            self = .webM
        } else {
            throw BoundedCropError(
                .unsupportedFormat,
                "videos are written as \(VideoFormat.endingsText)"
            )
        }
    }

    var isQuickTime: Bool { self == .mp4 || self == .mov }

    /// The name of ffmpeg's writer, and its options.
    var arguments: [String] {
        switch self {
        // What plays while it is loaded has its index in front.
        case .mp4: ["-movflags", "+faststart", "-f", "mp4"]
        case .mov: ["-movflags", "+faststart", "-f", "mov"]
        case .matroska: ["-f", "matroska"]
        case .webM: ["-f", "webm"]
        }
    }

    /// The codecs of the video that it holds.
    var videoCodecs: [VideoEncoding.Codec] {
        switch self {
        case .mp4, .matroska: [.h264, .hevc, .av1]
        case .mov: [.h264, .hevc]
        case .webM: [.av1]
        }
    }
}

/// What is copied into which container, by ffmpeg's names of codecs: what the format's players know. ffmpeg's writers refuse some other
/// codecs, and write others so that nobody can read them.
extension Container {
    private static let commonSound: Set = ["aac", "ac3", "alac", "eac3", "mp2", "mp3"]

    private var copiedSound: Set<String> {
        switch self {
        case .mp4: Self.commonSound.union(["dts", "flac", "opus"])
        case .mov:
            Self.commonSound.union([
                "adpcm_ima_qt", "pcm_alaw", "pcm_f32be", "pcm_f32le", "pcm_f64be", "pcm_f64le", "pcm_mulaw", "pcm_s16be", "pcm_s16le",
                "pcm_s24be", "pcm_s24le", "pcm_s32be", "pcm_s32le", "pcm_s8", "pcm_u8",
            ])
        case .matroska:
            Self.commonSound.union([
                "adpcm_ima_wav", "adpcm_ms", "dts", "flac", "mlp", "opus", "pcm_alaw", "pcm_f32le", "pcm_f64le", "pcm_mulaw", "pcm_s16be",
                "pcm_s16le", "pcm_s24be", "pcm_s24le", "pcm_s32be", "pcm_s32le", "pcm_u8", "speex", "truehd", "tta", "vorbis", "wavpack",
                "wmapro", "wmav1", "wmav2",
            ])
        case .webM: ["opus", "vorbis"]
        }
    }

    /// What encodes other sound, with the bits in a second for each channel; nil without loss.
    private var soundEncoder: (name: String, bits: Int?) {
        switch self {
        case .mp4, .mov: ("aac", 96_000)
        case .matroska: ("flac", nil)
        case .webM: ("libopus", 64_000)
        }
    }

    private var copiedSubtitles: Set<String> {
        switch self {
        case .mp4, .mov: ["dvd_subtitle", "mov_text"]
        case .matroska:
            ["ass", "dvb_subtitle", "dvd_subtitle", "hdmv_pgs_subtitle", "hdmv_text_subtitle", "ssa", "subrip", "text", "webvtt"]
        case .webM: ["webvtt"]
        }
    }

    /// What writes other subtitles that are text.
    private var textEncoder: String {
        switch self {
        case .mp4, .mov: "mov_text"
        case .matroska: "srt"
        case .webM: "webvtt"
        }
    }

    private static let textSubtitles: Set = ["ass", "mov_text", "srt", "ssa", "subrip", "text", "webvtt"]

    /// What becomes of a stream besides the video.
    func treatment(of stream: ProbedFile.Stream) -> Treatment {
        let cannotHold = Treatment.leftOut(why: "\(rawValue) does not hold it")
        switch stream.codecType {
        case "attachment": return self == .matroska ? .copied : cannotHold
        case "audio", "subtitle", "video":
            guard let codec = stream.knownCodec else { return .leftOut(why: "ffmpeg does not know it") }
            if stream.codecType == "audio" { return sound(codec, stream) }
            if stream.codecType == "video" { return stream.isCover ? cover(codec) : .leftOut(why: "an output has one video") }
            if copiedSubtitles.contains(codec) { return .copied }
            return Self.textSubtitles.contains(codec) ? .encoded(by: textEncoder) : cannotHold
        default: return .leftOut(why: "it is neither sound nor subtitles")
        }
    }

    private func sound(_ codec: String, _ stream: ProbedFile.Stream) -> Treatment {
        guard let channels = stream.channels, channels > 0, (stream.sampleRate.flatMap { Int($0) } ?? 0) > 0 else {
            return .leftOut(why: "the file does not say how it sounds")
        }
        if copiedSound.contains(codec) { return .copied }
        guard stream.sampleFormat != nil else { return .leftOut(why: "\(rawValue) does not hold it, and ffmpeg cannot decode it") }
        if channels > 8, stream.channelLayout ?? "unknown" == "unknown" {
            return .leftOut(why: "\(rawValue) does not hold it, and nothing says where its \(channels) channels belong")
        }
        // All encoders know these.
        var options = ["-filter": "aformat=channel_layouts=mono|stereo|3.0|4.0|5.0|5.1|7.1"]
        options["-b"] = soundEncoder.bits.map { String($0 * min(channels, 8)) }
        return .encoded(by: soundEncoder.name, options)
    }

    private func cover(_ codec: String) -> Treatment {
        switch self {
        case .mp4 where ["bmp", "mjpeg", "png"].contains(codec): .copied
        // As a stream, it would be a second video, and delay all others.
        case .matroska where Attachment.mediaTypes[codec] != nil: .attached
        default: .leftOut(why: "\(rawValue) has no such cover pictures")
        }
    }
}
