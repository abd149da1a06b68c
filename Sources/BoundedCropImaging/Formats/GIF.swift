internal import CImageCodecs

extension Codec {
    static let gif = Codec(
        title: "GIF",
        fileExtensions: ["gif"],
        signatures: [Signature((0, Array("GIF87a".utf8))), Signature((0, Array("GIF89a".utf8)))],
        holdsDensity: false,
        library: Library("giflib", isLinked: false, bc_gif_version),
        encoding: { _ in .gif() },
        readHeader: bc_gif_read_header,
        decode: bc_gif_decode,
        frames: Frames(bc_gif_animation_read_info, bc_gif_animation_open, bc_gif_animation_next, bc_gif_animation_close),
        metadata: copied(xmp: bc_gif_copy_xmp, iccProfile: bc_gif_copy_icc_profile)
    )
}

extension EncodingCodec {
    static func gif(_ colors: Int) -> Self {
        Self(
            format: .gif,
            check: { try check(colors, in: 2...256, "number of colors") },
            // An index and two rows of errors for each pixel, and a file of 1.3.
            bytesPerPixel: { _, _ in 9 },
            encode: { bc_gif_encode($0, $1, $2, UInt32(colors), $3, $4, $5) },
            frames: Frames(
                bytesPerPixel: 3,
                create: { bc_gif_animation_create($0, $1, $2, UInt32(colors), $4, $5) },
                add: { bc_gif_animation_add($0, $1, UInt32($2.count), $4) },
                finish: { bc_gif_animation_finish($0, $3, $4) },
                destroy: bc_gif_animation_destroy
            )
        )
    }
}
