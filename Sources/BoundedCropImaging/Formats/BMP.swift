internal import CImageCodecs

extension Codec {
    static let bmp = Codec(
        title: "BMP",
        fileExtensions: ["bmp", "dib"],
        // Two bytes alone would match some texts; the four after the size are reserved, and 0 in almost all files.
        signatures: [Signature((0, Array("BM".utf8)), (6, [0, 0, 0, 0]))],
        encoding: { _ in .png() },
        readHeader: bc_bmp_read_header,
        decode: bc_bmp_decode,
        metadata: copied(iccProfile: bc_bmp_copy_icc_profile)
    )
}
