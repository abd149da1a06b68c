internal import BoundedCrop

/// How pixels of red, green and blue become those of an output, in the source's colors.
struct RawPixels {
    /// The format that is encoded.
    let format: String
    /// What makes it.
    let filter: String
    /// What says what it means.
    let arguments: [String]

    /// - Parameter format: The format that is encoded.
    init(of source: VideoSource, as format: String) {
        self.format = format
        let stream = source.stream
        let isFull = format.hasPrefix("yuvj") || source.pixelFormat.hasPrefix("yuv") && stream.colorRange == "pc"
        let matrices = ["bt709": "bt709", "bt2020nc": "bt2020", "bt2020c": "bt2020", "smpte240m": "smpte240m", "fcc": "fcc"]
        // Red, green and blue have no matrix of their own, and players take an unnamed one for that of HD.
        let isUnnamed = source.isRGB && matrices[stream.colorSpace ?? ""] == nil
        let space = isUnnamed ? (stream.colorPrimaries == "bt2020" ? "bt2020nc" : "bt709") : stream.colorSpace
        // Where a file does not say, ffmpeg has read it as this.
        let matrix = space.flatMap { matrices[$0] } ?? "smpte170m"
        filter = "scale=flags=accurate_rnd+full_chroma_inp:out_color_matrix=\(matrix):out_range=\(isFull ? "pc" : "tv"),format=\(format)"
        let tags = [
            ("-colorspace:v:0", space), ("-color_primaries:v:0", stream.colorPrimaries), ("-color_trc:v:0", stream.colorTransfer),
            ("-color_range:v:0", isFull ? "pc" : "tv"),
        ]
        arguments = tags.flatMap { name, value in value.map { ["unknown", "gbr", "reserved"].contains($0) ? [] : [name, $0] } ?? [] }
    }

    /// The format of what is encoded if frames of 8 bits are given.
    static func format(near wanted: String) -> String {
        ["yuv420p", "yuv422p", "yuv444p", "yuvj420p", "yuvj422p", "yuvj444p"].first { $0 == wanted } ?? "yuv420p"
    }
}

extension VideoSource {
    /// Whether pixels are stored as red, green and blue.
    var isRGB: Bool {
        ["rgb", "bgr", "gbr", "argb", "abgr", "0rgb", "0bgr", "x2rgb", "x2bgr", "pal8"].contains { pixelFormat.hasPrefix($0) }
    }
}
