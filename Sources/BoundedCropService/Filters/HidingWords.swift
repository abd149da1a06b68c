internal import BoundedCrop

/// Words that cannot be honored, and may ask to hide something: leaving one of them out would show it.
package enum HidingWords {
    /// Refuses words that may ask to hide something.
    ///
    /// - Parameter words: What a grammar does not know or cannot honor, as it is written in the URL.
    /// - Throws: `invalidFilter` for the first that may ask to hide something.
    package static func refuse(in words: some Sequence<String>) throws { try refuse(words, "redact() hides faces") }

    /// Refuses a query that may ask to hide something, in a grammar that reads none.
    ///
    /// - Throws: As `refuse(in:)`.
    static func refuse(inQuery query: String) throws {
        let words = query.split(separator: "&").map { PercentEncoding.decoded($0) ?? String($0) }
        try refuse(words, "the words of this grammar are in the path. If the query is the picture's own, write its question mark as %3F")
    }

    private static func refuse(_ words: some Sequence<String>, _ advice: String) throws {
        guard let word = words.first(where: mayAskToHide) else { return }
        throw BoundedCropError(
            .invalidFilter,
            "“\(word.prefix(80))” may ask to hide faces or places, and cannot be honored here: no picture is answered that could show them; "
                + advice
        )
    }

    /// Whether a word may ask to hide something. Only its letters count: `blur_faces`, `e_pixelate_all_faces`, `anonymize`.
    static func mayAskToHide(_ word: String) -> Bool {
        let letters = String(decoding: word.utf8.prefix(1000).map { $0 | 0x20 }.filter { $0 >= 0x61 && $0 <= 0x7A }, as: UTF8.self)
        func has(_ parts: [String]) -> Bool { parts.contains { letters.contains($0) } }
        return has(signs) || has(verbs) && has(objects) || objects.contains { letters.contains("cover" + $0) } || letters == "hide"
    }

    private static let signs = ["redact", "anonymi", "obscur", "obfuscat", "censor", "conceal", "deface", "blackout"]
    private static let verbs = ["blur", "pixelat", "pixellat", "mask", "mosaic", "hide", "remov", "erase"]
    private static let objects = ["face", "detect", "people", "person", "region", "plate", "head", "child"]
}
