internal import CImageCodecs

extension Codec {
    static let bmp = Codec(
        title: "BMP",
        fileExtensions: ["bmp", "dib"],
        // Two bytes alone would match some texts. The four after the size are reserved, and 0 in most files; where they are not, the length
        // of the next header has three bytes of 0.
        signatures: [Signature((0, Array("BM".utf8)), (6, [0, 0, 0, 0])), Signature((0, Array("BM".utf8)), (15, [0, 0, 0]))],
        encoding: { _ in .png() },
        readHeader: bc_bmp_read_header,
        decode: bc_bmp_decode,
        metadata: copied(iccProfile: bc_bmp_copy_icc_profile)
    )
}
