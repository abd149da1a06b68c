import Testing

/// Changes in TIFF files of 32-bit offsets, the lowest byte first.
package enum TIFFPatch {
    package static let (width, height, stripOffsets, rowsPerStrip) = (256, 257, 273, 278)
    package static let (stripLengths, tileWidth, subdirectories) = (279, 322, 330)

    package static func number(at place: Int, length: Int = 4, in file: [UInt8]) -> Int {
        (0..<length).reduce(0) { $0 | Int(file[place + $1]) << (8 * $1) }
    }

    package static func set(_ value: Int, at place: Int, length: Int = 4, in file: inout [UInt8]) {
        for index in 0..<length { file[place + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
    }

    /// The first directory's place.
    package static func directory(of file: [UInt8]) -> Int { number(at: 4, in: file) }

    /// The places of a directory's entries, of 12 bytes each.
    package static func entries(of directory: Int, in file: [UInt8]) -> [Int] {
        (0..<number(at: directory, length: 2, in: file)).map { directory + 2 + 12 * $0 }
    }

    /// The place of the link to the next directory.
    package static func link(of directory: Int, in file: [UInt8]) -> Int {
        directory + 2 + 12 * number(at: directory, length: 2, in: file)
    }

    package static func entry(_ tag: Int, of directory: Int? = nil, in file: [UInt8]) throws -> Int {
        try #require(entries(of: directory ?? Self.directory(of: file), in: file).first { number(at: $0, length: 2, in: file) == tag })
    }

    /// Sets the value that an entry holds itself, or the place and number of its values.
    package static func set(_ tag: Int, to value: Int, count: Int? = nil, of directory: Int? = nil, in file: inout [UInt8]) throws {
        let place = try entry(tag, of: directory, in: file)
        set(value, at: place + 8, in: &file)
        if let count { set(count, at: place + 4, in: &file) }
    }

    /// Writes the first directory anew, at the end, with an orientation.
    package static func addOrientation(_ orientation: Int, to file: inout [UInt8]) throws {
        let old = directory(of: file)
        var bodies = entries(of: old, in: file).map { Array(file[$0..<($0 + 12)]) }
        let next = Array(file[link(of: old, in: file)..<(link(of: old, in: file) + 4)])
        bodies.append([0x12, 0x01, 3, 0, 1, 0, 0, 0, UInt8(orientation), 0, 0, 0])
        bodies.sort { number(at: 0, length: 2, in: $0) < number(at: 0, length: 2, in: $1) }
        if !file.count.isMultiple(of: 2) { file.append(0) }
        set(file.count, at: 4, in: &file)
        file += [UInt8(bodies.count), 0] + bodies.flatMap { $0 } + next
    }

    /// Moves the pixels of the pictures below the first directory to where the file has ended.
    package static func cutReductions(of file: inout [UInt8]) throws {
        let list = try entry(subdirectories, in: file)
        let (count, place) = (number(at: list + 4, in: file), number(at: list + 8, in: file))
        for index in 0..<count {
            let directory = number(at: place + 4 * index, in: file)
            try set(stripOffsets, to: file.count + 1000, of: directory, in: &file)
        }
    }
}
