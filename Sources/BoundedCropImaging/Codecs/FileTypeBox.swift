/// The first box of files in the ISO base media file format (ISO/IEC 14496-12, section 4.3): a brand, and others that are compatible.
struct FileTypeBox {
    /// The major brand, then the compatible ones as far as the bytes reach.
    let brands: [String]

    /// Nil unless the bytes start with such a box.
    init?(_ start: [UInt8]) {
        guard start.count >= 16, let length = start.bigEndian32(at: 0), length >= 16, start[4..<8].elementsEqual("ftyp".utf8) else {
            return nil
        }
        // Four bytes at 12 are a version.
        let places = [8] + Array(stride(from: 16, through: min(length, start.count) - 4, by: 4))
        brands = places.map { String(decoding: start[$0..<($0 + 4)], as: UTF8.self) }
    }

    /// Brands that only say that there is some picture; the compatible ones say how it is coded.
    private static let anyPicture: Set<String> = ["mif1", "msf1", "mif2"]

    /// The format; nil for video, and for pictures that no library here reads.
    var format: ImageFormat? {
        let isAnyPicture = Self.anyPicture.contains(brands[0])
        let told = isAnyPicture ? brands[...] : brands.prefix(1)
        return ImageFormat.allCases.first { !$0.codec.brands.isDisjoint(with: told) } ?? (isAnyPicture ? .heic : nil)
    }
}
