internal import CPixelKernels

/// A picture as videos have it: brightness in 16...235, and the differences of blue and red from it for each 2x2 pixels, in planes one after
/// the other (4:2:0).
package struct YCbCrPlanes: Sendable {
    /// What red and blue count in brightness; green counts the rest.
    package struct Weights: Hashable, Sendable {
        let red, blue: Double

        /// Rec. ITU-R BT.601.
        package static let rec601 = Weights(red: 0.299, blue: 0.114)
        /// Rec. ITU-R BT.709.
        package static let rec709 = Weights(red: 0.2126, blue: 0.0722)
        /// Rec. ITU-R BT.2020.
        package static let rec2020 = Weights(red: 0.2627, blue: 0.0593)
    }

    /// Both sides are even.
    package let size: PixelSize
    private let bytes: [UInt8]
    private let weights: Weights

    /// How many bytes a picture has.
    package static func byteCount(of size: PixelSize) -> Int { size.area * 3 / 2 }

    /// - Throws: `invalidArgument` for odd sides and another number of bytes.
    package init(size: PixelSize, bytes: [UInt8], weights: Weights) throws {
        guard size.width > 0, size.height > 0, size.width % 2 + size.height % 2 == 0, bytes.count == Self.byteCount(of: size) else {
            throw BoundedCropError(.invalidArgument, "\(bytes.count) bytes are not a picture of \(size) in 4:2:0")
        }
        (self.size, self.bytes, self.weights) = (size, bytes, weights)
    }

    /// The picture in red, green and blue. Colors are not smoothed between the pixels that share them.
    package var pixels: PixelBuffer {
        PixelBuffer(size: size) {
            bc_ycbcr_to_rgba(bytes, Int32(size.width), Int32(size.height), weights.red, weights.blue, $0)
        }
    }

    /// The brightness at another size, in 0...255. Throws `invalidArgument` for a size that is not possible.
    package func luma(resizedTo target: PixelSize) throws -> LumaPlane {
        try Resampling.check(outputSize: target)
        // The brightness comes first.
        let luma = try LumaPlane(size: target) { try Resampling.resample(bytes, size, channels: 1, size.bounds, to: target, into: $0) }
        return LumaPlane(size: target) { output in
            for index in luma.bytes.indices { output[index] = UInt8(min(max((Int(luma.bytes[index]) - 16) * 255 / 219, 0), 255)) }
        }
    }
}
