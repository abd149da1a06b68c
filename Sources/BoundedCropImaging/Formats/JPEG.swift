internal import CImageCodecs

extension Codec {
    static let jpeg = Codec(
        title: "JPEG",
        fileExtensions: ["jpg", "jpeg", "jpe", "jfif"],
        signatures: [Signature((0, [0xFF, 0xD8, 0xFF]))],
        holdsAlpha: false,
        library: Library("libjpeg-turbo", isLinked: true, bc_jpeg_version),
        encoding: { .jpeg(quality: $0.quality, isProgressive: $0.isProgressive, background: $0.background) },
        readHeader: bc_jpeg_read_header,
        decode: bc_jpeg_decode,
        metadata: JPEGSegments.metadata
    )
}

extension EncodingCodec {
    static func jpeg(_ quality: Int, _ isProgressive: Bool, _ subsampling: ImageEncoding.ChromaSubsampling, _ background: Color) -> Self {
        // All coefficients, of 2 bytes each, to find the best codes: measured were 4.5, 6.1 and 9.2, and files of 1.4, 1.9 and 3.
        let (chroma, bytesPerPixel): (bc_subsampling, Double) =
            switch subsampling {
            case .half: (BC_SUBSAMPLING_420, 6.5)
            case .horizontal: (BC_SUBSAMPLING_422, 8.5)
            case .full: (BC_SUBSAMPLING_444, 13)
            }
        return Self(
            format: .jpeg,
            quality: (
                quality, { .jpeg(quality: $0, isProgressive: isProgressive, chromaSubsampling: subsampling, background: background) }
            ),
            effort: isProgressive ? 6 : 1.5,
            check: {
                guard background.alpha == 1 else { throw BoundedCropError(.invalidArgument, "the background of a JPEG must be opaque") }
            },
            bytesPerPixel: { _, _ in bytesPerPixel },
            encode: {
                let (red, green, blue, _) = background.pixel
                let settings = bc_jpeg_settings(
                    quality: Int32(quality),
                    progressive: isProgressive,
                    subsampling: chroma,
                    background: (red, green, blue)
                )
                return bc_jpeg_encode($0, $1, $2, settings, $3, $4, $5)
            }
        )
    }
}
