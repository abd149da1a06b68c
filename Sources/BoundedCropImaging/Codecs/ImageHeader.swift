internal import CImageCodecs

/// What a file's header and EXIF say about its picture, known before any pixel is decoded.
package struct ImageHeader: Hashable, Sendable {
    /// The format that the first bytes indicate, regardless of the file's name.
    package let format: ImageFormat
    /// The size of the stored pixels, before they are turned upright.
    package let storedSize: PixelSize
    /// The orientation of the stored pixels, from EXIF; `.up` if missing or unreadable. HEIC, AVIF and JPEG XL turn pixels while
    /// decoding, by properties of their own that take precedence over EXIF, and are always `.up`.
    package let orientation: ImageOrientation
    /// Whether the file can hold transparent pixels.
    package let hasAlpha: Bool
    /// Whether there are several frames: `pixels` reads the first, `forEachFrame` all of them. The pages of a TIFF are no frames.
    package let isAnimated: Bool
    /// Whether pixels may be transparent regardless of the header: in a lossless WebP the header is only a hint.
    package let mayBeTransparent: Bool
    /// The maximum memory that the codec itself takes while decoding, whatever part of the picture is decoded.
    let workingBytes: Int
    /// The stored size of an embedded picture that shows the same and may be decoded in its place; nil if there is none.
    let previewSize: PixelSize?
    /// The pixels of the largest picture that is decoded or put together before it is cut to this one, if it may be larger.
    let decodedPixels: Int
    /// Whether the library may end the process if the pixels are damaged.
    let isFragile: Bool
    let isCMYK: Bool
    let isGray: Bool

    /// The size of the upright picture.
    package var size: PixelSize { orientation.upright(storedSize) }

    /// The format that a picture made from this one is written in if no other is requested: its own where that can be written and pictures
    /// in it can be of any size, which icons cannot; otherwise JPEG, or PNG where there may be transparency.
    package var outputFormat: ImageFormat { format.isWritable && format != .ico ? format : hasAlpha ? .png : .jpeg }

    init(format: ImageFormat, bytes: FileBytes, orientation: ImageOrientation) throws {
        var header = bc_image_header()
        try CCall.check(failure: .malformedImage) { error in
            bytes.withUnsafeBytes { format.codec.readHeader(bc_span($0), &header, error) }
        }
        self.init(header, format: format, orientation: orientation)
    }

    init(_ header: bc_image_header, format: ImageFormat, orientation: ImageOrientation) {
        self.format = format
        self.orientation = header.is_upright ? .up : ImageOrientation(rawValue: Int(header.orientation)) ?? orientation
        storedSize = PixelSize(width: Int(header.width), height: Int(header.height))
        hasAlpha = header.has_alpha
        isAnimated = header.animated
        mayBeTransparent = header.has_alpha || header.lossless || (header.animated && format == .webp)
        workingBytes = Int(clamping: header.working_bytes)
        decodedPixels = Int(clamping: header.decoded_pixels)
        previewSize = PixelSize(preview: header.preview_width, header.preview_height)
        isFragile = header.is_fragile
        isCMYK = header.color == BC_COLOR_CMYK
        isGray = header.color == BC_COLOR_GRAY
    }

    var colorModel: bc_color_model { isCMYK ? BC_COLOR_CMYK : isGray ? BC_COLOR_GRAY : BC_COLOR_RGB }
}

extension PixelSize {
    /// The sides of a preview; nil for none.
    init?(preview width: UInt32, _ height: UInt32) {
        guard width > 0, height > 0 else { return nil }
        self.init(width: Int(width), height: Int(height))
    }
}
