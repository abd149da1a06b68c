extension ImageEncoding {
    /// An upper estimate of the peak number of bytes that encoding a picture of this size takes, in addition to the picture.
    ///
    /// Measured as growth of the process while writing noise, the worst case, of 4 and 9 megapixels at quality 100. The file counts twice:
    /// as the library writes it and as it is returned.
    /// - Parameter hasAlpha: Whether there may be transparent pixels; WebP's own compression of alpha takes the most.
    package func workingBytes(for size: PixelSize, hasAlpha: Bool = true) -> Int {
        let (width, height) = (Double(max(0, size.width)), Double(max(0, size.height)))
        // Rows, tables and what allocators keep.
        let base = 1_000_000 + 200 * width
        return Int(base + bytesPerPixel(hasAlpha: hasAlpha, area: width * height) * width * height, within: 0...Int.max, rounded: .up)
    }

    /// An estimate of the memory for an animation's file: as the library builds it, and as it is returned. Noise takes up to 1.5 bytes for
    /// each pixel of a frame, 4 at the highest qualities or without loss.
    package func animationBytes(frameCount: Int, of size: PixelSize) -> Int {
        let bytes =
            switch self {
            case .png, .webp(.lossless): 8
            case .gif: 3
            case .jpeg, .webp, .avif: (quality ?? 100) > 95 ? 8 : 3
            }
        return size.area.times(frameCount).times(bytes)
    }

    private func bytesPerPixel(hasAlpha: Bool, area: Double) -> Double {
        switch self {
        // All coefficients, of 2 bytes each, to find the best codes: measured were 4.5, 6.1 and 9.2, and files of 1.4, 1.9 and 3.
        case .jpeg(_, _, let chromaSubsampling, _):
            switch chromaSubsampling {
            case .half: 6.5
            case .horizontal: 8.5
            case .full: 13
            }
        // 4.2 with the file, which takes 4 bytes per pixel.
        case .png: 9
        // As in bc_webp_limit_effort: 37 with a file of 3, and for large pictures 24 with a file of 4.
        case .webp(.lossless): isLargeForWebP(area) ? 30 : 42
        // 34 with a file of 2, and for large pictures 33 with a file of 4; without alpha 28 and 1, or 7 and 3.
        case .webp: hasAlpha ? 39 : isLargeForWebP(area) ? 11 : 32
        case .avif: 60
        // An index and two rows of errors for each pixel, and a file of 1.3.
        case .gif: 9
        }
    }

    private func isLargeForWebP(_ area: Double) -> Bool { area > 8 * 1024 * 1024 }
}
