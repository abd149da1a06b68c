internal import CImageCodecs

/// Photos of cameras (RAW) by the structure of their files. Many begin as a TIFF does: read as one, they would be their small preview.
enum CameraPhoto {
    private enum Tag {
        static let width = 0x0100
        static let height = 0x0101
        static let photometricInterpretation = 0x0106
        static let stripOffsets = 0x0111
        static let stripLengths = 0x0117
        static let tileOffsets = 0x0144
        static let tileLengths = 0x0145
        static let subdirectories = 0x014A
        static let dngVersion = 0xC612
    }

    /// Whether a file that begins as a TIFF is such a photo.
    ///
    /// DNG and CR2 say so. Others are known by what they hold: values of the sensor, which no other TIFF has.
    static func isPhoto(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let file = File(bytes) else { return false }
        // "CR", and the version 2.
        return file.isDNG || bytes.dropFirst(8).starts(with: [0x43, 0x52, 0x02]) || !file.sensorDirectories.isEmpty
    }

    /// Checks what a file says of the sensor's values, where it begins as a TIFF: before LibRaw, which may take any size for damage, and
    /// where the preview of a file that is cut short would do.
    ///
    /// - Throws: `limitExceeded`, or `malformedImage` unless damage is allowed.
    static func check(_ bytes: UnsafeRawBufferPointer, _ options: DecodingOptions) throws {
        guard let file = File(bytes) else { return }
        for directory in file.sensorDirectories {
            if let width = file.number(Tag.width, in: directory), let height = file.number(Tag.height, in: directory) {
                try options.limits.check(PixelSize(width: width, height: height))
            }
            guard !options.allowsTruncated, let end = file.end(of: directory), end > bytes.count else { continue }
            throw BoundedCropError(
                .malformedImage,
                "the values of the sensor reach to byte \(end), and the file has \(bytes.count): it is cut short"
            )
        }
    }

    /// The metadata, from the file's own directories, or from its preview where it begins in another way.
    static let metadata: Codec.ReadMetadata = { file in
        let own = Codec.copied(exif: bc_tiff_copy_exif, xmp: bc_tiff_copy_xmp, iptc: bc_tiff_copy_iptc, iccProfile: nil)(file)
        if own.isTagged { return own }
        if let canon = canonMetadata(of: file) { return canon }
        let preview = bc_raw_copy_preview(bc_span(file))
        defer { bc_bytes_free(preview) }
        var found = JPEGSegments.metadata(of: UnsafeRawBufferPointer(start: preview.bytes, count: preview.length))
        found.xmp = Codec.copied(xmp: bc_raw_copy_xmp, iccProfile: nil)(file).xmp ?? found.xmp
        // What is developed is sRGB.
        found.iccProfile = nil
        return found
    }

    /// The metadata of a CR3, a file of boxes (ISO/IEC 14496-12), in which Canon keeps a TIFF structure for each directory; nil for another.
    private static func canonMetadata(of file: UnsafeRawBufferPointer) -> ImageMetadata? {
        func boxes(in range: Range<Int>) -> [(type: String, contents: Range<Int>)] {
            var found: [(type: String, contents: Range<Int>)] = []
            var place = range.lowerBound
            while found.count < mostBoxes, let length = file.bigEndian32(at: place), length >= 8, length <= range.upperBound - place {
                let name = String(decoding: file[(place + 4)..<(place + 8)], as: UTF8.self)
                found.append((name, (place + 8)..<(place + length)))
                place += length
            }
            return found
        }
        func contents(of identifier: [UInt8], in range: Range<Int>) -> Range<Int>? {
            boxes(in: range).first { $0.type == "uuid" && file[$0.contents].starts(with: identifier) }
                .map { ($0.contents.lowerBound + identifier.count)..<$0.contents.upperBound }
        }
        let whole = file.indices
        guard let movie = boxes(in: whole).first(where: { $0.type == "moov" })?.contents, let canon = contents(of: canonBox, in: movie)
        else {
            return nil
        }
        let parts = boxes(in: canon)
        func bytes(_ range: Range<Int>?) -> [UInt8]? {
            range.flatMap { $0.count <= ImageMetadata.mostTagBytes ? Array(file[$0]) : nil }
        }
        func part(_ name: String) -> [UInt8]? { bytes(parts.first { $0.type == name }?.contents) }
        let exif = part("CMT1").flatMap { EXIF.joining($0, exif: part("CMT2"), gps: part("CMT4")) }
        return ImageMetadata(exif: exif, xmp: bytes(contents(of: xmpBox, in: whole)))
    }

