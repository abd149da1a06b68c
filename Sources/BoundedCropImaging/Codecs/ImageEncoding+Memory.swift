extension ImageEncoding {
    /// An upper estimate of the bytes that encoding a picture of this size takes at its peak, beside the picture.
    ///
    /// Measured on noise, the worst there is, with quality 100, as growth of the process while 4 and 9 megapixels were written; the file
    /// counts twice, as libraries write it and as it is given back.
    /// - Parameter hasAlpha: whether there may be transparent pixels; WebP's own compression of alpha takes the most.
    package func workingBytes(for size: PixelSize, hasAlpha: Bool = true) -> Int {
        let (width, height) = (Double(max(0, size.width)), Double(max(0, size.height)))
        // Rows, tables and what allocators keep.
        let base = 1_000_000 + 200 * width
        return Int(base + bytesPerPixel(hasAlpha: hasAlpha, area: width * height) * width * height, within: 0...Int.max, rounded: .up)
    }

    private func bytesPerPixel(hasAlpha: Bool, area: Double) -> Double {
        switch self {
        // All coefficients, of 2 bytes each, to find the best codes: 4.5, 6.1 and 9.2 were measured, and files of 1.4, 1.9 and 3.
        case .jpeg(_, _, let chromaSubsampling, _):
            switch chromaSubsampling {
            case .half: 6.5
            case .horizontal: 8.5
            case .full: 13
            }
        // 4.2 with the file, of 4 bytes a pixel.
        case .png: 9
        // As in bc_webp_limit_effort: 37 with a file of 3, and for large pictures 24 with a file of 4.
        case .webp(.lossless): isLargeForWebP(area) ? 30 : 42
        // 34 with a file of 2, and for large pictures 33 with a file of 4; without alpha 28 and 1, or 7 and 3.
        case .webp: hasAlpha ? 39 : isLargeForWebP(area) ? 11 : 32
        }
    }

    private func isLargeForWebP(_ area: Double) -> Bool { area > 8 * 1024 * 1024 }
}
