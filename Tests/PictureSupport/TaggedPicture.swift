import TestSupport

/// Pictures with metadata given by a test.
package enum TaggedPicture {
    /// A JPEG of 300x200 stored pixels.
    package static func jpeg(xmp: String? = nil, exif: TIFFBlock? = nil) throws -> [UInt8] {
        let plain = try Fixture.bytes("edges/black_300x200.jpg")
        var segments: [UInt8] = []
        if let exif { segments += segment(Array("Exif\0\0".utf8) + exif.bytes) }
        if let xmp { segments += segment(Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(xmp.utf8)) }
        return plain.prefix(2) + segments + plain.dropFirst(2)
    }

    /// A black PNG of 300x200 stored pixels with a white rectangle.
    package static func png(xmp: String, exif: TIFFBlock, white: (x: Int, y: Int, width: Int, height: Int)) -> [UInt8] {
        let rows = (0..<200).flatMap { row in
            [0]
                + (0..<300).map { column -> UInt8 in
                    (white.x..<white.x + white.width).contains(column) && (white.y..<white.y + white.height).contains(row) ? 255 : 0
                }
        }
        let text = Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Array(xmp.utf8)
        let chunks = StoredPNG.chunk("eXIf", exif.bytes) + StoredPNG.chunk("iTXt", text)
        return StoredPNG.file(width: 300, height: 200, colorType: 0, rows: rows, chunks: chunks)
    }

    /// JPEG's application segment 1.
    private static func segment(_ body: [UInt8]) -> [UInt8] {
        [0xFF, 0xE1, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
    }
}

extension TIFFBlock {
    /// An orientation only.
    package init(orientation: Int, isBigEndian: Bool = false) {
        self.init(isBigEndian: isBigEndian)
        appendDirectory([(tag: 0x0112, type: 3, value: orientation)])
    }

    /// An orientation and, in the EXIF directory, a subject area.
    package init(orientation: Int, subjectArea numbers: [Int], type: Int = 3, isBigEndian: Bool = false) {
        self.init(isBigEndian: isBigEndian)
        let main = 2 + 2 * 12 + 4
        appendDirectory([(tag: 0x0112, type: 3, value: orientation), (tag: 0x8769, type: 4, value: 8 + main)])
        append16(1)
        append16(0x9214)
        append16(type)
        append32(numbers.count)
        if numbers.count * 2 <= 4 {
            for number in numbers + [0, 0].dropFirst(numbers.count) { append16(number) }
        } else {
            append32(8 + main + 2 + 12 + 4)
        }
        append32(0)
        if numbers.count * 2 > 4 { for number in numbers { append16(number) } }
    }
}
