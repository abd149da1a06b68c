import BoundedCrop

/// Parses an animated WebP (https://developers.google.com/speed/webp/docs/riff_container) and draws it frame by frame.
struct AnimatedWebP {
    struct Frame {
        let x, y, width, height, milliseconds: Int
        let blends, isDisposed: Bool
        /// The frame's own picture as a still file.
        let still: [UInt8]
    }

    let size: PixelSize
    private(set) var frames: [Frame] = []

    init(_ file: [UInt8]) throws {
        size = try ImageSource(bytes: file).size
        for (name, data) in Self.chunks(file[12...]) where name == "ANMF" {
            let number = { (at: Int) in
                Int(data[data.startIndex + at]) | Int(data[data.startIndex + at + 1]) << 8 | Int(data[data.startIndex + at + 2]) << 16
            }
            let flags = data[data.startIndex + 15]
            frames.append(
                Frame(
                    x: number(0) * 2,
                    y: number(3) * 2,
                    width: number(6) + 1,
                    height: number(9) + 1,
                    milliseconds: number(12),
                    blends: flags & 2 == 0,
                    isDisposed: flags & 1 != 0,
                    still: Self.still(Array(data.dropFirst(16)), width: number(6) + 1, height: number(9) + 1)
                )
            )
        }
    }

    /// The visible picture during each frame.
    func drawn() throws -> [PixelBuffer] {
        var canvas = [UInt8](repeating: 0, count: size.area * 4)
        return try frames.map { frame in
            let pixels = try ImageSource(bytes: frame.still).pixels()
            var seen = canvas
            for row in 0..<frame.height {
                for column in 0..<frame.width {
                    let (from, to) = ((row * frame.width + column) * 4, ((row + frame.y) * size.width + column + frame.x) * 4)
                    let through = frame.blends ? 255 - Int(pixels.bytes[from + 3]) : 0
                    for channel in 0..<4 {
                        seen[to + channel] = UInt8(min(255, Int(pixels.bytes[from + channel]) + Int(seen[to + channel]) * through / 255))
                    }
                }
            }
            canvas = seen
            if frame.isDisposed {
                for row in frame.y..<frame.y + frame.height {
                    let start = (row * size.width + frame.x) * 4
                    for index in start..<start + frame.width * 4 { canvas[index] = 0 }
                }
            }
            return try PixelBuffer(size: size, bytes: seen)
        }
    }

    private static func chunks(_ bytes: ArraySlice<UInt8>) -> [(name: String, data: ArraySlice<UInt8>)] {
        var (rest, chunks) = (bytes, [(name: String, data: ArraySlice<UInt8>)]())
        while rest.count >= 8 {
            let length = (0..<4).reduce(0) { $0 | Int(rest[rest.startIndex + 4 + $1]) << ($1 * 8) }
            chunks.append((String(decoding: rest.prefix(4), as: UTF8.self), rest.dropFirst(8).prefix(length)))
            rest = rest.dropFirst(8 + length + length % 2)
        }
        return chunks
    }

    /// The chunks of a frame as a file; with transparency, that requires the extended header.
    private static func still(_ data: [UInt8], width: Int, height: Int) -> [UInt8] {
        var body = Array("WEBP".utf8)
        if chunks(data[...]).contains(where: { $0.name == "ALPH" }) {
            body += Array("VP8X".utf8)
            body += [10, 0, 0, 0, 0x10, 0, 0, 0] as [UInt8]
            for side in [width - 1, height - 1] { body += bytes(of: side, count: 3) }
        }
        body += data
        return Array("RIFF".utf8) + bytes(of: body.count, count: 4) + body
    }

    /// The lowest bytes of a number, the lowest first.
    private static func bytes(of number: Int, count: Int) -> [UInt8] {
        (0..<count).map { index -> UInt8 in UInt8(truncatingIfNeeded: number >> (index * 8)) }
    }
}
