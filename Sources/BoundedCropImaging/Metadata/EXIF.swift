/// The TIFF structure of EXIF data (TIFF 6.0; EXIF 2.32, section 4.5), read with every offset checked.
struct EXIF {
    let bytes: [UInt8]
    let isBigEndian: Bool
    let firstDirectory: Int

    enum Tag {
        static let orientation = 0x0112
        static let horizontalDensity = 0x011A
        static let verticalDensity = 0x011B
        static let densityUnit = 0x0128
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

    /// Creates data without tags.
    init() { (bytes, isBigEndian, firstDirectory) = ([], true, 0) }

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

/// What is kept of EXIF. It is written anew from the tags that are named here, so that nothing else of the original data can be left.
extension EXIF {
    private enum Form {
        case text
        /// The text of the photographer and, after a zero byte, that of the editor.
        case copyright
        /// The four digits of a version.
        case version
        /// At most this many numbers.
        case numbers(Int)
        /// Says that the picture is upright.
        case upright
        /// Its sides.
        case width, height
        /// Its subject area, if that is known.
        case area
    }

    private typealias Tags = [Int: (form: Form, subject: MetadataSelection.Subject)]

    private static let mainTags: Tags = [
        // ImageDescription, Make, Model, Orientation, Software, DateTime, Artist, HostComputer, Rating, RatingPercent, Copyright.
        0x010E: (.text, .content), 0x010F: (.text, .making), 0x0110: (.text, .making), Tag.orientation: (.upright, .making),
        0x0131: (.text, .making), 0x0132: (.text, .making), 0x013B: (.text, .rights), 0x013C: (.text, .making),
        0x4746: (.numbers(1), .making), 0x4749: (.numbers(1), .making), 0x8298: (.copyright, .rights),
    ]

    private static let exifTags: Tags = {
        var tags: Tags = [
            0x9000: (.version, .making), Tag.subjectArea: (.area, .making), Tag.pixelWidth: (.width, .making),
            Tag.pixelHeight: (.height, .making),
            // ISO speeds, LensSpecification.
            0x8827: (.numbers(3), .making), 0xA432: (.numbers(4), .making),
        ]
        let numbers = [
            // ExposureTime, FNumber, ExposureProgram, SensitivityType and the sensitivities, ShutterSpeedValue to FocalLength.
            0x829A, 0x829D, 0x8822, 0x8830, 0x8831, 0x8832, 0x8833, 0x8834, 0x8835, 0x9201, 0x9202, 0x9203, 0x9204, 0x9205, 0x9206, 0x9207,
            0x9208, 0x9209, 0x920A,
            // ExposureIndex, SensingMethod, CustomRendered to SubjectDistanceRange.
            0xA215, 0xA217, 0xA401, 0xA402, 0xA403, 0xA404, 0xA405, 0xA406, 0xA407, 0xA408, 0xA409, 0xA40A, 0xA40C,
        ]
        for tag in numbers { tags[tag] = (.numbers(1), .making) }
        let texts = [
            // DateTimeOriginal, DateTimeDigitized, the offsets from UTC, the parts of seconds.
            0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9290, 0x9291, 0x9292,
            // CameraOwnerName, BodySerialNumber, LensMake, LensModel, LensSerialNumber.
            0xA430, 0xA431, 0xA433, 0xA434, 0xA435,
        ]
        for tag in texts { tags[tag] = (.text, .making) }
        return tags
    }()

    private static let gpsTags: Tags = {
        var tags: Tags = [:]
        // The version, the altitude's reference, altitude, precision, speed, track, direction, bearing, distance, differential, error.
        for tag in [0x05, 0x06, 0x0B, 0x0D, 0x0F, 0x11, 0x18, 0x1A, 0x1E, 0x1F] { tags[tag] = (.numbers(1), .place) }
        tags[0x00] = (.numbers(4), .place)
        // Latitude, longitude, time; of the destination, too.
        for tag in [0x02, 0x04, 0x07, 0x14, 0x16] { tags[tag] = (.numbers(3), .place) }
        // References, satellites, status, mode, map datum, date.
        for tag in [0x01, 0x03, 0x08, 0x09, 0x0A, 0x0C, 0x0E, 0x10, 0x12, 0x13, 0x15, 0x17, 0x19, 0x1D] { tags[tag] = (.text, .place) }
        return tags
    }()

