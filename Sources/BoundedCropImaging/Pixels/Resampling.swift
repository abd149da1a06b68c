internal import CPixelKernels

/// The pixel kernels, for both types of picture.
package enum Resampling {
    private static let longestOutputSide = 65_535
    private static let mostOutputPixels = 500_000_000

    /// Checks an output size; call this before allocating memory for it. Throws `invalidArgument`.
    package static func check(outputSize size: PixelSize) throws {
        guard size.width > 0, size.height > 0, size.longSide <= longestOutputSide, size.area <= mostOutputPixels else {
            throw BoundedCropError(
                .invalidArgument,
                "an output of \(size) is not possible: sides are 1...\(longestOutputSide), pixels at most \(mostOutputPixels)"
            )
        }
    }

    /// The sides as the kernels' integer type.
    private static func sides(_ size: PixelSize) throws -> (width: Int32, height: Int32) {
        guard let width = Int32(exactly: size.width), let height = Int32(exactly: size.height) else {
            throw BoundedCropError(.invalidArgument, "a picture of \(size) is not possible: sides are at most \(Int32.max) pixels")
        }
        return (width, height)
    }

    static func resample(
        _ bytes: [UInt8],
        _ size: PixelSize,
        channels: Int32,
        _ window: Rect,
        to target: PixelSize,
        into output: UnsafeMutablePointer<UInt8>
    ) throws {
        let (source, result) = try (sides(size), sides(target))
        let window = bc_window(x: window.x, y: window.y, width: window.width, height: window.height)
        try CCall.check(failure: .invalidArgument) { error in
            bc_resample(
                bytes,
                source.width,
                source.height,
                channels,
                window,
                output,
                result.width,
                result.height,
                error
            )
        }
    }

    static func sample(
        _ bytes: [UInt8],
        _ size: PixelSize,
        _ grid: SamplingGrid,
        beyond: SamplingGrid.Beyond,
        to target: PixelSize,
        into output: UnsafeMutablePointer<UInt8>
    ) throws {
        let (source, result) = try (sides(size), sides(target))
        let steps = bc_grid(
            x: grid.origin.x,
            y: grid.origin.y,
            across_x: grid.across.x,
            across_y: grid.across.y,
            down_x: grid.down.x,
            down_y: grid.down.y
        )
        func sample(
            _ inside: Rect,
            color: [UInt8] = [],
            soft: [UInt8] = [],
            reach: Double = 0,
            unrepeated: Rect = Rect(x: 0, y: 0, width: 0, height: 0)
        ) throws {
            func window(_ part: Rect) -> bc_window { bc_window(x: part.x, y: part.y, width: part.width, height: part.height) }
            let (inside, unrepeated) = (window(inside), window(unrepeated))
            try color.withUnsafeBufferPointer { color in
                try soft.withUnsafeBufferPointer { soft in
                    let beyond = bc_beyond(
                        inside: inside,
                        color: color.pointer,
                        soft: soft.pointer,
                        reach: reach,
                        unrepeated: unrepeated
                    )
                    try CCall.check(failure: .invalidArgument) { error in
                        bc_sample(bytes, source.width, source.height, steps, beyond, output, result.width, result.height, error)
                    }
                }
            }
        }
        switch beyond {
        case .edge: try sample(size.bounds)
        case .color(let color, let inside):
            let pixel = color.pixel
            try sample(inside, color: [pixel.red, pixel.green, pixel.blue, pixel.alpha])
        case .fading(let soft, let inside, let reach, let unrepeated):
            guard soft.size == size else {
                throw BoundedCropError(.invalidArgument, "a picture of \(size) fades into one of its size, not into one of \(soft.size)")
            }
            try sample(inside, soft: soft.bytes, reach: reach, unrepeated: unrepeated)
        }
    }

    /// - Parameter output: May be the source itself for orientations that do not swap the sides.
    static func orient(
        _ bytes: UnsafePointer<UInt8>,
        _ size: PixelSize,
        channels: Int32,
        _ orientation: ImageOrientation,
        into output: UnsafeMutablePointer<UInt8>
    ) throws {
        let (width, height) = try sides(size)
        try CCall.check(failure: .invalidArgument) { error in
            bc_orient(bytes, width, height, channels, Int32(orientation.rawValue), output, error)
        }
    }
}

extension UnsafeBufferPointer {
    /// Nil for nothing.
    fileprivate var pointer: UnsafePointer<Element>? { isEmpty ? nil : baseAddress }
}
