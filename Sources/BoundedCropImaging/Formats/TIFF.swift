internal import CImageCodecs

extension Codec {
    static let tiff = Codec(
        title: "TIFF",
        fileExtensions: ["tif", "tiff"],
        signatures: [
            Signature((0, [0x49, 0x49, 0x2A, 0x00])),
            Signature((0, [0x4D, 0x4D, 0x00, 0x2A])),
            // BigTIFF, with offsets of 64 bits.
            Signature((0, [0x49, 0x49, 0x2B, 0x00, 0x08, 0x00, 0x00, 0x00])),
            Signature((0, [0x4D, 0x4D, 0x00, 0x2B, 0x00, 0x08, 0x00, 0x00])),
        ],
        library: Library("libtiff", isLinked: false, bc_tiff_version),
        encoding: { _ in .png() },
        readHeader: bc_tiff_read_header,
        decode: bc_tiff_decode,
        smallerPictures: { file in
            var reductions = [bc_tiff_reduction](repeating: bc_tiff_reduction(), count: 16)
            let count = bc_tiff_find_reductions(file, &reductions, UInt32(reductions.count))
            return reductions.prefix(Int(count)).map { reduction in
                let place = reduction.place
                return (reduction.header, { bc_tiff_decode_reduction($0, place, $1, $2, $3, $4) })
            }
        },
        metadata: copied(exif: bc_tiff_copy_exif, xmp: bc_tiff_copy_xmp, iptc: bc_tiff_copy_iptc, iccProfile: bc_tiff_copy_icc_profile)
    )
}
