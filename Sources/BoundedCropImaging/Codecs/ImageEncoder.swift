internal import CImageCodecs

extension PixelBuffer {
    /// The bytes of a file with this picture.
    ///
    /// Throws `invalidArgument` for options out of range, `unsupportedFormat` when the format cannot hold so large a picture,
    /// `encodingFailed` when the codec fails.
    public func encoded(_ options: EncodingOptions) throws -> [UInt8] {
        try encoded(options, metadata: ImageMetadata())
    }

    /// The same, with what belongs to it of the file that it was made from: the ICC profile, when that was read with
    /// `colorProfile = .keep`, and EXIF and XMP, when asked for.
    ///
    /// EXIF is set right for this picture: upright, its sides, no thumbnail of what was cropped away, its subject area where that is now.
    /// Throws what `encoded(_:)` throws.
    /// - Parameter rectangle: the part of the upright source that this picture shows, from edge to edge; nil when there is no such part, or
    ///   it is not known: the subject area is then dropped.
    public func encoded(
        _ options: EncodingOptions,
        from source: ImageSource,
        keepingMetadata: Bool = false,
        showing rectangle: PixelRect? = nil
    ) throws -> [UInt8] {
        try encoded(options, metadata: source.metadataToKeep(for: size, all: keepingMetadata, showing: rectangle))
    }

    func encoded(_ options: EncodingOptions, metadata: ImageMetadata) throws -> [UInt8] {
        try options.check()
        var output = bc_bytes()
        defer { bc_bytes_free(output) }
        try CCall.check(failure: .encodingFailed) { error in
            metadata.withSpans { spans in
                let (width, height) = (UInt32(clamping: size.width), UInt32(clamping: size.height))
                return switch options.format {
                case .jpeg: bc_jpeg_encode(bytes, width, height, bc_jpeg_settings(options), spans, &output, error)
                case .png: bc_png_encode(bytes, width, height, Int32(options.compressionLevel), spans, &output, error)
                case .webp: bc_webp_encode(bytes, width, height, Int32(options.quality), options.lossless, spans, &output, error)
                }
            }
        }
        return Array(UnsafeBufferPointer(start: output.bytes, count: output.length))
    }
}

extension ImageSource {
    /// What of this file's metadata belongs to a picture of this size made from it: the kept profile, and all else when asked for.
    func metadataToKeep(for size: PixelSize, all: Bool, showing rectangle: PixelRect? = nil) throws -> ImageMetadata {
        if let isolation { return try isolation.metadataToKeep(self, for: size, all: all) }
        let area = rectangle.flatMap { subjectArea(in: $0, scaledTo: size) }
        // A profile that could not be used is no use to others either, and libpng refuses to write it.
        let keepsProfile = options.colorProfile == .keep && header.isRGB && metadata.colorTransform(for: header) != nil
        return ImageMetadata(
            exif: all ? metadata.exif.flatMap { EXIF($0)?.rewritten(for: size, subjectArea: area) } : nil,
            xmp: all ? metadata.xmp : nil,
            iccProfile: keepsProfile ? metadata.iccProfile : nil
        )
    }
}

extension ImageMetadata {
    fileprivate func withSpans(_ body: (bc_metadata) -> Int32) -> Int32 {
        (iccProfile ?? []).withUnsafeBytes { icc in
            (exif ?? []).withUnsafeBytes { exif in
                (xmp ?? []).withUnsafeBytes { xmp in
                    body(bc_metadata(icc_profile: bc_span(icc), exif: bc_span(exif), xmp: bc_span(xmp)))
                }
            }
        }
    }
}

extension bc_jpeg_settings {
    fileprivate init(_ options: EncodingOptions) {
        let subsampling =
            switch options.chromaSubsampling {
            case .half: BC_SUBSAMPLING_420
            case .horizontal: BC_SUBSAMPLING_422
            case .none: BC_SUBSAMPLING_444
            }
        let background = (options.background[0], options.background[1], options.background[2])
        self.init(quality: Int32(options.quality), progressive: options.progressive, subsampling: subsampling, background: background)
    }
}
