internal import CImageCodecs

/// Reads metadata from the chunks of a PNG (W3C PNG, third edition, section 5). eXIf and iTXt may follow the pixels.
enum PNGChunks {
    static func metadata(of bytes: UnsafeRawBufferPointer) -> ImageMetadata {
        var metadata = ImageMetadata()
        var profileEnd: Int?
        var hasProfile = false
        var position = 8
        var count = 0
        while count < ImageMetadata.mostChunks, let length = bytes.bigEndian32(at: position), position + 12 + length <= bytes.count {
            let type = bytes[(position + 4)..<(position + 8)]
            let body = bytes[(position + 8)..<(position + 8 + length)]
            if type.elementsEqual("eXIf".utf8) {
                if body.count <= ImageMetadata.mostTagBytes { metadata.exif = metadata.exif ?? Array(body) }
            } else if type.elementsEqual("iTXt".utf8) {
                if body.count <= ImageMetadata.mostTagBytes { metadata.xmp = metadata.xmp ?? xmp(in: body) }
            } else if type.elementsEqual("iCCP".utf8) {
                // Only one is allowed.
                if !hasProfile { profileEnd = position + 12 + length }
                hasProfile = true
            } else if type.elementsEqual("cICP".utf8) {
                // Code points, which take precedence.
                profileEnd = position + 12 + length
            } else if ["gAMA", "cHRM", "sRGB"].contains(where: { type.elementsEqual($0.utf8) }) {
                // They count where there is no profile.
                if !hasProfile { profileEnd = position + 12 + length }
            } else if type.elementsEqual("IEND".utf8) {
                break
            }
            position += 12 + length
            count += 1
        }
        metadata.iccProfile = profileEnd.flatMap { unpackedProfile(in: UnsafeRawBufferPointer(rebasing: bytes[..<$0])) }
        return metadata
    }

    /// Uncompressed international text under Adobe's keyword: keyword, 0, compression flag, method, language, 0, translation, 0, text.
    private static func xmp(in body: Slice<UnsafeRawBufferPointer>) -> [UInt8]? {
        guard let rest = body.dropping(prefix: Array("XML:com.adobe.xmp\0".utf8)), rest.first == 0 else { return nil }
        let fields = rest.dropFirst(2).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        return fields.count == 3 ? Array(fields[2]) : nil
    }

    /// Reads the profile, or makes it of what other chunks say of colors, from the file up to the end of their chunks.
    private static func unpackedProfile(in file: UnsafeRawBufferPointer) -> [UInt8]? {
        let profile = bc_png_copy_icc_profile(bc_span(file))
        defer { bc_bytes_free(profile) }
        guard let start = profile.bytes else { return nil }
        return Array(UnsafeBufferPointer(start: start, count: profile.length))
    }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    func bigEndian32(at offset: Int) -> Int? {
        guard offset >= startIndex, offset + 4 <= endIndex else { return nil }
        return self[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
    }

    func littleEndian32(at offset: Int) -> Int? {
        guard offset >= startIndex, offset + 4 <= endIndex else { return nil }
        return self[offset..<(offset + 4)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
