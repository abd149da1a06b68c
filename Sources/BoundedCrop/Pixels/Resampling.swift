internal import COpenCV

/// The pixel kernels of the C++ shim, for both kinds of picture.
package enum Resampling {
    private static let longestOutputSide = 65_535
    private static let mostOutputPixels = 500_000_000

    /// To be called before memory is taken for an output. Throws `invalidArgument`.
    package static func check(outputSize size: PixelSize) throws {
        guard size.width > 0, size.height > 0, size.longSide <= longestOutputSide, size.area <= mostOutputPixels else {
            throw BoundedCropError(
                .invalidArgument,
                "an output of \(size) is not possible: sides are 1...\(longestOutputSide), pixels at most \(mostOutputPixels)"
            )
        }
    }

    static func resample(
        _ bytes: [UInt8],
        _ size: PixelSize,
        channels: Int32,
        _ window: Rect,
        to target: PixelSize,
        into output: UnsafeMutablePointer<UInt8>
    ) throws {
        let window = bc_window(x: window.x, y: window.y, width: window.width, height: window.height)
        try OpenCVCall.check { error in
            bc_resample(
                bytes,
                Int32(size.width),
                Int32(size.height),
                channels,
                window,
                output,
                Int32(target.width),
                Int32(target.height),
                error
            )
        }
    }

    static func orient(
        _ bytes: [UInt8],
        _ size: PixelSize,
        channels: Int32,
        _ orientation: ImageOrientation,
        into output: UnsafeMutablePointer<UInt8>
    ) throws {
        try OpenCVCall.check { error in
            bc_orient(bytes, Int32(size.width), Int32(size.height), channels, Int32(orientation.rawValue), output, error)
        }
    }
}