    private static let canonBox: [UInt8] = [0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48]
    private static let xmpBox: [UInt8] = [0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC]
    private static let mostBoxes = 10_000

    /// The directories of a TIFF, with each offset checked.
    private struct File {
        struct Entry {
            let tag, type, count: Int
            /// The place of the value, or of an offset to it.
            let place: Int
        }

        let bytes: UnsafeRawBufferPointer
        let isBigEndian: Bool
        private static let mostParts = 100_000

        /// Nil for a BigTIFF, which no camera writes.
        init?(_ bytes: UnsafeRawBufferPointer) {
            guard bytes.count >= 8 else { return nil }
            self.bytes = bytes
            isBigEndian = bytes[0] == UInt8(ascii: "M")
            guard number(at: 2, length: 2) == 42 else { return nil }
        }

        var firstDirectory: Int { number(at: 4, length: 4) ?? 0 }

        func number(at place: Int, length: Int) -> Int? {
            guard place >= 0, place <= bytes.count - length else { return nil }
            let digits = bytes[place..<(place + length)]
            return (isBigEndian ? Array(digits) : digits.reversed()).reduce(0) { $0 << 8 | Int($1) }
        }

        func entries(at directory: Int) -> [Entry] {
            guard directory >= 8, let count = number(at: directory, length: 2) else { return [] }
            return (0..<count).lazy.map { directory + 2 + $0 * 12 }.prefix { $0 <= bytes.count - 12 }.compactMap { place in
                guard let tag = number(at: place, length: 2), let type = number(at: place + 2, length: 2),
                    let count = number(at: place + 4, length: 4)
                else { return nil }
                return Entry(tag: tag, type: type, count: count, place: place + 8)
            }
        }

        /// The first numbers of an entry with SHORTs, LONGs or IFDs.
        func numbers(_ entry: Entry, atMost most: Int = 32) -> [Int] {
            let length = entry.type == 3 ? 2 : 4
            guard [3, 4, 13].contains(entry.type) else { return [] }
            let count = min(entry.count, most)
            guard let start = entry.count * length <= 4 ? entry.place : number(at: entry.place, length: 4) else { return [] }
            return (0..<count).compactMap { number(at: start + $0 * length, length: length) }
        }

        var isDNG: Bool { entries(at: firstDirectory).contains { $0.tag == Tag.dngVersion } }

        /// The directories that hold values of the sensor.
        var sensorDirectories: [[Entry]] {
            let first = entries(at: firstDirectory)
            let below = first.first { $0.tag == Tag.subdirectories }.map { numbers($0) } ?? []
            return ([first] + below.lazy.map(entries)).filter(holdsSensorValues)
        }

        /// The first number of an entry with this tag.
        func number(_ tag: Int, in entries: [Entry]) -> Int? {
            entries.first { $0.tag == tag }.flatMap { numbers($0, atMost: 1).first }
        }

        /// Where the strips or tiles of a directory end; nil if it does not say where they are. Some cameras write wrong lengths.
        func end(of entries: [Entry]) -> Int? {
            func all(_ tags: Int...) -> [Int] {
                entries.first { tags.contains($0.tag) }.map { numbers($0, atMost: Self.mostParts) } ?? []
            }
            let lengths = isDNG ? all(Tag.stripLengths, Tag.tileLengths) : []
            return all(Tag.stripOffsets, Tag.tileOffsets).enumerated()
                .map { $1 + (lengths.indices.contains($0) ? lengths[$0] : 1) }.max()
        }

        /// Whether the picture of a directory is a color filter array (TIFF/EP), or linear values (DNG).
        func holdsSensorValues(_ entries: [Entry]) -> Bool {
            guard let entry = entries.first(where: { $0.tag == Tag.photometricInterpretation }) else { return false }
            return numbers(entry).first.map { [32_803, 34_892].contains($0) } ?? false
        }
    }
}
