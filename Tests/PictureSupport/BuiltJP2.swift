/// A JPEG 2000 made by hand: boxes around a codestream, and a codestream's header.
package enum BuiltJP2 {
    /// - Parameter length: What the box says that its length is; nil for the truth.
    package static func box(_ type: String, _ contents: [UInt8], length: Int? = nil) -> [UInt8] {
        long(length ?? contents.count + 8) + Array(type.utf8) + contents
    }

    /// A file that says that it has this size, with these boxes in its header.
    package static func file(
        width: Int = 40,
        height: Int = 24,
        _ header: [[UInt8]],
        _ codestream: [UInt8],
        after: [UInt8] = []
    ) -> [UInt8] {
        let size = box("ihdr", long(height) + long(width) + short(3) + [7, 7, 0, 0])
        return start + box("jp2h", size + header.flatMap(\.self)) + box("jp2c", codestream) + after
    }

    private static let start = box("jP  ", [13, 10, 135, 10]) + box("ftyp", Array("jp2 \0\0\0\0jp2 ".utf8))

    /// A color space by its number.
    package static func colors(_ number: Int) -> [UInt8] { box("colr", [1, 0, 0] + long(number)) }
    package static func profile(_ bytes: [UInt8]) -> [UInt8] { box("colr", [2, 0, 0] + bytes) }

    /// A palette of 8 bits.
    package static func palette(_ colors: [[UInt8]]) -> [UInt8] {
        let columns = colors[0].count
        return box("pclr", short(colors.count) + [UInt8(columns)] + [UInt8](repeating: 7, count: columns) + colors.flatMap(\.self))
    }

    /// Channels that are columns of the palette.
    package static func mapping(component: Int = 0, columns: [Int]) -> [UInt8] {
        box("cmap", columns.flatMap { short(component) + [1, UInt8($0)] })
    }

    /// What channels mean: a type, 0 for colors, and which color.
    package static func definitions(_ channels: [(number: Int, type: Int, color: Int)]) -> [UInt8] {
        box("cdef", short(channels.count) + channels.flatMap { short($0.number) + short($0.type) + short($0.color) })
    }

    package static func tag(_ number: [UInt8], _ contents: [UInt8]) -> [UInt8] { box("uuid", number + contents) }

    /// A codestream that ends after its header.
    ///
    /// - Parameters:
    ///   - place: Its corner, and the corner of the first tile.
    ///   - tile: The side of tiles; nil for one tile.
    ///   - blockExponents: What the header says of the sides of blocks, less 2.
    package static func header(
        width: Int,
        height: Int,
        place: Int = 0,
        tile: Int? = nil,
        components: Int = 3,
        bits: Int = 8,
        levels: Int = 5,
        blockExponents: Int = 4,
        precincts: [UInt8] = []
    ) -> [UInt8] {
        let sides = long(width + place) + long(height + place) + long(place) + long(place)
        let tiles = long(tile ?? width) + long(tile ?? height) + long(place) + long(place)
        let samples = [[UInt8]](repeating: [UInt8(bits - 1), 1, 1], count: components).flatMap(\.self)
        let size = segment(0x51, short(0) + sides + tiles + short(components) + samples)
        let style: [UInt8] = [precincts.isEmpty ? 0 : 1, 0, 0, 1, 1]
        let coding = segment(0x52, style + [UInt8(levels), UInt8(blockExponents), UInt8(blockExponents), 0, 1] + precincts)
        let part: [UInt8] = [0xFF, 0x90, 0, 10, 0, 0, 0, 0, 0, 0, 0, 1, 0xFF, 0x93, 0xFF, 0xD9]
        return [0xFF, 0x4F] + size + coding + part
    }

    private static func segment(_ marker: UInt8, _ contents: [UInt8]) -> [UInt8] { [0xFF, marker] + short(contents.count + 2) + contents }
    private static func short(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 255), UInt8(number & 255)] }
    private static func long(_ number: Int) -> [UInt8] { short(number >> 16) + short(number) }
}
