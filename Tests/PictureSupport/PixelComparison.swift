package import BoundedCropImaging

/// The difference between the bytes of two pictures.
package struct PixelDifference: CustomStringConvertible {
    package var mean = 0.0
    package var largest = 0

    /// The sum of absolute byte differences over all channels. Pictures of different sizes differ infinitely.
    package init(_ one: [UInt8], _ other: [UInt8]) {
        guard one.count == other.count, !one.isEmpty else {
            (mean, largest) = (.infinity, .max)
            return
        }
        var sum = 0
        one.withUnsafeBufferPointer { one in
            other.withUnsafeBufferPointer { other in
                for index in one.indices {
                    let distance = abs(Int(one[index]) - Int(other[index]))
                    sum += distance
                    if distance > largest { largest = distance }
                }
            }
        }
        mean = Double(sum) / Double(one.count)
    }

    package var description: String { "mean \(mean), largest \(largest)" }
}

extension PixelBuffer {
    package func difference(from other: PixelBuffer) -> PixelDifference {
        PixelDifference(size == other.size ? bytes : [], other.bytes)
    }

    /// A rectangle cut out without the library's own code.
    package func cut(_ rectangle: PixelRect) throws -> PixelBuffer {
        var part: [UInt8] = []
        for row in rectangle.y..<(rectangle.y + rectangle.height) {
            let start = (row * width + rectangle.x) * 4
            part += bytes[start..<(start + rectangle.width * 4)]
        }
        return try PixelBuffer(size: rectangle.size, bytes: part)
    }

    /// One channel: 0 is red, 3 is alpha.
    package func channel(_ number: Int) -> [UInt8] {
        stride(from: number, to: bytes.count, by: 4).map { bytes[$0] }
    }

    package var isOpaque: Bool { channel(3).allSatisfy { $0 == 255 } }

    /// Whether no color exceeds its alpha.
    package var isPremultiplied: Bool {
        let alpha = channel(3)
        return (0..<3).allSatisfy { zip(channel($0), alpha).allSatisfy { $0 <= $1 } }
    }
}

extension LumaPlane {
    package func difference(from other: LumaPlane) -> PixelDifference {
        PixelDifference(size == other.size ? bytes : [], other.bytes)
    }
}
