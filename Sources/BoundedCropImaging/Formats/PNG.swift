internal import CImageCodecs

extension Codec {
    static let png = Codec(
        title: "PNG",
        fileExtensions: ["png"],
        signatures: [Signature((0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))],
        library: Library("libpng", isLinked: true, bc_png_version),
        encoding: { _ in .png() },
        readHeader: bc_png_read_header,
        decode: bc_png_decode,
        frames: Frames(bc_png_animation_read_info, bc_png_animation_open, bc_png_animation_next, bc_png_animation_close),
        metadata: PNGChunks.metadata
    )
}

extension EncodingCodec {
    static func png(_ level: Int) -> Self {
        Self(
            format: .png,
            check: { try check(level, in: 0...9, "compression level") },
            // 4.2 with the file, which takes 4 bytes per pixel.
            bytesPerPixel: { _, _ in 9 },
            encode: { bc_png_encode($0, $1, $2, Int32(level), $3, $4, $5) },
            frames: Frames(
                bytesPerPixel: 8,
                create: { bc_png_animation_create($0, $1, $2, $3, Int32(level), $5) },
                add: { bc_png_animation_add($0, $1, UInt32($2.count), $3, $4) },
                finish: { bc_png_animation_finish($0, $3, $4) },
                destroy: bc_png_animation_destroy
            )
        )
    }
}
