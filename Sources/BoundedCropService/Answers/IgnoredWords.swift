internal import BoundedCrop

/// What cannot be honored, as the value of a header field.
enum IgnoredWords {
    /// The most bytes of the value, besides the mark of a list that is cut: proxies refuse long fields.
    private static let most = 1000

    /// The words, each cut to 80 characters, with what a field cannot have percent-encoded. `...` ends a list that is too long.
    static func headerText(_ words: [String]) -> String {
        var text = ""
        for word in words {
            let start = String(String.UnicodeScalarView(word.unicodeScalars.prefix(80)))
            let encoded = PercentEncoding.encoded(start, keeping: PercentEncoding.plain + "?", keepingEscapes: true)
            guard text.utf8.count + encoded.utf8.count + 2 <= most else { return text + ", ..." }
            text += text.isEmpty ? encoded : ", " + encoded
        }
        return text
    }
}
