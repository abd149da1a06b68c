internal import CImageCodecs

extension Codec {
    static let raw = Codec(
        title: "RAW",
        fileExtensions: [
            "dng", "cr2", "cr3", "crw", "nef", "nrw", "arw", "sr2", "srf", "orf", "rw2", "rwl", "raf", "pef", "srw", "x3f", "mrw", "3fr",
            "fff", "iiq", "erf", "kdc", "dcr", "mef", "mos", "raw",
        ],
        mediaType: "image/x-dcraw",
        signatures: [
            Signature((0, Array("FUJIFILMCCD-RAW".utf8))),
            // Olympus.
            Signature((0, Array("IIRO".utf8))), Signature((0, Array("IIRS".utf8))), Signature((0, Array("MMOR".utf8))),
            // Panasonic and Leica.
            Signature((0, [0x49, 0x49, 0x55, 0x00])),
            // Sigma.
            Signature((0, Array("FOVb".utf8))),
            // Minolta.
            Signature((0, [0x00, 0x4D, 0x52, 0x4D])),
            // Canon before 2004.
            Signature((6, Array("HEAPCCDR".utf8))),
        ],
        // Canon since 2018.
        brands: ["crx "],
        holdsAlpha: false,
        library: Library("LibRaw", isLinked: false, bc_raw_version),
        encoding: { Codec.jpeg.encoding($0) },
        readHeader: bc_raw_read_header,
        decode: bc_raw_decode,
        metadata: CameraPhoto.metadata
    )
}
