/// An encoding of a picture: a format with its settings.
///
///     try await picture.encoded(as: .jpeg(quality: 80))
public enum ImageEncoding: Hashable, Sendable {
    /// JPEG, which has no transparency.
    ///
    /// - Parameters:
    ///   - quality: 1...100.
    ///   - isProgressive: Whether the file can be displayed coarsely before it is complete; also smaller, and slower to write.
    ///   - chromaSubsampling: The resolution of color.
    ///   - background: The color behind transparent pixels; must be opaque.
    case jpeg(
        quality: Int = 85,
        isProgressive: Bool = false,
        chromaSubsampling: ChromaSubsampling = .half,
        background: Color = .white
    )

    /// PNG.
    ///
    /// - Parameter compressionLevel: The level of zlib, 0...9; 3 takes a third of the time of 6 for 8% more bytes.
    case png(compressionLevel: Int = 3)

    /// WebP.
    case webp(WebPCompression)

    /// AVIF.
    ///
    /// - Parameters:
    ///   - quality: 1...100, on the scale of JPEG's: the same number gives about the same similarity to the original.
    ///   - speed: 0...10; higher is faster and larger. At 9, the default, a thumbnail takes less time than a WebP; at 8 it takes 2.6 times
    ///     as long as a WebP, and 12% fewer bytes than at 9.
    case avif(quality: Int = 85, speed: Int = 9)

    /// GIF. Pixels of less than half alpha become transparent, the others opaque.
    ///
    /// - Parameter colors: The maximum number of colors, 2...256, including the transparent one.
    case gif(colors: Int = 256)

    /// How much coarser color is than brightness in a JPEG.
    public enum ChromaSubsampling: String, Hashable, Sendable, CaseIterable {
        /// Half the resolution in both directions: the smallest files.
        case half = "4:2:0"
        /// Half the horizontal resolution.
        case horizontal = "4:2:2"
        /// The full resolution, for text and sharp edges between colors.
        case full = "4:4:4"
    }

    /// The compression of a WebP.
    public enum WebPCompression: Hashable, Sendable {
        /// Lossy. The quality is 1...100.
        case lossy(quality: Int = 85)
        /// Lossless. The effort is 1...100; a higher effort takes longer and makes the file smaller.
        case lossless(effort: Int = 85)
    }

    /// Lossy WebP.
    ///
    /// - Parameter quality: 1...100.
    public static func webp(quality: Int = 85) -> ImageEncoding { .webp(.lossy(quality: quality)) }

    /// Creates an encoding with the default settings of a format.
    ///
    /// - Parameters:
    ///   - format: The format to write. For one that is only read, JPEG replaces HEIC, and PNG replaces TIFF and BMP.
    ///   - quality: 1...100; ignored for PNG, which is lossless, and GIF.
    public init(_ format: ImageFormat, quality: Int = 85) {
        switch format {
        case .jpeg, .heic: self = .jpeg(quality: quality)
        case .png, .tiff, .bmp: self = .png()
        case .webp: self = .webp(quality: quality)
        case .avif: self = .avif(quality: quality)
        case .gif: self = .gif()
        }
    }

    /// The format of the file.
    public var format: ImageFormat {
        switch self {
        case .jpeg: .jpeg
        case .png: .png
        case .webp: .webp
        case .avif: .avif
        case .gif: .gif
        }
    }

    /// The quality, which determines the file's size; nil for lossless encodings, for which setting it has no effect.
    package var quality: Int? {
        get {
            switch self {
            case .jpeg(let quality, _, _, _), .webp(.lossy(let quality)), .avif(let quality, _): quality
            case .png, .webp(.lossless), .gif: nil
            }
        }
        set {
            guard let newValue else { return }
            switch self {
            case .jpeg(_, let isProgressive, let subsampling, let background):
                self = .jpeg(quality: newValue, isProgressive: isProgressive, chromaSubsampling: subsampling, background: background)
            case .webp(.lossy): self = .webp(quality: newValue)
            case .avif(_, let speed): self = .avif(quality: newValue, speed: speed)
            case .png, .webp(.lossless), .gif: break
            }
        }
    }

    func check() throws {
        switch self {
        case .jpeg(let quality, _, _, let background):
            try Self.check(quality, in: 1...100, "quality")
            guard background.alpha == 1 else { throw BoundedCropError(.invalidArgument, "the background of a JPEG must be opaque") }
        case .png(let level): try Self.check(level, in: 0...9, "compression level")
        case .webp(.lossy(let quality)): try Self.check(quality, in: 1...100, "quality")
        case .webp(.lossless(let effort)): try Self.check(effort, in: 1...100, "effort")
        case .avif(let quality, let speed):
            try Self.check(quality, in: 1...100, "quality")
            try Self.check(speed, in: 0...10, "speed")
        case .gif(let colors): try Self.check(colors, in: 2...256, "number of colors")
        }
    }

    private static func check(_ value: Int, in range: ClosedRange<Int>, _ name: String) throws {
        guard range.contains(value) else {
            throw BoundedCropError(.invalidArgument, "the \(name) \(value) is not in \(range.lowerBound)...\(range.upperBound)")
        }
    }
}

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
