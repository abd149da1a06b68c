import BoundedCrop

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): random numbers that are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A rectangle of at least one pixel inside a picture of this size.
    mutating func rectangle(inside size: PixelSize) -> PixelRect {
        let x = Int.random(in: 0..<size.width, using: &self)
        let y = Int.random(in: 0..<size.height, using: &self)
        let width = Int.random(in: 1...(size.width - x), using: &self)
        let height = Int.random(in: 1...(size.height - y), using: &self)
        return PixelRect(x: x, y: y, width: width, height: height)
    }

    /// A premultiplied picture of noise.
    mutating func picture(_ size: PixelSize) throws -> PixelBuffer {
        var bytes: [UInt8] = []
        for _ in 0..<size.area {
            let alpha = UInt8.random(in: 0...255, using: &self)
            for _ in 0..<3 { bytes.append(UInt8.random(in: 0...alpha, using: &self)) }
            bytes.append(alpha)
        }
        return try PixelBuffer(size: size, bytes: bytes)
    }

    /// One of these; there has to be one.
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }
}
