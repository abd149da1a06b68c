import BoundedCrop
import CCalls
import CPixelKernels
import Foundation
import Testing

/// Compares the C function with the definition in doubles, with both kinds of border, on either side of the sigma (12) at which the method
/// changes.
@Suite struct GaussianTests {
    static let (width, height) = (61, 47)

    @Test(arguments: [0.3, 1, 2.5, 8, 11.99, 12, 17.9, 18, 60], [BC_BORDER_ZERO, BC_BORDER_REPLICATE])
    func isWithinOneLevelOfTheDefinition(sigma: Double, border: Int) throws {
        for channels in [1, 4] {
            let source = Self.picture(channels: channels)
            let blurred = try Self.blurred(source, channels: channels, sigma: sigma, border: border)
            var largest = 0.0
            for channel in 0..<channels {
                let plane = stride(from: channel, to: source.count, by: channels).map { Double(source[$0]) }
                let exact = Self.exact(plane, sigma: sigma, extends: border == BC_BORDER_REPLICATE)
                for index in exact.indices { largest = max(largest, abs(exact[index] - Double(blurred[index * channels + channel]))) }
            }
            #expect(largest <= 1)
            if channels == 4 {
                let picture = try PixelBuffer(size: PixelSize(width: Self.width, height: Self.height), bytes: blurred)
                expectColorsWithinAlpha(picture)
            }
        }
    }

    @Test(arguments: [0.0, 1, 8, 500, 65_535]) func aConstantPictureIsUnchanged(sigma: Double) throws {
        let source = [UInt8](repeating: 201, count: Self.width * Self.height * 4)
        #expect(try Self.blurred(source, channels: 4, sigma: sigma, border: BC_BORDER_REPLICATE) == source)
    }

    @Test(arguments: [-1, Double.nan, .infinity, 65_536]) func invalidSigmasAreRefused(sigma: Double) {
        let source = Self.picture(channels: 1)
        #expect(throws: BoundedCropError.self) { try Self.blurred(source, channels: 1, sigma: sigma, border: BC_BORDER_ZERO) }
    }

    /// A hard edge across smooth slopes; no color exceeds its alpha.
    private static func picture(channels: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for row in 0..<height {
            for column in 0..<width {
                let last = column * 2 + row < 80 ? 255 : (row * 5) % 200
                for channel in 0..<channels { bytes.append(UInt8(channel == channels - 1 ? last : last * (channel + column) / 70)) }
            }
        }
        return bytes
    }

    private static func blurred(_ source: [UInt8], channels: Int, sigma: Double, border: Int) throws -> [UInt8] {
        var result = [UInt8](repeating: 0, count: source.count)
        var error = bc_error()
        let status = bc_gaussian_blur(source, Int32(width), Int32(height), Int32(channels), sigma, Int32(border), &result, &error)
        guard status == 0 else { throw BoundedCropError(.invalidArgument, "refused") }
        return result
    }

    private static func exact(_ plane: [Double], sigma: Double, extends: Bool) -> [Double] {
        let reach = Int((6 * sigma).rounded(.up))
        let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let total = weights.reduce(0, +)
        func along(_ count: Int, _ value: (Int) -> Double) -> [Double] {
            let values = (0..<count).map(value)
            return (0..<count).map { center in
                var sum = 0.0
                for tap in -reach...reach {
                    let index = center + tap
                    if extends || (0..<count).contains(index) { sum += weights[tap + reach] * values[min(max(index, 0), count - 1)] }
                }
                return sum / total
            }
        }
        let rows = (0..<height).map { row in along(width) { plane[row * width + $0] } }
        let columns = (0..<width).map { column in along(height) { rows[$0][column] } }
        return (0..<height).flatMap { row in columns.map { $0[row] } }
    }
}
