import TestSupport
import Testing

/// HEIF containers built item by item from the coded picture of a fixture (ISO/IEC 14496-12 and 23008-12).
package struct BuiltHEIF {
    package struct Item {
        package var type: String
        package var properties: [[UInt8]]
        package var data: [UInt8]
        /// What an `infe` box has behind the item's type and its empty name.
        package var description: [UInt8] = []
        /// How often the item's place names its data.
        package var repeats = 1

        package init(type: String, properties: [[UInt8]] = [], data: [UInt8]) {
            (self.type, self.properties, self.data) = (type, properties, data)
        }
    }

    private let brand: String
    /// Numbered from 1.
    private let items: [Item]
    private let primary: Int
    private let references: [(type: String, from: Int, to: [Int])]

    package init(brand: String, items: [Item], primary: Int = 1, references: [(type: String, from: Int, to: [Int])] = []) {
        (self.brand, self.items, self.primary, self.references) = (brand, items, primary, references)
    }

    /// The single coded picture of `plain.heic` or `plain.avif`.
    package static func picture(_ format: String) throws -> Item {
        let file = try Fixture.bytes("formats/\(format)/plain.\(format)")
        let configuration = try box(format == "heic" ? "hvcC" : "av1C", in: file)
        let data = try box("mdat", in: file).dropFirst(8)
        let size = try box("ispe", in: file)
        return Item(type: format == "heic" ? "hvc1" : "av01", properties: [configuration, size], data: Array(data))
    }

    package static func grid(rows: Int, columns: Int, width: Int, height: Int) -> Item {
        let layout = [0, 1, UInt8(rows - 1), UInt8(columns - 1)] + bigEndian(width) + bigEndian(height)
        return Item(type: "grid", properties: [size(width, height)], data: layout)
    }

    package static func size(_ width: Int, _ height: Int) -> [UInt8] { box("ispe", [0, 0, 0, 0] + bigEndian(width) + bigEndian(height)) }

    package var bytes: [UInt8] {
        let types = [brand, "mif1", brand, "miaf"].map { Array($0.utf8) }
        let start = Self.box("ftyp", types[0] + [0, 0, 0, 0] + types[1...].flatMap { $0 })
        let length = start.count + meta(dataAt: 0).count + 8
        return start + meta(dataAt: length) + Self.box("mdat", items.flatMap(\.data))
    }

    private func meta(dataAt start: Int) -> [UInt8] {
        let properties = items.flatMap(\.properties)
        var links: [UInt8] = []
        var (places, place, index) = ([UInt8](), start, 0)
        for (number, item) in items.enumerated() {
            places += Self.word(number + 1) + [0, 0, 0, 0] + Self.word(item.repeats)
            for _ in 0..<item.repeats { places += Self.bigEndian(place) + Self.bigEndian(item.data.count) }
            place += item.data.count
            links += Self.word(number + 1) + [UInt8(item.properties.count)]
            for _ in item.properties {
                index += 1
                links += Self.word(index)
            }
        }
        let infos = items.enumerated().flatMap { number, item in
            Self.box("infe", [2, 0, 0, 0] + Self.word(number + 1) + [0, 0] + Array(item.type.utf8) + [0] + item.description)
        }
        let count = Self.word(items.count)
        let parts = [
            Self.box("hdlr", [0, 0, 0, 0, 0, 0, 0, 0] + Array("pict".utf8) + [UInt8](repeating: 0, count: 13)),
            Self.box("pitm", [0, 0, 0, 0] + Self.word(primary)),
            Self.box("iloc", [1, 0, 0, 0, 0x44, 0] + count + places),
            Self.box("iinf", [0, 0, 0, 0] + count + infos),
            Self.box("iprp", Self.box("ipco", properties.flatMap { $0 }) + Self.box("ipma", [0, 0, 0, 1, 0, 0] + count + links)),
            Self.box(
                "iref",
                [0, 0, 0, 0]
                    + references.flatMap { reference in
                        Self.box(
                            reference.type,
                            Self.word(reference.from) + Self.word(reference.to.count) + reference.to.flatMap { Self.word($0) }
                        )
                    }
            ),
        ]
        return Self.box("meta", [0, 0, 0, 0] + parts.flatMap { $0 })
    }

    private static func box(_ name: String, _ contents: [UInt8]) -> [UInt8] { bigEndian(contents.count + 8) + Array(name.utf8) + contents }

    /// The first box with this name, with its header.
    private static func box(_ name: String, in file: [UInt8]) throws -> [UInt8] {
        let start = try #require(file.firstRange(of: Array(name.utf8))).lowerBound - 4
        let length = (0..<4).reduce(0) { $0 << 8 | Int(file[start + $1]) }
        return Array(file[start..<(start + length)])
    }

    private static func word(_ value: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)] }

    package static func bigEndian(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
}
