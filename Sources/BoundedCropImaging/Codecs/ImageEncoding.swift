/// How a picture is written: a format with the settings that it has.
///
///     try await picture.encoded(as: .jpeg(quality: 80))
public enum ImageEncoding: Hashable, Sendable {
    /// JPEG, which has no transparency.
    ///
    /// - Parameters:
    ///   - quality: 1...100.
    ///   - isProgressive: whether the file can be shown coarse first; smaller too, and slower to write.
    ///   - chromaSubsampling: how fine color is.
    ///   - background: what shows where the picture is transparent; opaque.
    case jpeg(
        quality: Int = 85,
        isProgressive: Bool = false,
        chromaSubsampling: ChromaSubsampling = .half,
        background: Color = .white
    )

    /// PNG.
    ///
    /// - Parameter compressionLevel: zlib's, 0...9; 3 takes a third of the time of 6 for 8% more bytes.
    case png(compressionLevel: Int = 3)

    /// WebP.
    case webp(WebPCompression)

    /// How much coarser color is kept than brightness in a JPEG.
    public enum ChromaSubsampling: String, Hashable, Sendable, CaseIterable {
        /// Half as fine in both directions: the smallest files.
        case half = "4:2:0"
        /// Half as fine from left to right only.
        case horizontal = "4:2:2"
        /// As fine as brightness: for text and hard edges between colors.
        case full = "4:4:4"
    }

    /// What a WebP keeps of a picture.
    public enum WebPCompression: Hashable, Sendable {
        /// About what the eye sees. The quality is 1...100.
        case lossy(quality: Int = 85)
        /// Every pixel exactly. The effort is 1...100; more takes longer and makes the file smaller.
        case lossless(effort: Int = 85)
    }

    /// Lossy WebP.
    ///
    /// - Parameter quality: 1...100.
    public static func webp(quality: Int = 85) -> ImageEncoding { .webp(.lossy(quality: quality)) }

    /// A format with its usual settings.
    ///
    /// - Parameters:
    ///   - format: the format to write.
    ///   - quality: 1...100; of no use to PNG, which keeps every pixel.
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

    /// What the file's size can be lowered by; nil where every pixel is kept. Setting it changes nothing there.
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
