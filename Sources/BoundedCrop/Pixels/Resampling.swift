internal import COpenCV

/// The pixel kernels of the C++ shim, for both kinds of picture.
enum Resampling {
    static func resample(
        _ bytes: [UInt8],
        _ size: PixelSize,
        channels: Int32,
        _ window: Rect,
        to target: PixelSize,
        into output: UnsafeMutablePointer<UInt8>
    ) throws {
        guard target.width > 0, target.height > 0 else {
            throw BoundedCropError(.invalidArgument, "a picture has sides above 0, not \(target)")
        }
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
