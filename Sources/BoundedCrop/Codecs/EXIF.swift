/// The TIFF structure that EXIF data are kept in (TIFF 6.0; EXIF 2.32, section 4.5): read with every offset checked.
struct EXIF {
    private(set) var bytes: [UInt8]
    private let isBigEndian: Bool
    private let firstDirectory: Int

    private enum Tag {
        static let orientation = 0x0112
        static let exifDirectory = 0x8769
        static let subjectArea = 0x9214
        static let pixelWidth = 0xA002
        static let pixelHeight = 0xA003
        /// Where parts of a thumbnail are and how long they are: one JPEG, or strips of pixels.
        static let thumbnailParts = [(offsets: 0x0201, lengths: 0x0202), (offsets: 0x0111, lengths: 0x0117)]
    }

    private struct Entry {
        let tag: Int
        let type: Int
        let count: Int
        /// Where the value stands, or an offset to it.
        let valueOffset: Int
    }

    /// Nil when the bytes do not begin as TIFF does.
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

    /// The orientation; upright where it is missing or makes no sense.
    var orientation: ImageOrientation {
        guard let entry = entries(at: firstDirectory).first(where: { $0.tag == Tag.orientation }), let value = number(of: entry) else {
            return .up
        }
        return ImageOrientation(rawValue: value) ?? .up
    }

    /// The numbers of the subject area: two for a point, three for a circle, four for a rectangle; nil where it is missing.
    var subjectArea: [Int]? {
        let exif = entries(at: firstDirectory).first { $0.tag == Tag.exifDirectory }.flatMap(number)
        guard let entry = exif.map(entries)?.first(where: { $0.tag == Tag.subjectArea }), entry.type == 3, (2...4).contains(entry.count)
        else {
            return nil
        }
        // Two SHORTs fit into the entry itself.
        let offset = entry.count == 2 ? entry.valueOffset : uint32(at: entry.valueOffset) ?? 0
        let numbers = (0..<entry.count).compactMap { uint16(at: offset + 2 * $0) }
        return numbers.count == entry.count ? numbers : nil
    }

    /// For a cropped, upright picture of another size: orientation and sides are set right, and the thumbnail, which shows what was
    /// cropped away, is wiped.
    func rewritten(for size: PixelSize) -> [UInt8] {
        var copy = self
        copy.wipeThumbnail()
        let directories = [firstDirectory] + entries(at: firstDirectory).filter { $0.tag == Tag.exifDirectory }.compactMap(number)
        for entry in directories.flatMap(entries) {
            switch entry.tag {
            case Tag.orientation: copy.set(entry, to: 1)
            case Tag.pixelWidth: copy.set(entry, to: size.width)
            case Tag.pixelHeight: copy.set(entry, to: size.height)
            default: break
            }
        }
        return copy.bytes
    }

    /// The second directory describes the thumbnail: the link to it and the thumbnail itself become zeros, as far as it goes.
    private mutating func wipeThumbnail() {
        guard let count = uint16(at: firstDirectory) else { return }
        let link = firstDirectory + 2 + count * 12
        guard let second = uint32(at: link), second > 0 else { return }
        let thumbnail = entries(at: second)
        for tags in Tag.thumbnailParts {
            let offsets = thumbnail.first { $0.tag == tags.offsets }.map(numbers) ?? []
            let lengths = thumbnail.first { $0.tag == tags.lengths }.map(numbers) ?? []
            for (offset, length) in zip(offsets, lengths) where offset >= 8 && offset < bytes.count {
                let end = min(offset + length, bytes.count)
                bytes.replaceSubrange(offset..<end, with: repeatElement(0, count: end - offset))
            }
        }
        bytes.replaceSubrange(link..<(link + 4), with: [0, 0, 0, 0])
    }

    private func entries(at directory: Int) -> [Entry] {
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

    /// The numbers of an entry of SHORT or LONG; those that lie outside the bytes are left out.
    private func numbers(of entry: Entry) -> [Int] {
        let length = entry.type == 3 ? 2 : 4
        guard entry.type == 3 || entry.type == 4 else { return [] }
        guard let start = entry.count * length <= 4 ? entry.valueOffset : uint32(at: entry.valueOffset) else { return [] }
        return (0..<min(entry.count, bytes.count / length)).compactMap { index in
            length == 2 ? uint16(at: start + index * 2) : uint32(at: start + index * 4)
        }
    }

    private mutating func set(_ entry: Entry, to value: Int) {
        guard entry.count == 1, entry.type == 3 || entry.type == 4, let value = UInt32(exactly: value) else { return }
        guard entry.type == 4 || value <= UInt16.max else { return }
        let length = entry.type == 3 ? 2 : 4
        let bigEndian = (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * (length - 1 - $0))) }
        bytes.replaceSubrange(entry.valueOffset..<(entry.valueOffset + length), with: isBigEndian ? bigEndian : bigEndian.reversed())
    }

    private func uint16(at offset: Int) -> Int? {
        guard offset >= 0, offset + 2 <= bytes.count else { return nil }
        let (first, second) = (Int(bytes[offset]), Int(bytes[offset + 1]))
        return isBigEndian ? first << 8 | second : second << 8 | first
    }

    private func uint32(at offset: Int) -> Int? {
        isBigEndian ? bytes.bigEndian32(at: offset) : bytes.littleEndian32(at: offset)
    }
}
