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
        let colorRange: String?
        let colorSpace: String?
        let colorTransfer: String?
        let colorPrimaries: String?
        let disposition: [String: Int]?
        let sideData: [SideData]?
        let tags: [String: String]?

        enum CodingKeys: String, CodingKey {
            case index, width, height, duration, disposition, tags
            case codecType = "codec_type"
            case codec = "codec_name"
            case sampleAspect = "sample_aspect_ratio"
            case pixelFormat = "pix_fmt"
            case fieldOrder = "field_order"
            case averageRate = "avg_frame_rate"
            case realRate = "r_frame_rate"
            case timeBase = "time_base"
            case bitRate = "bit_rate"
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

    let format: Format
    let streams: [Stream]

    /// The value of `30000/1001` or `64:45`; nil if it has none.
    static func ratio(_ text: String) -> Double? {
        let parts = text.split { $0 == "/" || $0 == ":" }.compactMap { Double($0) }
        guard parts.count == 2, parts[1] > 0, parts[0] > 0 else { return nil }
        return parts[0] / parts[1]
    }
}
