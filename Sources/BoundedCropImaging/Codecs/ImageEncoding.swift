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
    ///   - format: The format to write.
    ///   - quality: 1...100; ignored for PNG, which is lossless.
    public init(_ format: ImageFormat, quality: Int = 85) {
        switch format {
        case .jpeg: self = .jpeg(quality: quality)
        case .png: self = .png()
        case .webp: self = .webp(quality: quality)
        }
    }

    /// The format of the file.
    public var format: ImageFormat {
        switch self {
        case .jpeg: .jpeg
        case .png: .png
        case .webp: .webp
        }
    }

    /// The quality, which determines the file's size; nil for lossless encodings, for which setting it has no effect.
    package var quality: Int? {
        get {
            switch self {
            case .jpeg(let quality, _, _, _), .webp(.lossy(let quality)): quality
            case .png, .webp(.lossless): nil
            }
        }
        set {
            guard let newValue else { return }
            switch self {
            case .jpeg(_, let isProgressive, let subsampling, let background):
                self = .jpeg(quality: newValue, isProgressive: isProgressive, chromaSubsampling: subsampling, background: background)
            case .webp(.lossy): self = .webp(quality: newValue)
            case .png, .webp(.lossless): break
            }
        }
    }

    func check() throws {
        switch self {
        case .jpeg(let quality, _, _, let background):
            try Self.check(quality, in: 1...100, "quality")
            guard background.alpha == 1 else { throw BoundedCropError(.invalidArgument, "the background of a JPEG has to be opaque") }
        case .png(let level): try Self.check(level, in: 0...9, "compression level")
        case .webp(.lossy(let quality)): try Self.check(quality, in: 1...100, "quality")
        case .webp(.lossless(let effort)): try Self.check(effort, in: 1...100, "effort")
        }
    }

    private static func check(_ value: Int, in range: ClosedRange<Int>, _ name: String) throws {
        guard range.contains(value) else {
            throw BoundedCropError(.invalidArgument, "the \(name) \(value) is not in \(range.lowerBound)...\(range.upperBound)")
        }
    }
}
