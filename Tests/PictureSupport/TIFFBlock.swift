/// EXIF data for tests, written entry by entry: a main directory at offset 8, and what may follow it.
package struct TIFFBlock {
    package var isBigEndian = false
    package var bytes: [UInt8] = []

    package init(isBigEndian: Bool = false) {
        self.isBigEndian = isBigEndian
        bytes = isBigEndian ? Array("MM".utf8) : Array("II".utf8)
        append16(42)
        append32(8)
    }

    package mutating func append16(_ value: Int) { append(value, count: 2) }
    package mutating func append32(_ value: Int) { append(value, count: 4) }

    /// A directory of single numbers (type 3 is SHORT, 4 is LONG), and the offset of the next one.
    package mutating func appendDirectory(_ entries: [(tag: Int, type: Int, value: Int)], next: Int = 0) {
        append16(entries.count)
        for entry in entries {
            append16(entry.tag)
            append16(entry.type)
            append32(1)
            if entry.type == 3 {
                append16(entry.value)
                append16(0)
            } else {
                append32(entry.value)
            }
        }
        append32(next)
    }

    private mutating func append(_ value: Int, count: Int) {
        let bigEndian = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
        bytes += isBigEndian ? bigEndian : bigEndian.reversed()
    }
}
