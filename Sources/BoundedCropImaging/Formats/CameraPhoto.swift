/// Photos of cameras (RAW) whose files begin as a TIFF does. Read as one, they would be their small preview.
enum CameraPhoto {
    private enum Tag {
        static let photometricInterpretation = 0x0106
        static let make = 0x010F
        static let subdirectories = 0x014A
        static let dngVersion = 0xC612
    }

    /// The name of the format if a file that begins as a TIFF is such a photo; nil if it is a TIFF.
    ///
    /// DNG and CR2 say so. Others are known by what they hold: values of the sensor, which no other TIFF has.
    static func name(ofTIFF bytes: UnsafeRawBufferPointer) -> String? {
        guard let file = File(bytes) else { return nil }
        let first = file.entries(at: file.firstDirectory)
        if first.contains(where: { $0.tag == Tag.dngVersion }) { return "a DNG photo" }
        // "CR", and the version 2.
        if bytes.dropFirst(8).starts(with: [0x43, 0x52, 0x02]) { return "a Canon RAW photo" }
        let below = first.first { $0.tag == Tag.subdirectories }.map(file.numbers) ?? []
        guard file.holdsSensorValues(first) || below.contains(where: { file.holdsSensorValues(file.entries(at: $0)) }) else { return nil }
        let make = first.first { $0.tag == Tag.make }.map(file.text)?.lowercased() ?? ""
        return makers.first { make.contains($0.lowercased()) }.map { "a \($0) RAW photo" } ?? "a RAW photo of a camera"
    }

    private static let makers = ["Nikon", "Sony", "Pentax", "Samsung", "Canon", "Hasselblad", "Epson", "Kodak", "Leica", "Mamiya", "Ricoh"]

    /// The directories of a TIFF, with each offset checked.
    private struct File {
        struct Entry {
            let tag, type, count: Int
            /// The place of the value, or of an offset to it.
            let place: Int
        }

        let bytes: UnsafeRawBufferPointer
        let isBigEndian: Bool
        private static let most = 32

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
        func numbers(_ entry: Entry) -> [Int] {
            let length = entry.type == 3 ? 2 : 4
            guard [3, 4, 13].contains(entry.type) else { return [] }
            let count = min(entry.count, Self.most)
            guard let start = entry.count * length <= 4 ? entry.place : number(at: entry.place, length: 4) else { return [] }
            return (0..<count).compactMap { number(at: start + $0 * length, length: length) }
        }

        /// The start of an entry's text.
        func text(_ entry: Entry) -> String {
            guard entry.type == 2, let start = entry.count <= 4 ? entry.place : number(at: entry.place, length: 4) else { return "" }
            return String(decoding: bytes.dropFirst(start).prefix(min(entry.count, Self.most)).prefix { $0 != 0 }, as: UTF8.self)
        }

        /// Whether the picture of a directory is a color filter array (TIFF/EP), or linear values (DNG).
        func holdsSensorValues(_ entries: [Entry]) -> Bool {
            guard let entry = entries.first(where: { $0.tag == Tag.photometricInterpretation }) else { return false }
            return numbers(entry).first.map { [32_803, 34_892].contains($0) } ?? false
        }
    }
}
