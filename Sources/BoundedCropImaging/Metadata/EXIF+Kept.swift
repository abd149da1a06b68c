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
        let main = fields(firstDirectory, Self.mainTags)
        let links = [(Tag.exifDirectory, Self.exifTags), (Tag.gpsDirectory, Self.gpsTags)]
            .map { tag, tags in (tag: tag, fields: fields(directory(tag), tags)) }
            .filter { !$0.fields.isEmpty }
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
