/// The contents of a JPEG's frame header (ITU-T T.81, B.2.2).
package struct JPEGFrame: Equatable {
    package var isProgressive = false
    package var width = 0
    package var height = 0
    /// The horizontal and vertical sampling factors of each component.
    package var sampling: [[Int]] = []

    package init?(_ bytes: [UInt8]) {
        var position = 2
        while position + 9 < bytes.count, bytes[position] == 0xFF {
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            if (0xC0...0xC2).contains(bytes[position + 1]) {
                isProgressive = bytes[position + 1] == 0xC2
                height = Int(bytes[position + 5]) << 8 | Int(bytes[position + 6])
                width = Int(bytes[position + 7]) << 8 | Int(bytes[position + 8])
                sampling = (0..<Int(bytes[position + 9])).map { index in
                    let factors = Int(bytes[position + 11 + index * 3])
                    return [factors >> 4, factors & 15]
                }
                return
            }
            position += 2 + length
        }
        return nil
    }
}
