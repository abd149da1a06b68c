/// GIFs built block by block.
package enum BuiltGIF {
    /// A canvas with a palette of black, red, green and blue.
    package static func file(width: Int, height: Int, frames: [[UInt8]], hasPalette: Bool = true) -> [UInt8] {
        let screen = Array("GIF89a".utf8) + word(width) + word(height) + [hasPalette ? 0x81 : 0, 0, 0]
        let palette: [UInt8] = hasPalette ? [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255] : []
        var file = screen + palette
        file.reserveCapacity(file.count + frames.reduce(1) { $0 + $1.count })
        for frame in frames { file += frame }
        return file + [0x3B]
    }

    /// A frame that says it has this size, and has one red pixel; all of it if its size is 1 by 1.
    package static func frame(
        left: Int = 0,
        top: Int = 0,
        width: Int = 1,
        height: Int = 1,
        codeBits: UInt8 = 2,
        codes: [UInt8] = red
    ) -> [UInt8] {
        [0x2C] + word(left) + word(top) + word(width) + word(height) + [0, codeBits, UInt8(codes.count)] + codes + [0]
    }

    /// What precedes a frame: what becomes of it afterwards, and its transparent index.
    package static func control(disposal: UInt8 = 0, transparent: UInt8? = nil) -> [UInt8] {
        [0x21, 0xF9, 4, disposal << 2 | (transparent == nil ? 0 : 1), 0, 0, transparent ?? 0, 0]
    }

    /// Three codes of three bits: clear (4), color 1, end (5).
    package static let red: [UInt8] = [0b0100_1100, 0b1]

    private static func word(_ value: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)] }
}
