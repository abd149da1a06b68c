/// The TIFF structure of EXIF data (TIFF 6.0; EXIF 2.32, section 4.5), read with every offset checked.
struct EXIF {
    var bytes: [UInt8]
    private let isBigEndian: Bool
    let firstDirectory: Int

    enum Tag {
        static let orientation = 0x0112
        static let exifDirectory = 0x8769
        /// Maker notes and Photoshop's resources, which may hold previews of what was cropped away.
        static let showingMore: Set<Int> = [0x927C, 0x8649]
        /// The directory of coordinates, and the XMP and IPTC that some programs put here.
        static let sayingPlace: Set<Int> = [0x8825, 0x02BC, 0x83BB]
        static let gpsDirectory = 0x8825
        static let subjectArea = 0x9214
        static let pixelWidth = 0xA002
        static let pixelHeight = 0xA003
        /// The tags for the offsets and lengths of the thumbnail's parts: one JPEG, or strips of pixels.
        static let thumbnailParts = [(offsets: 0x0201, lengths: 0x0202), (offsets: 0x0111, lengths: 0x0117)]
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

    var exifDirectory: Int? {
        entries(at: firstDirectory).first { $0.tag == Tag.exifDirectory }.flatMap(number)
    }

    /// The position of a subject area's numbers. Two SHORTs fit into the entry itself.
    private func placeOfArea(_ entry: Entry) -> Int? {
        guard entry.type == 3, (2...4).contains(entry.count) else { return nil }
        if entry.count == 2 { return entry.valueOffset }
        // In the header there are none.
        return uint32(at: entry.valueOffset).flatMap { $0 >= 8 ? $0 : nil }
    }

    /// Replaces the numbers of the first subject area if there are as many, and otherwise removes all.
    private mutating func setSubjectArea(_ numbers: [Int]?) {
        guard let directory = exifDirectory else { return }
        let areas = entries(at: directory).filter { $0.tag == Tag.subjectArea }
        if let numbers, areas.count == 1, let place = placeOfArea(areas[0]), numbers.count == areas[0].count,
            numbers.allSatisfy((0...65_535).contains)
        {
            for (position, number) in numbers.enumerated() { set(number, length: 2, at: place + 2 * position) }
            return
        }
        wipe(areas.compactMap { area in placeOfArea(area).map { $0..<($0 + area.count * 2) } })
        removeEntries(of: directory) { $0.tag == Tag.subjectArea }
    }

    /// The data for a cropped, upright picture of another size. Orientation and sides are corrected, the thumbnail is erased because it
    /// shows what was cropped away, as are maker notes; the subject area is replaced by another with as many numbers, or removed.
    /// Coordinates are erased unless they are to be kept.
    func rewritten(for size: PixelSize, subjectArea: [Int]? = nil, keepsPlace: Bool = true) -> [UInt8] {
        var copy = self
        copy.wipeThumbnail()
        copy.remove(keepsPlace ? Tag.showingMore : Tag.showingMore.union(Tag.sayingPlace))
        copy.setSubjectArea(subjectArea)
        for entry in [firstDirectory, exifDirectory].compactMap({ $0 }).flatMap(copy.entries) {
            switch entry.tag {
            case Tag.orientation: copy.set(entry, to: 1)
            case Tag.pixelWidth: copy.set(entry, to: size.width)
            case Tag.pixelHeight: copy.set(entry, to: size.height)
            default: break
            }
        }
        return copy.bytes
    }

    /// Erases the link to the second directory, which describes the thumbnail, and the thumbnail itself as far as it is inside the data.
    private mutating func wipeThumbnail() {
        guard firstDirectory >= 8, let count = uint16(at: firstDirectory) else { return }
        let link = firstDirectory + 2 + count * 12
        guard let second = uint32(at: link), second > 0 else { return }
        let thumbnail = entries(at: second)
        for tags in Tag.thumbnailParts {
            let offsets = thumbnail.first { $0.tag == tags.offsets }.map(numbers) ?? []
            let lengths = thumbnail.first { $0.tag == tags.lengths }.map(numbers) ?? []
            wipe(zip(offsets, lengths).map { $0..<$0.plus($1) })
        }
        bytes.replaceSubrange(link..<(link + 4), with: [0, 0, 0, 0])
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

    /// The numbers of an entry of type SHORT or LONG. Numbers outside the data are left out.
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
        set(Int(value), length: entry.type == 3 ? 2 : 4, at: entry.valueOffset)
    }

    /// Writes a number if there is room for it.
    mutating func set(_ value: Int, length: Int, at offset: Int) {
        guard offset >= 0, offset + length <= bytes.count else { return }
        let bigEndian = (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * (length - 1 - $0))) }
        bytes.replaceSubrange(offset..<(offset + length), with: isBigEndian ? bigEndian : bigEndian.reversed())
    }

    func uint16(at offset: Int) -> Int? {
        guard offset >= 0, offset + 2 <= bytes.count else { return nil }
        let (first, second) = (Int(bytes[offset]), Int(bytes[offset + 1]))
        return isBigEndian ? first << 8 | second : second << 8 | first
    }

    func uint32(at offset: Int) -> Int? {
        isBigEndian ? bytes.bigEndian32(at: offset) : bytes.littleEndian32(at: offset)
    }
}
