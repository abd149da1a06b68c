internal import CImageCodecs

extension Codec {
    static let ico = Codec(
        title: "ICO",
        fileExtensions: ["ico", "cur"],
        mediaType: "image/vnd.microsoft.icon",
        // Pictures in TGA begin as cursors do, but for the number of pictures.
        signatures: [Signature((0, [0, 0, 1, 0]))] + (1...32).map { Signature((0, [0, 0, 2, 0, $0, 0])) },
        encoding: { _ in .png() },
        readHeader: bc_ico_read_header,
        decode: bc_ico_decode,
        metadata: copied(iccProfile: bc_ico_copy_icc_profile)
    )
}
