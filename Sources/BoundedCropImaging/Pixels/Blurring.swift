internal import CPixelKernels

extension PixelBuffer {
    /// Returns this picture with each pixel replaced by the mean of a box around it, applied `iterations` times; the edges are extended.
    ///
    /// - Precondition: `box` is odd, 1...1000001; `iterations` is at least 1.
    ///
    /// Throws `CancellationError`.
    package func boxBlurred(box: Int, iterations: Int) throws -> PixelBuffer {
        try blurred { bc_box_blur($0, Int32(width), Int32(height), Int32(box), Int32(iterations), $1, $2) }
    }

    /// Returns this picture with a gaussian blur; the edges are extended.
    ///
    /// - Precondition: Sigma is 0...65535.
    ///
    /// Throws `CancellationError`.
    package func gaussianBlurred(by sigma: Double) throws -> PixelBuffer {
        try blurred { bc_gaussian_blur($0, Int32(width), Int32(height), 4, sigma, Int32(BC_BORDER_REPLICATE), $1, $2) }
    }

    private func blurred(
        _ kernel: (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<bc_error>) -> Int32
    ) throws -> PixelBuffer {
        let result = try [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
            guard let start = output.baseAddress else { return }
            try CCall.check(failure: .invalidArgument) { kernel(bytes, start, $0) }
            count = bytes.count
        }
        return try PixelBuffer(size: size, bytes: result)
    }
}

extension LumaPlane {
    /// Returns this plane with a gaussian blur, black outside.
    ///
    /// - Precondition: Sigma is 0...65535.
    ///
    /// Throws `CancellationError`.
    package func gaussianBlurred(by sigma: Double) throws -> LumaPlane {
        try LumaPlane(size: size) { output in
            try CCall.check(failure: .invalidArgument) {
                bc_gaussian_blur(bytes, Int32(width), Int32(height), 1, sigma, Int32(BC_BORDER_ZERO), output, $0)
            }
        }
    }
}
