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
        encoding: { Codec.jpeg.encoding($0) },
        readHeader: bc_jxl_read_header,
        decode: bc_jxl_decode,
        frames: Frames(bc_jxl_animation_read_info, bc_jxl_animation_open, bc_jxl_animation_next, bc_jxl_animation_close),
        metadata: copied(exif: bc_jxl_copy_exif, xmp: bc_jxl_copy_xmp, iccProfile: bc_jxl_copy_icc_profile)
    )
}
