import BoundedCrop
import FoundationEssentials

/// Photos of many sizes, made from one of Fixtures/ into a folder that is not committed.
struct Inputs {
    /// Sides of 4:3 pictures by their megapixels.
    static let sizes: [(name: String, size: PixelSize)] = [
        ("0.3", PixelSize(width: 640, height: 480)),
        ("0.5", PixelSize(width: 816, height: 612)),
        ("2", PixelSize(width: 1632, height: 1224)),
        ("12", PixelSize(width: 4000, height: 3000)),
        ("50", PixelSize(width: 8160, height: 6120)),
        ("100", PixelSize(width: 11544, height: 8658)),
    ]

    let folder: String

    func path(_ name: String) -> String { folder + "/" + name }

    /// Makes what is missing.
    func make(from photo: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let source = try ImageSource(contentsOfFile: photo)
        // A face with room around it, in the shape of a camera's pictures.
        let part = try source.pixels().resampled(Rect(x: 0, y: 0, width: 1432, height: 1074), to: PixelSize(width: 1432, height: 1074))
        for (name, size) in Self.sizes {
            var jpeg = EncodingOptions(format: .jpeg)
            jpeg.quality = 90
            var progressive = jpeg
            progressive.progressive = true
            var files = [(name + ".jpg", jpeg)]
            if name == "2" { files += [("2.png", EncodingOptions(format: .png)), ("2.webp", EncodingOptions(format: .webp))] }
            if name == "12" { files.append(("12-progressive.jpg", progressive)) }
            let missing = files.filter { !FileManager.default.fileExists(atPath: path($0.0)) }
            if missing.isEmpty { continue }
            let picture = try Self.grained(part.resized(to: size))
            for (file, options) in missing {
                try Data(picture.encoded(options)).write(to: URL(filePath: path(file)), options: .atomic)
            }
        }
    }

    /// With a sensor's noise: an enlarged picture alone has next to nothing in its finest detail, and decodes faster than photos do.
    private static func grained(_ picture: PixelBuffer) throws -> PixelBuffer {
        var bytes = picture.bytes
        var state: UInt64 = 1
        for pixel in stride(from: 0, to: bytes.count, by: 4) {
            // SplitMix64, eight of its bits summed: nearly a normal distribution, of about four levels once tripled.
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
            let grain = (mixed & 0xff).nonzeroBitCount - 4
            for channel in 0..<3 { bytes[pixel + channel] = UInt8(min(max(Int(bytes[pixel + channel]) + 3 * grain, 0), 255)) }
        }
        return try PixelBuffer(size: picture.size, bytes: bytes)
    }
}
