/// The TIFF structure of EXIF data (TIFF 6.0; EXIF 2.32, section 4.5), read with every offset checked.
struct EXIF {
    let bytes: [UInt8]
    let isBigEndian: Bool
    let firstDirectory: Int

    enum Tag {
        static let orientation = 0x0112
        static let exifDirectory = 0x8769
        static let gpsDirectory = 0x8825
        static let subjectArea = 0x9214
        static let pixelWidth = 0xA002
        static let pixelHeight = 0xA003
    }

    struct Entry {
        let tag: Int
        let type: Int
        let count: Int
        /// The position of the value, or of an offset to it.
        let valueOffset: Int
    }

    /// Nil unless the bytes begin with a TIFF header.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 8 else { return nil }
        switch (bytes[0], bytes[1]) {
        case (0x49, 0x49): isBigEndian = false
        case (0x4D, 0x4D): isBigEndian = true
        default: return nil
        }
        self.bytes = bytes
        firstDirectory = (isBigEndian ? bytes.bigEndian32(at: 4) : bytes.littleEndian32(at: 4)) ?? 0
        guard uint16(at: 2) == 42 else { return nil }
    }

    /// The orientation; upright if it is missing or invalid.
    var orientation: ImageOrientation {
        guard let entry = entries(at: firstDirectory).first(where: { $0.tag == Tag.orientation }), let value = number(of: entry) else {
            return .up
        }
        return ImageOrientation(rawValue: value) ?? .up
    }

    /// The numbers of the subject area: two for a point, three for a circle, four for a rectangle; nil if missing.
    var subjectArea: [Int]? {
        guard let entry = exifDirectory.map(entries)?.first(where: { $0.tag == Tag.subjectArea }), let offset = placeOfArea(entry) else {
            return nil
        }
        let numbers = (0..<entry.count).compactMap { uint16(at: offset + 2 * $0) }
        return numbers.count == entry.count ? numbers : nil
    }

    var exifDirectory: Int? { directory(Tag.exifDirectory) }

    /// The position of a directory that the first one refers to.
    func directory(_ tag: Int) -> Int? {
        entries(at: firstDirectory).first { $0.tag == tag }.flatMap(number)
    }

    /// The position of a subject area's numbers. Two SHORTs fit into the entry itself.
    private func placeOfArea(_ entry: Entry) -> Int? {
        guard entry.type == 3, (2...4).contains(entry.count) else { return nil }
        if entry.count == 2 { return entry.valueOffset }
        // In the header there are none.
        return uint32(at: entry.valueOffset).flatMap { $0 >= 8 ? $0 : nil }
    }

    func entries(at directory: Int) -> [Entry] {
        guard directory >= 8, let count = uint16(at: directory) else { return [] }
        return (0..<count).compactMap { index in
            let offset = directory + 2 + index * 12
            guard let tag = uint16(at: offset), let type = uint16(at: offset + 2), let count = uint32(at: offset + 4),
                offset + 12 <= bytes.count
            else { return nil }
            return Entry(tag: tag, type: type, count: count, valueOffset: offset + 8)
        }
    }

    /// A single SHORT (type 3) or LONG (type 4).
    private func number(of entry: Entry) -> Int? {
        guard entry.count == 1 else { return nil }
        return entry.type == 3 ? uint16(at: entry.valueOffset) : entry.type == 4 ? uint32(at: entry.valueOffset) : nil
    }

    /// The bytes of an entry's values; nil if they are not inside the data.
    func bytes(of entry: Entry) -> ArraySlice<UInt8>? {
        guard let size = Self.sizes[entry.type], entry.count > 0 else { return nil }
        let length = entry.count.times(size)
        guard let start = length <= 4 ? entry.valueOffset : uint32(at: entry.valueOffset), start >= 8, start <= bytes.count,
            length <= bytes.count - start
        else { return nil }
        return bytes[start..<(start + length)]
    }

    /// Bytes of a value, by type (TIFF 6.0, section 2; UTF-8 of EXIF 3.0).
    private static let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 129: 1]

    func uint16(at offset: Int) -> Int? {
        guard offset >= 0, offset + 2 <= bytes.count else { return nil }
        let (first, second) = (Int(bytes[offset]), Int(bytes[offset + 1]))
        return isBigEndian ? first << 8 | second : second << 8 | first
    }

    func uint32(at offset: Int) -> Int? {
        isBigEndian ? bytes.bigEndian32(at: offset) : bytes.littleEndian32(at: offset)
    }
}
