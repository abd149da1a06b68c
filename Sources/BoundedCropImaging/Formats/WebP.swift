internal import CImageCodecs

extension Codec {
    static let webp = Codec(
        title: "WebP",
        fileExtensions: ["webp"],
        signatures: [Signature((0, Array("RIFF".utf8)), (8, Array("WEBP".utf8)))],
        library: Library("libwebp", isLinked: true, bc_webp_version),
        encoding: { .webp($0.isLossless ? .lossless(effort: $0.quality) : .lossy(quality: $0.quality)) },
        readHeader: bc_webp_read_header,
        decode: bc_webp_decode,
        frames: Frames(bc_webp_animation_read_info, bc_webp_animation_open, bc_webp_animation_next, bc_webp_animation_close),
        metadata: RIFFChunks.metadata
    )
}

extension EncodingCodec {
    static func webp(_ compression: ImageEncoding.WebPCompression) -> Self {
        let (level, isLossless) =
            switch compression {
            case .lossy(let quality): (quality, false)
            case .lossless(let effort): (effort, true)
            }
        return Self(
            format: .webp,
            quality: isLossless ? nil : (level, { .webp(quality: $0) }),
            effort: 7,
            check: { if isLossless { try check(level, in: 1...100, "effort") } },
            bytesPerPixel: { hasAlpha, area in
                let isLarge = area > 8 * 1024 * 1024
                // As in bc_webp_limit_effort: 37 with a file of 3, and for large pictures 24 with a file of 4.
                if isLossless { return isLarge ? 30 : 42 }
                // 34 with a file of 2, and for large pictures 33 with a file of 4; without alpha 28 and 1, or 7 and 3.
                return hasAlpha ? 39 : isLarge ? 11 : 32
            },
            encode: { bc_webp_encode($0, $1, $2, Int32(level), isLossless, $3, $4, $5) },
            frames: Frames(
                bytesPerPixel: isLossless ? 8 : Frames.bytesPerPixel(quality: level),
                create: { bc_webp_animation_create($0, $1, $2, Int32(level), isLossless, $5) },
                add: { bc_webp_animation_add($0, $1, $2.lowerBound, $4) },
                finish: bc_webp_animation_finish,
                destroy: bc_webp_animation_destroy
            )
        )
    }
}

/// Reads metadata from the chunks of a WebP file (RFC 9649, section 2).
enum RIFFChunks {
    static func metadata(of bytes: UnsafeRawBufferPointer) -> ImageMetadata {
        var metadata = ImageMetadata()
        var position = 12
        var count = 0
        while count < ImageMetadata.mostChunks, let length = bytes.littleEndian32(at: position + 4), position + 8 + length <= bytes.count {
            let type = bytes[position..<(position + 4)]
            let body = bytes[(position + 8)..<(position + 8 + length)]
            if type.elementsEqual("EXIF".utf8) {
                // Some writers keep the prefix of JPEG.
                let exif = body.dropping(prefix: Array("Exif\0\0".utf8)) ?? body
                if exif.count <= ImageMetadata.mostTagBytes { metadata.exif = Array(exif) }
            } else if type.elementsEqual("XMP ".utf8) {
                if body.count <= ImageMetadata.mostTagBytes { metadata.xmp = Array(body) }
            } else if type.elementsEqual("ICCP".utf8) {
                if body.count <= ImageMetadata.mostProfileBytes { metadata.iccProfile = Array(body) }
            }
            position += 8 + length + length % 2
            count += 1
        }
        return metadata
    }
}