    private struct Field {
        let tag: Int
        let type: Int
        let count: Int
        let bytes: [UInt8]
    }

    /// The data for a cropped, upright picture of another size; nil if nothing is kept.
    ///
    /// - Parameter subjectArea: Where the picture shows the subject; nil if it is unknown.
    func kept(for size: PixelSize, _ selection: MetadataSelection, subjectArea: [Int]? = nil) -> [UInt8]? {
        func fields(_ directory: Int?, _ tags: Tags) -> [Field] {
            var seen: Set<Int> = []
            return (directory.map(entries) ?? []).compactMap { entry in
                guard let known = tags[entry.tag], selection.keeps(known.subject), seen.insert(entry.tag).inserted else { return nil }
                return field(entry, known.form, size, subjectArea)
            }
        }
        let main = fields(firstDirectory, Self.mainTags) + densityFields(selection.pixelsPerInch)
        let links = [(Tag.exifDirectory, Self.exifTags), (Tag.gpsDirectory, Self.gpsTags)]
            .map { tag, tags in (tag: tag, fields: fields(directory(tag), tags)) }
            .filter { !$0.fields.isEmpty }
        return written(main, links)
    }

    /// The data of several structures, which some cameras write in place of one: its directory, and those of EXIF and GPS, without the notes
    /// of the maker. Nil if the first is none; others in another byte order are left out.
    static func joining(_ main: [UInt8], exif: [UInt8]?, gps: [UInt8]?) -> [UInt8]? {
        guard let first = EXIF(main) else { return nil }
        func fields(_ bytes: [UInt8]?, without left: Set<Int>) -> [Field] {
            guard let part = bytes.flatMap({ EXIF($0) }), part.isBigEndian == first.isBigEndian else { return [] }
            return part.entries(at: part.firstDirectory).filter { !left.contains($0.tag) }.compactMap { entry in
                part.bytes(of: entry).map { Field(tag: entry.tag, type: entry.type, count: entry.count, bytes: Array($0)) }
            }
        }
        let makerNote = 0x927C
        let links = [(Tag.exifDirectory, exif), (Tag.gpsDirectory, gps)].map { (tag: $0, fields: fields($1, without: [makerNote])) }
        return first.written(fields(main, without: Set(links.map(\.tag))), links.filter { !$0.fields.isEmpty })
    }

    /// The data with a main directory, and others that it refers to; nil if all are empty.
    private func written(_ main: [Field], _ links: [(tag: Int, fields: [Field])]) -> [UInt8]? {
        guard !main.isEmpty || !links.isEmpty else { return nil }
        // Where the others begin does not change the length of the first directory.
        var start = 8 + written(main + links.map { longField($0.tag, 0) }, at: 8).count
        var (references, others): ([Field], [UInt8]) = ([], [])
        for link in links {
            references.append(longField(link.tag, start))
            let directory = written(link.fields, at: start)
            others += directory
            start += directory.count
        }
        return header + written(main + references, at: 8) + others
    }

    private func field(_ entry: Entry, _ form: Form, _ size: PixelSize, _ subjectArea: [Int]?) -> Field? {
        switch form {
        case .text: return text(entry).flatMap { PlainText.kept($0) }.map { textField(entry.tag, $0) }
        case .copyright:
            let parts = text(entry)?.split(separator: 0).map { PlainText.kept($0) } ?? []
            guard (1...2).contains(parts.count) else { return nil }
            let texts = parts.compactMap(\.self)
            return texts.count == parts.count ? textField(entry.tag, texts.joined(separator: "\0")) : nil
        case .version:
            guard entry.type == 7, entry.count == 4, let digits = bytes(of: entry), digits.allSatisfy({ (0x30...0x39).contains($0) })
            else { return nil }
            return Field(tag: entry.tag, type: 7, count: 4, bytes: Array(digits))
        case .numbers(let most):
            guard entry.count <= most, Self.numberTypes.contains(entry.type), let values = bytes(of: entry) else { return nil }
            return Field(tag: entry.tag, type: entry.type, count: entry.count, bytes: Array(values))
        case .upright: return shortField(entry.tag, [1])
        case .width: return longField(entry.tag, size.width)
        case .height: return longField(entry.tag, size.height)
        case .area:
            guard let subjectArea, (2...4).contains(subjectArea.count), subjectArea.allSatisfy((0...65_535).contains) else { return nil }
            return shortField(entry.tag, subjectArea)
        }
    }

