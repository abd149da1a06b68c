import TestSupport
import Testing

/// Parameter sets of HEVC that say another size than the fixture's whose they are (H.265, 7.3.2).
package enum BuiltHEVC {
    /// Two units, each behind its length: the sequence parameter set of `plain.heic` with another size, and its picture parameter set.
    package static func parameterSets(width: Int, height: Int) throws -> [UInt8] {
        let file = try Fixture.bytes("formats/heic/plain.heic")
        let sequence = try resized(unit(33, in: file), width: width, height: height)
        return try [sequence, unit(34, in: file)].flatMap { BuiltHEIF.bigEndian($0.count) + $0 }
    }

    /// The first unit of a kind in the file's decoder configuration, behind 22 bytes and the number of arrays.
    private static func unit(_ kind: UInt8, in file: [UInt8]) throws -> [UInt8] {
        let start = try #require(file.firstRange(of: Array("hvcC".utf8))).upperBound + 23
        var rest = file[start...]
        while true {
            let number = Array(rest.prefix(5))
            try #require(number.count == 5 && number[1] == 0 && number[2] == 1, "an array of one unit")
            let length = Int(number[3]) << 8 | Int(number[4])
            let unit = Array(rest.dropFirst(5).prefix(length))
            if unit[0] >> 1 & 63 == kind { return unit }
            rest = rest.dropFirst(5 + length)
        }
    }

    private static func resized(_ unit: [UInt8], width: Int, height: Int) throws -> [UInt8] {
        var bits = withoutEmulationPrevention(unit).flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }[...]
        // The unit's header, identifiers, and the profile and level of one layer.
        let head = bits.prefix(16 + 8 + 96)
        bits = bits.dropFirst(head.count)
        // The set's number and the form of chroma stay; the size goes.
        let rest = bits
        let kept = rest.prefix(takeNumber(&bits) + takeNumber(&bits))
        _ = takeNumber(&bits) + takeNumber(&bits)
        var all = head + kept + number(width) + number(height) + bits
        all += Array(repeating: 0, count: (8 - all.count % 8) % 8)
        let bytes = stride(from: all.startIndex, to: all.endIndex, by: 8).map { all[$0..<($0 + 8)].reduce(0) { $0 << 1 | $1 } }
        return withEmulationPrevention(bytes)
    }

    /// Takes an Exp-Golomb code and returns its length.
    private static func takeNumber(_ bits: inout ArraySlice<UInt8>) -> Int {
        let length = bits.prefix { $0 == 0 }.count * 2 + 1
        bits = bits.dropFirst(length)
        return length
    }

    private static func number(_ value: Int) -> [UInt8] {
        let digits = String(value + 1, radix: 2)
        return Array(repeating: 0, count: digits.count - 1) + digits.map { $0 == "1" ? 1 : 0 }
    }

    private static func withoutEmulationPrevention(_ unit: [UInt8]) -> [UInt8] {
        unit.indices.filter { !($0 >= 2 && unit[$0] == 3 && unit[$0 - 1] == 0 && unit[$0 - 2] == 0) }.map { unit[$0] }
    }

    private static func withEmulationPrevention(_ bytes: [UInt8]) -> [UInt8] {
        var unit: [UInt8] = []
        for byte in bytes {
            if byte <= 3 && unit.suffix(2) == [0, 0] { unit.append(3) }
            unit.append(byte)
        }
        return unit
    }
}
