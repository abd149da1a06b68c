internal import CImageCodecs

/// The C functions that read a format. Libraries of the rarer formats are opened by the first call, or the call fails and names them.
struct Codec: Sendable {
    typealias ReadHeader = @Sendable (bc_span, UnsafeMutablePointer<bc_image_header>, UnsafeMutablePointer<bc_error>) -> Int32
    typealias Decode = @Sendable (bc_span, bc_region, OpaquePointer?, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<bc_error>) -> Int32

    let readHeader: ReadHeader
    let decode: Decode
    let metadata: @Sendable (UnsafeRawBufferPointer) -> ImageMetadata
}

extension ImageFormat {
    var codec: Codec {
        switch self {
        case .jpeg: Codec(readHeader: bc_jpeg_read_header, decode: bc_jpeg_decode, metadata: JPEGSegments.metadata)
        case .png: Codec(readHeader: bc_png_read_header, decode: bc_png_decode, metadata: PNGChunks.metadata)
        case .webp: Codec(readHeader: bc_webp_read_header, decode: bc_webp_decode, metadata: RIFFChunks.metadata)
        case .avif:
            Codec(readHeader: bc_avif_read_header, decode: bc_avif_decode) { file in
                ImageMetadata(file, exif: bc_avif_copy_exif, xmp: bc_avif_copy_xmp, iccProfile: bc_avif_copy_icc_profile)
            }
        case .gif:
            Codec(readHeader: bc_gif_read_header, decode: bc_gif_decode) { file in
                ImageMetadata(file, exif: nil, xmp: bc_gif_copy_xmp, iccProfile: bc_gif_copy_icc_profile)
            }
        case .heic:
            Codec(readHeader: bc_heif_read_header, decode: bc_heif_decode) { file in
                ImageMetadata(file, exif: bc_heif_copy_exif, xmp: bc_heif_copy_xmp, iccProfile: bc_heif_copy_icc_profile)
            }
        case .tiff:
            Codec(readHeader: bc_tiff_read_header, decode: bc_tiff_decode) { file in
                var metadata = ImageMetadata(file, exif: bc_tiff_copy_exif, xmp: bc_tiff_copy_xmp, iccProfile: bc_tiff_copy_icc_profile)
                metadata.iptc = ImageMetadata.bytes(bc_tiff_copy_iptc(bc_span(file)), atMost: ImageMetadata.mostTagBytes)
                return metadata
            }
        case .bmp:
            Codec(readHeader: bc_bmp_read_header, decode: bc_bmp_decode) { file in
                ImageMetadata(file, exif: nil, xmp: nil, iccProfile: bc_bmp_copy_icc_profile)
            }
        }
    }
}

extension ImageMetadata {
    fileprivate typealias Copy = (bc_span) -> bc_bytes

    fileprivate init(_ file: UnsafeRawBufferPointer, exif: Copy?, xmp: Copy?, iccProfile: Copy?) {
        let parts = [(exif, Self.mostTagBytes), (xmp, Self.mostTagBytes), (iccProfile, Self.mostProfileBytes)].map { copy, most in
            copy.flatMap { Self.bytes($0(bc_span(file)), atMost: most) }
        }
        self.init(exif: parts[0], xmp: parts[1], iccProfile: parts[2])
    }

    fileprivate static func bytes(_ copy: bc_bytes, atMost most: Int) -> [UInt8]? {
        defer { bc_bytes_free(copy) }
        guard let start = copy.bytes, (1...most).contains(copy.length) else { return nil }
        return Array(UnsafeBufferPointer(start: start, count: copy.length))
    }
}
