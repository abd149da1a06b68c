internal import CImageCodecs

extension Codec {
    static let jp2 = Codec(
        title: "JPEG 2000",
        fileExtensions: ["jp2", "jpx", "jpf", "j2k", "j2c", "jpc", "jph", "jhc"],
        signatures: [
            // A codestream with its size, and a file of boxes.
            Signature((0, [0xFF, 0x4F, 0xFF, 0x51])),
            Signature((0, [0x00, 0x00, 0x00, 0x0C] + Array("jP  ".utf8) + [0x0D, 0x0A, 0x87, 0x0A])),
        ],
        library: Library("OpenJPEG", isLinked: false, bc_jp2_version),
        encoding: { Codec.jpeg.encoding($0) },
        readHeader: bc_jp2_read_header,
        decode: bc_jp2_decode,
        metadata: copied(
            exif: bc_jp2_copy_exif,
            xmp: bc_jp2_copy_xmp,
            iptc: bc_jp2_copy_iptc,
            iccProfile: bc_jp2_copy_icc_profile
        )
    )
}
