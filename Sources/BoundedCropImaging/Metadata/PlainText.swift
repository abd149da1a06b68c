/// Text that people wrote or a program wrote for them, as far as a property of metadata may hold it.
enum PlainText {
    /// Longer values are left out. IPTC's captions have at most 2000 bytes.
    static let mostBytes = 2000
    /// Encoded data have longer words, natural languages and addresses do not.
    private static let longestWord = 60

    /// The text without white space around it; nil if there is none, it is too long, has control characters, or looks like encoded data.
    static func kept(_ text: String) -> String? {
        guard text.utf8.count <= mostBytes * 2 else { return nil }
        let trimmed = text.trimmingSpaces()
        guard (1...mostBytes).contains(trimmed.utf8.count), trimmed.unicodeScalars.allSatisfy(isWritten) else { return nil }
        return trimmed.split(whereSeparator: \.isWhitespace).contains(where: isEncoded) ? nil : trimmed
    }

    /// Text in bytes: UTF-8, or else Latin-1. A zero byte ends it, and nothing but zeros and spaces may follow.
    static func kept(_ bytes: some Collection<UInt8>) -> String? {
        let text = bytes.prefix { $0 != 0 }
        guard bytes.dropFirst(text.count).allSatisfy({ $0 == 0 || $0 == 0x20 }) else { return nil }
        return String(validating: text, as: UTF8.self).map { kept($0) } ?? kept(latin1: text)
    }

    static func kept(latin1 bytes: some Collection<UInt8>) -> String? {
        guard bytes.count <= mostBytes else { return nil }
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(Unicode.Scalar(byte)) }
        return kept(String(text))
    }

    private static func isWritten(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control: scalar == "\n" || scalar == "\r" || scalar == "\t"
        case .privateUse, .surrogate: false
        default: !scalar.properties.isNoncharacterCodePoint
        }
    }

    /// Whether a word has a long run of the characters of base64 or of hexadecimal numbers. In addresses, slashes and hyphens end a run.
    private static func isEncoded(_ word: Substring) -> Bool {
        let isAddress = word.hasPrefix("http://") || word.hasPrefix("https://")
        var run = 0
        for byte in word.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "+"), UInt8(ascii: "="), UInt8(ascii: "_"):
                run += 1
            case UInt8(ascii: "/"), UInt8(ascii: "-"): run = isAddress ? 0 : run + 1
            default: run = 0
            }
            if run > longestWord { return true }
        }
        return false
    }
}
