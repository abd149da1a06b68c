internal import CImageCodecs

/// What a file's header and EXIF say about its picture, known before any pixel is decoded.
public struct ImageHeader: Hashable, Sendable {
    /// The format that the first bytes indicate, regardless of the file's name.
    public let format: ImageFormat
    /// The size of the stored pixels, before they are turned upright.
    public let storedSize: PixelSize
    /// The orientation of the stored pixels, from EXIF; `.up` if missing or unreadable.
    public let orientation: ImageOrientation
    /// Whether the file can hold transparent pixels.
    public let hasAlpha: Bool
    /// Whether there are several frames; only the first is read.
    public let isAnimated: Bool
    /// Whether pixels may be transparent regardless of the header: in a lossless WebP the header is only a hint.
    package let mayBeTransparent: Bool
    /// The maximum memory that the codec itself takes while decoding, whatever part of the picture is decoded.
    let workingBytes: Int
    let isCMYK: Bool
    let isGray: Bool

    /// The size of the upright picture.
    public var size: PixelSize { orientation.upright(storedSize) }

    init(format: ImageFormat, bytes: FileBytes, orientation: ImageOrientation) throws {
        var header = bc_image_header()
        try CCall.check(failure: .malformedImage) { error in
            bytes.withUnsafeBytes { file in
                let span = bc_span(file)
                return switch format {
                case .jpeg: bc_jpeg_read_header(span, &header, error)
                case .png: bc_png_read_header(span, &header, error)
                case .webp: bc_webp_read_header(span, &header, error)
                }
            }
        }
        self.format = format
        self.orientation = orientation
        storedSize = PixelSize(width: Int(header.width), height: Int(header.height))
        hasAlpha = header.has_alpha
        isAnimated = header.animated
        mayBeTransparent = header.has_alpha || header.animated || header.lossless
        workingBytes = Int(clamping: header.working_bytes)
        isCMYK = header.color == BC_COLOR_CMYK
        isGray = header.color == BC_COLOR_GRAY
    }

    var colorModel: bc_color_model { isCMYK ? BC_COLOR_CMYK : isGray ? BC_COLOR_GRAY : BC_COLOR_RGB }
}
