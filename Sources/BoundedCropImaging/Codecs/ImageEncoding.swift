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

    /// JPEG XL.
    ///
    /// - Parameters:
    ///   - compression: Lossy or lossless.
    ///   - effort: 1...9; higher is slower and smaller. At 3, the default, a thumbnail takes less time than a WebP.
    case jxl(JPEGXLCompression, effort: Int = 3)

    /// ICO, icons of Windows and of web sites: bitmaps up to 48 pixels along either side, and PNG above.
    ///
    /// - Parameter sizes: The longer sides in pixels, 1...256, of the picture in all its sizes in the file; empty for the picture as it is,
    ///   which then has at most 256 pixels along either side.
    case ico(sizes: [Int] = [])

    /// The sides that an icon can have, in pixels.
    package static let iconSizes = 1...256
    /// The most sizes of one icon. Icons of sites and programs have ten at most.
    private static let mostIconSizes = 16

    /// Throws `invalidArgument` for sizes that no icon has, and for more than there can be in one.
    package static func check(iconSizes sizes: [Int]) throws {
        if let size = sizes.first(where: { !iconSizes.contains($0) }) {
            throw BoundedCropError(
                .invalidArgument,
                "\(size) is not a size of an icon, from \(iconSizes.lowerBound) to \(iconSizes.upperBound)"
            )
        }
        guard Set(sizes).count <= mostIconSizes else {
            throw BoundedCropError(
                .invalidArgument,
                "\(Set(sizes).count) sizes are too many for one icon, which has at most \(mostIconSizes)"
            )
        }
    }

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

    /// The compression of a JPEG XL.
    public enum JPEGXLCompression: Hashable, Sendable {
        /// Lossy. The quality is 1...100, on the scale of JPEG's: the same number looks about as similar to the original.
        case lossy(quality: Int = 85)
        /// Lossless.
        case lossless
    }

    /// Lossy JPEG XL.
    ///
    /// - Parameter quality: 1...100, on the scale of JPEG's.
    public static func jxl(quality: Int = 85) -> ImageEncoding { .jxl(.lossy(quality: quality)) }

    /// Lossy WebP.
    ///
    /// - Parameter quality: 1...100.
    public static func webp(quality: Int = 85) -> ImageEncoding { .webp(.lossy(quality: quality)) }

    /// Creates an encoding with the default settings of a format.
    ///
    /// - Parameters:
    ///   - format: The format to write. For one that is only read, JPEG replaces JPEG 2000 and HEIC, and PNG replaces TIFF and BMP.
    ///   - quality: 1...100; ignored for PNG, which is lossless, and GIF.
    public init(_ format: ImageFormat, quality: Int = 85) { self.init(format, EncodingSettings(quality: quality)) }

    /// The same with more settings, of which those that the format does not have are ignored.
    package init(_ format: ImageFormat, _ settings: EncodingSettings) { self = format.codec.encoding(settings) }

    /// What is known of this encoding.
    var codec: EncodingCodec {
        switch self {
        case .jpeg(let quality, let isProgressive, let subsampling, let background):
            .jpeg(quality, isProgressive, subsampling, background)
        case .png(let level): .png(level)
        case .webp(let compression): .webp(compression)
        case .avif(let quality, let speed): .avif(quality, speed)
        case .gif(let colors): .gif(colors)
        case .jxl(let compression, let effort): .jxl(compression, effort)
        case .ico(let sizes): .ico(sizes)
        }
    }

    /// The format of the file.
    public var format: ImageFormat { codec.format }

    /// The quality, which determines the file's size; nil for lossless encodings, for which setting it has no effect.
    package var quality: Int? {
        get { codec.quality?.value }
        set {
            guard let newValue, let quality = codec.quality else { return }
            self = quality.replaced(newValue)
        }
    }

    func check() throws {
        let codec = codec
        if let quality = codec.quality { try EncodingCodec.check(quality.value, in: 1...100, "quality") }
        try codec.check()
    }
}

/// What options say of files in all formats.
package struct EncodingSettings: Sendable {
    /// 1...100; the effort of a lossless WebP.
    package var quality: Int
    package var isLossless: Bool
    package var isProgressive: Bool
    /// The color of transparent parts in a JPEG.
    package var background: Color
    /// The sizes in an icon; empty for that of the picture.
    package var iconSizes: [Int]
    /// The effort of JPEG XL, 1...9.
    package var jxlEffort: Int

    package init(
        quality: Int = 85,
        isLossless: Bool = false,
        isProgressive: Bool = false,
        background: Color = .white,
        iconSizes: [Int] = [],
        jxlEffort: Int = 3
    ) {
        (self.quality, self.isLossless) = (quality, isLossless)
        (self.isProgressive, self.background, self.iconSizes, self.jxlEffort) = (isProgressive, background, iconSizes, jxlEffort)
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
        let bytesPerPixel = codec.bytesPerPixel(hasAlpha, width * height)
        return Int(base + bytesPerPixel * width * height, within: 0...Int.max, rounded: .up)
    }

    /// An estimate of the memory for an animation's file: as the library builds it, and as it is returned.
    package func animationBytes(frameCount: Int, of size: PixelSize) -> Int {
        size.area.times(frameCount).times(codec.frames?.bytesPerPixel ?? 0)
    }
}