    /// Integers and fractions (TIFF 6.0, section 2).
    private static let numberTypes: Set = [1, 3, 4, 5, 8, 9, 10]

    private func text(_ entry: Entry) -> ArraySlice<UInt8>? {
        let (ascii, utf8) = (2, 129)
        return entry.type == ascii || entry.type == utf8 ? bytes(of: entry) : nil
    }

    // MARK: Writing

    /// The density of the picture, of which the source knows nothing.
    private func densityFields(_ pixelsPerInch: Int?) -> [Field] {
        guard let pixelsPerInch else { return [] }
        let (fraction, inches) = (number(pixelsPerInch, length: 4) + number(1, length: 4), 2)
        return [Tag.horizontalDensity, Tag.verticalDensity].map { Field(tag: $0, type: 5, count: 1, bytes: fraction) }
            + [shortField(Tag.densityUnit, [inches])]
    }

    private func textField(_ tag: Int, _ text: String) -> Field {
        let bytes = Array(text.utf8) + [0]
        return Field(tag: tag, type: 2, count: bytes.count, bytes: bytes)
    }

    private func shortField(_ tag: Int, _ numbers: [Int]) -> Field {
        Field(tag: tag, type: 3, count: numbers.count, bytes: numbers.flatMap { number($0, length: 2) })
    }

    private func longField(_ tag: Int, _ value: Int) -> Field { Field(tag: tag, type: 4, count: 1, bytes: number(value, length: 4)) }

    private var header: [UInt8] { Array((isBigEndian ? "MM" : "II").utf8) + number(42, length: 2) + number(8, length: 4) }

    /// A directory at an even position, and the values that do not fit into its entries.
    private func written(_ fields: [Field], at start: Int) -> [UInt8] {
        let end = start + 2 + fields.count * 12 + 4
        var (entries, values) = (number(fields.count, length: 2), [UInt8]())
        for field in fields.sorted(by: { $0.tag < $1.tag }) {
            entries += number(field.tag, length: 2) + number(field.type, length: 2) + number(field.count, length: 4)
            if field.bytes.count <= 4 {
                entries += field.bytes + [UInt8](repeating: 0, count: 4 - field.bytes.count)
            } else {
                entries += number(end + values.count, length: 4)
                values += field.bytes + (field.bytes.count.isMultiple(of: 2) ? [] : [0])
            }
        }
        return entries + number(0, length: 4) + values
    }

    /// A number in the byte order of the data, since other numbers are copied.
    private func number(_ value: Int, length: Int) -> [UInt8] {
        let bigEndian = (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * (length - 1 - $0))) }
        return isBigEndian ? bigEndian : bigEndian.reversed()
    }
}

extension ImageSource {
    /// EXIF's subject area in a crop of the upright picture, again a point, a circle or a rectangle given by its center; nil if it lies
    /// outside.
    func subjectArea(in crop: PixelRect, scaledTo size: PixelSize) -> [Int]? {
        guard let numbers = metadata.exif.flatMap({ EXIF($0)?.subjectArea })?.map(Double.init), !crop.rect.isEmpty else { return nil }
        let width = numbers.count > 2 ? numbers[2] : 1
        let height = numbers.count > 3 ? numbers[3] : width
        let stored = Rect(x: numbers[0] - width / 2, y: numbers[1] - height / 2, width: width, height: height)
        let upright = header.orientation.upright(stored, inStored: header.storedSize).intersection(crop.rect)
        guard !upright.isEmpty else { return nil }
        let (horizontal, vertical) = (Double(size.width) / Double(crop.width), Double(size.height) / Double(crop.height))
        let middle = [
            Int((upright.x + upright.width / 2 - Double(crop.x)) * horizontal, within: 0...max(0, size.width - 1), rounded: .down),
            Int((upright.y + upright.height / 2 - Double(crop.y)) * vertical, within: 0...max(0, size.height - 1), rounded: .down),
        ]
        let sides = [
            Int(upright.width * horizontal, within: 1...max(1, size.width)),
            Int(upright.height * vertical, within: 1...max(1, size.height)),
        ]
        switch numbers.count {
        case 2: return middle
        case 3: return middle + [max(sides[0], sides[1])]
        default: return middle + sides
        }
    }
}
