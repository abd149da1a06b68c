internal import CImageCodecs

extension Codec {
    static let jpeg = Codec(
        title: "JPEG",
        fileExtensions: ["jpg", "jpeg", "jpe", "jfif"],
        signatures: [Signature((0, [0xFF, 0xD8, 0xFF]))],
        holdsAlpha: false,
        library: Library(name: "libjpeg-turbo", isLinked: true, readVersion: bc_jpeg_version),
        encoding: { .jpeg(quality: $0.quality, isProgressive: $0.isProgressive, background: $0.background) },
        readHeader: bc_jpeg_read_header,
        decode: bc_jpeg_decode,
        metadata: JPEGSegments.metadata
    )
}

extension EncodingCodec {
    static func jpeg(_ quality: Int, _ isProgressive: Bool, _ subsampling: ImageEncoding.ChromaSubsampling, _ background: Color) -> Self {
        Self(
            format: .jpeg,
            quality: (
                quality, { .jpeg(quality: $0, isProgressive: isProgressive, chromaSubsampling: subsampling, background: background) }
            ),
            check: {
                guard background.alpha == 1 else { throw BoundedCropError(.invalidArgument, "the background of a JPEG must be opaque") }
            },
            bytesPerPixel: { _, _ in
                // All coefficients, of 2 bytes each, to find the best codes: measured were 4.5, 6.1 and 9.2, and files of 1.4, 1.9 and 3.
                switch subsampling {
                case .half: 6.5
                case .horizontal: 8.5
                case .full: 13
                }
            },
            encode: { rgba, width, height, metadata, output, error in
                let (chroma, pixel) = (subsampling.value, background.pixel)
                let settings = bc_jpeg_settings(
                    quality: Int32(quality),
                    progressive: isProgressive,
                    subsampling: chroma,
                    background: (pixel.red, pixel.green, pixel.blue)
                )
                return bc_jpeg_encode(rgba, width, height, settings, metadata, output, error)
            }
        )
    }
}

extension ImageEncoding.ChromaSubsampling {
    fileprivate var value: bc_subsampling {
        switch self {
        case .half: BC_SUBSAMPLING_420
        case .horizontal: BC_SUBSAMPLING_422
        case .full: BC_SUBSAMPLING_444
        }
    }
}
