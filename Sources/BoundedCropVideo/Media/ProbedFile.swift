internal import BoundedCrop
internal import FoundationEssentials

/// What ffprobe says of a file.
struct ProbedFile: Decodable, Sendable {
    struct Format: Decodable {
        let duration: String?
        let bitRate: String?
        let tags: [String: String]?

        enum CodingKeys: String, CodingKey {
            case duration, tags
            case bitRate = "bit_rate"
        }
    }

    struct Stream: Decodable, Sendable {
        let index: Int
        let codecType: String?
        let codec: String?
        let codecTag: String?
        let width: Int?
        let height: Int?
        let sampleAspect: String?
        let pixelFormat: String?
        let fieldOrder: String?
        let averageRate: String?
        let realRate: String?
        let timeBase: String?
        let duration: String?
        let bitRate: String?
        let sampleFormat: String?
        let sampleRate: String?
        let channels: Int?
        let channelLayout: String?
        let colorRange: String?
        let colorSpace: String?
        let colorTransfer: String?
        let colorPrimaries: String?
        let disposition: [String: Int]?
        let sideData: [SideData]?
        let tags: [String: String]?

        enum CodingKeys: String, CodingKey {
            case index, width, height, duration, disposition, tags, channels
            case codecType = "codec_type"
            case codec = "codec_name"
            case codecTag = "codec_tag_string"
            case sampleAspect = "sample_aspect_ratio"
            case pixelFormat = "pix_fmt"
            case fieldOrder = "field_order"
            case averageRate = "avg_frame_rate"
            case realRate = "r_frame_rate"
            case timeBase = "time_base"
            case bitRate = "bit_rate"
            case sampleFormat = "sample_fmt"
            case sampleRate = "sample_rate"
            case channelLayout = "channel_layout"
            case colorRange = "color_range"
            case colorSpace = "color_space"
            case colorTransfer = "color_transfer"
            case colorPrimaries = "color_primaries"
            case sideData = "side_data_list"
        }

        /// Whether the frames are stored turned by a quarter.
        var isOnItsSide: Bool {
            let rotation = sideData?.compactMap(\.rotation).first ?? 0
            return Int(rotation.rounded()) % 180 != 0 && Int(rotation.rounded()) % 90 == 0
        }

        /// The time of which the times of frames are multiples, in seconds and as ffmpeg writes it.
        var timeUnit: (seconds: Double, text: String) {
            guard let timeBase, let seconds = ProbedFile.ratio(timeBase) else { return (1 / 90_000, "1/90000") }
            return (seconds, timeBase)
        }

        /// The width of a stored pixel divided by its height; 1 if the file does not say.
        var pixelAspect: Double {
            guard let ratio = sampleAspect.flatMap(ProbedFile.ratio), ratio > 0 else { return 1 }
            return ratio
        }
    }

    /// Data beside the frames: how they are turned, and how bright the display was on which they were made.
    struct SideData: Decodable, Sendable {
        let rotation: Double?
        let redX, redY, greenX, greenY, blueX, blueY, whiteX, whiteY, darkest, brightest: String?
        let brightestPixel, brightestAverage: Int?

        enum CodingKeys: String, CodingKey {
            case rotation
            case redX = "red_x"
            case redY = "red_y"
            case greenX = "green_x"
            case greenY = "green_y"
            case blueX = "blue_x"
            case blueY = "blue_y"
            case whiteX = "white_point_x"
            case whiteY = "white_point_y"
            case darkest = "min_luminance"
            case brightest = "max_luminance"
            case brightestPixel = "max_content"
            case brightestAverage = "max_average"
        }
    }

    /// A frame.
    struct Frame: Decodable, Sendable {
        let sideData: [SideData]?

        enum CodingKeys: String, CodingKey {
            case sideData = "side_data_list"
        }
    }

    struct Chapter: Decodable, Sendable {
        let tags: [String: String]?
    }

    let format: Format
    let streams: [Stream]
    let chapters: [Chapter]

    /// Reads the header of a file.
    ///
    /// - Throws: `missingLibrary` if ffprobe is not installed, `malformedImage` for a file that it cannot read.
    init(_ path: String) throws {
        let arguments = ["-loglevel", "level+error", "-of", "json", "-show_format", "-show_streams", "-show_chapters"]
        let answer = try FFmpeg.ffprobe.run(arguments + FFmpeg.input(path))
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(answer))
        } catch {
            throw BoundedCropError(.malformedImage, "what ffprobe says cannot be read: \(error)")
        }
    }

    /// Whether a time code, which counts frames as those who filmed them do, is written down.
    var hasTimeCode: Bool {
        streams.contains { $0.isTimeCode || $0.hasTag("timecode") } || format.tags?.keys.contains { $0.lowercased() == "timecode" } == true
    }

    /// The value of `30000/1001` or `64:45`; nil if it has none.
    static func ratio(_ text: String) -> Double? {
        let parts = text.split { $0 == "/" || $0 == ":" }.compactMap { Double($0) }
        guard parts.count == 2, parts[1] > 0, parts[0] > 0 else { return nil }
        return parts[0] / parts[1]
    }
}

extension ProbedFile.Stream {
    /// The stream as messages name it.
    var text: String {
        // Tags that are no text have brackets.
        let tag = codecTag.flatMap { $0.contains("[") ? nil : $0 }
        return "stream \(index) (\(codecType ?? "data"), \(knownCodec ?? tag ?? "unknown"))"
    }

    /// The codec, if ffmpeg knows it.
    var knownCodec: String? { codec == "unknown" || codec == "none" ? nil : codec }

    /// Whether this is a picture that stands for the file.
    var isCover: Bool { disposition?["attached_pic"] == 1 }

    var isTimeCode: Bool { codecTag == "tmcd" }

    /// Whether this is the text of chapters, as MP4 and MOV have it.
    var isChapterTitles: Bool { codecType == "data" && codecTag == "text" }

    /// Whether pixels may be transparent.
    var hasAlpha: Bool {
        let formats = ["yuva", "rgba", "argb", "bgra", "abgr", "gbrap", "ya8", "ya16", "pal8"]
        return pixelFormat.map { format in formats.contains { format.hasPrefix($0) } } == true
    }

    /// Whether each color has more than 8 bits.
    var hasDeepColors: Bool {
        guard let pixelFormat, pixelFormat.hasSuffix("le") || pixelFormat.hasSuffix("be") else { return false }
        // These have their order of bytes for all colors of a pixel together.
        return !["rgb4", "rgb5", "bgr4", "bgr5"].contains { pixelFormat.hasPrefix($0) || pixelFormat.hasPrefix("x" + $0) }
    }

    /// Whether colors go beyond what a usual screen shows.
    var hasHighDynamicRange: Bool { ["smpte2084", "arib-std-b67"].contains(colorTransfer) }

    func hasTag(_ name: String) -> Bool { tags?.keys.contains { $0.lowercased() == name } == true }
}
