/// Names of well-known formats that are not read, for error messages.
enum UnreadFormat {
    /// The name of the format that a file's first bytes indicate; nil if they indicate none of these.
    static func name(of bytes: UnsafeRawBufferPointer) -> String? {
        let start = Array(bytes.prefix(ImageFormat.signatureLength))
        if let brand = FileTypeBox(start)?.brands[0] { return names[brand] ?? "video, or another kind of ISO media file" }
        return signatures.first { start.dropFirst($0.offset).starts(with: $0.bytes) }?.name ?? nameOfText(start) ?? netpbm(start)
            ?? targa(start)
    }

    /// `P1` to `P7`, followed by white space.
    private static func netpbm(_ start: [UInt8]) -> String? {
        guard start.count > 2, start[0] == UInt8(ascii: "P"), [0x09, 0x0A, 0x0D, 0x20].contains(start[2]) else { return nil }
        switch start[1] {
        case UInt8(ascii: "1"), UInt8(ascii: "4"): return "PBM"
        case UInt8(ascii: "2"), UInt8(ascii: "5"): return "PGM"
        case UInt8(ascii: "3"), UInt8(ascii: "6"): return "PPM"
        case UInt8(ascii: "7"): return "PAM"
        default: return nil
        }
    }

    /// TGA has no signature, but few values in its header are possible: the kinds of palettes and pixels, their bits, and two bits that are 0.
    private static func targa(_ start: [UInt8]) -> String? {
        guard start.count >= 18, start[1] <= 1, [1, 2, 3, 9, 10, 11].contains(start[2]), [8, 15, 16, 24, 32].contains(start[16]),
            start[17] & 0xC0 == 0, (start[12] | start[13]) != 0, (start[14] | start[15]) != 0
        else { return nil }
        return "TGA"
    }

    /// By the major brand of ISO media files.
    private static let names = [
        "avci": "HEIF with AVC", "vvic": "HEIF with VVC", "evbi": "HEIF with EVC",
    ]

    private static let signatures: [(name: String, offset: Int, bytes: [UInt8])] = [
        ("a Photoshop document", 0, Array("8BPS".utf8)), ("PDF", 0, Array("%PDF".utf8)),
        ("PostScript", 0, Array("%!PS".utf8)), ("OpenEXR", 0, [0x76, 0x2F, 0x31, 0x01]), ("Radiance HDR", 0, Array("#?".utf8)),
        ("an icon (ICNS)", 0, Array("icns".utf8)), ("XPM", 0, Array("/* XPM */".utf8)),
        ("PCX", 0, [0x0A, 0x05, 0x01]), ("SGI", 0, [0x01, 0xDA]), ("FITS", 0, Array("SIMPLE  =".utf8)), ("DjVu", 0, Array("AT&TFORM".utf8)),
        ("a Windows metafile", 0, [0xD7, 0xCD, 0xC6, 0x9A]), ("DPX", 0, Array("SDPX".utf8)), ("DPX", 0, Array("XPDS".utf8)),
        ("DirectDraw", 0, Array("DDS ".utf8)), ("QOI", 0, Array("qoif".utf8)), ("FLIF", 0, Array("FLIF".utf8)),
        ("WebM or Matroska video", 0, [0x1A, 0x45, 0xDF, 0xA3]), ("AVI video", 8, Array("AVI ".utf8)), ("FLV video", 0, Array("FLV".utf8)),
        ("MPEG video", 0, [0x00, 0x00, 0x01, 0xBA]), ("MPEG video", 0, [0x00, 0x00, 0x01, 0xB3]), ("Ogg", 0, Array("OggS".utf8)),
        ("gzip", 0, [0x1F, 0x8B]), ("a ZIP archive", 0, [0x50, 0x4B, 0x03, 0x04]),
    ]

    /// HTML, after white space, a byte order mark, and what may precede its first element.
    private static func nameOfText(_ start: [UInt8]) -> String? {
        let text = String(decoding: start, as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }.lowercased()
        guard text.hasPrefix("<") else { return nil }
        return text.contains("<!doctype html") || text.contains("<html") ? "HTML" : nil
    }
}
