internal import CImageCodecs

extension Codec {
    static let jxl = Codec(
        title: "JPEG XL",
        fileExtensions: ["jxl"],
        signatures: [
            // A codestream, and a file of boxes.
            Signature((0, [0xFF, 0x0A])),
            Signature((0, [0x00, 0x00, 0x00, 0x0C] + Array("JXL ".utf8) + [0x0D, 0x0A, 0x87, 0x0A])),
        ],
        library: Library("libjxl", isLinked: false, bc_jxl_version),
        encoding: { .jxl($0.isLossless ? .lossless : .lossy(quality: $0.quality), effort: $0.jxlEffort) },
        readHeader: bc_jxl_read_header,
        decode: bc_jxl_decode,
        frames: Frames(bc_jxl_animation_read_info, bc_jxl_animation_open, bc_jxl_animation_next, bc_jxl_animation_close),
        metadata: copied(exif: bc_jxl_copy_exif, xmp: bc_jxl_copy_xmp, iccProfile: bc_jxl_copy_icc_profile)
    )
}

extension EncodingCodec {
    static func jxl(_ compression: ImageEncoding.JPEGXLCompression, _ effort: Int) -> Self {
        let quality: Int? =
            switch compression {
            case .lossy(let quality): quality
            case .lossless: nil
            }
        // Numbers are converted after they are checked.
        let settings: @Sendable () -> bc_jxl_settings = {
            bc_jxl_settings(quality: Int32(quality ?? 100), is_lossless: quality == nil, effort: Int32(effort))
        }
        return Self(
            format: .jxl,
            quality: quality.map { ($0, { .jxl(.lossy(quality: $0), effort: effort) }) },
            effort: effort > 3 ? 24 : 8,
            check: { try check(effort, in: 1...9, "effort") },
            // 90 with a file of 4, and 71 with one of 3 without alpha; 101 with the effort 5.
            bytesPerPixel: { hasAlpha, _ in (hasAlpha ? 105 : 80) + (effort > 3 ? 25 : 0) },
            encode: { bc_jxl_encode($0, $1, $2, settings(), $3, $4, $5) },
            frames: Frames(
                bytesPerPixel: quality.map(Frames.bytesPerPixel(quality:)) ?? 8,
                create: { bc_jxl_animation_create($0, $1, $2, $3, settings(), $4, $5) },
                add: { bc_jxl_animation_add($0, $1, UInt32($2.count), $4) },
                finish: { bc_jxl_animation_finish($0, $3, $4) },
                destroy: bc_jxl_animation_destroy
            )
        )
    }
}
