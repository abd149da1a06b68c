/// Reads metadata from the segments before a JPEG's first scan (ITU-T T.81, annex B).
enum JPEGSegments {
    /// Real files have a few hundred at most.
    private static let mostSegments = 10_000

    static func metadata(of bytes: UnsafeRawBufferPointer) -> ImageMetadata {
        var metadata = ImageMetadata()
        var profileParts: [UInt8: Slice<UnsafeRawBufferPointer>] = [:]
        var profilePartCount = 0
        forEachSegment(of: bytes) { marker, body in
            switch marker {
            case 0xE1:
                if metadata.exif == nil, let body = body.dropping(prefix: Array("Exif\0\0".utf8)) {
                    metadata.exif = Array(body)
                } else if metadata.xmp == nil, let body = body.dropping(prefix: Array("http://ns.adobe.com/xap/1.0/\0".utf8)) {
                    metadata.xmp = Array(body)
                }
            case 0xED:
                if metadata.iptc == nil, let body = body.dropping(prefix: Array("Photoshop 3.0\0".utf8)) {
                    metadata.iptc = IPTCRecords.bytes(inPhotoshopResources: body)
                }
            case 0xE2:
                // Two bytes follow the name: the number of this part, from 1, and the number of parts.
                if let body = body.dropping(prefix: Array("ICC_PROFILE\0".utf8)), let number = body.first, body.count > 2 {
                    profileParts[number] = body.dropFirst(2)
                    profilePartCount = Int(body.dropFirst().first ?? 0)
                }
            default:
                break
            }
        }
        // Little CMS would accept the first part of a profile as a whole one.
        let length = profileParts.values.reduce(0) { $0 + $1.count }
        if !profileParts.isEmpty, profileParts.count == profilePartCount, length <= ImageMetadata.mostProfileBytes {
            metadata.iccProfile = profileParts.sorted { $0.key < $1.key }.flatMap(\.value)
        }
        return metadata
    }

    private static func forEachSegment(
        of bytes: UnsafeRawBufferPointer,
        _ visit: (_ marker: UInt8, _ body: Slice<UnsafeRawBufferPointer>) -> Void
    ) {
        var position = 2
        var count = 0
        while position + 4 <= bytes.count, bytes[position] == 0xFF, count < mostSegments {
            let marker = bytes[position + 1]
            if marker == 0xFF {  // A fill byte.
                position += 1
                continue
            }
            let startOfScan: UInt8 = 0xDA
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            guard marker != startOfScan, length >= 2, position + 2 + length <= bytes.count else { break }
            visit(marker, bytes[(position + 4)..<(position + 2 + length)])
            position += 2 + length
            count += 1
        }
    }
}

extension Collection<UInt8> where SubSequence == Self {
    /// The part after a prefix; nil if the prefix is missing.
    func dropping(prefix: [UInt8]) -> Self? {
        starts(with: prefix) ? dropFirst(prefix.count) : nil
    }
}
