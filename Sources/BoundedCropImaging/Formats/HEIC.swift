internal import CImageCodecs

extension Codec {
    static let heic = Codec(
        title: "HEIC",
        fileExtensions: ["heic", "heif", "heics", "heifs", "hif"],
        // Pictures and sequences coded as HEVC.
        brands: ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"],
        library: Library("libheif", isLinked: false, bc_heif_version),
        encoding: { Codec.jpeg.encoding($0) },
        readHeader: bc_heif_read_header,
        decode: bc_heif_decode,
        smallerPictures: { file in
            var (header, error) = (bc_image_header(), bc_error())
            guard bc_heif_read_thumbnail_header(file, &header, &error) == Int32(BC_OK), header.width > 0 else { return [] }
            return [(header, bc_heif_decode_thumbnail)]
        },
        metadata: copied(exif: bc_heif_copy_exif, xmp: bc_heif_copy_xmp, iccProfile: bc_heif_copy_icc_profile)
    )
}
