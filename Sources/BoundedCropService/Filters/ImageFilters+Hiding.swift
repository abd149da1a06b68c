internal import BoundedCrop

extension ImageFilters {
    /// Refuses words that cannot be honored if they may ask to hide something: leaving one of them out would show it.
    ///
    /// - Parameter words: What a grammar does not know or cannot honor, as it is written in the URL.
    /// - Throws: `invalidFilter` for the first that may ask to hide something.
    package static func refuseHiding(in words: some Sequence<String>) throws {
        guard let word = words.first(where: mayAskToHide) else { return }
        throw BoundedCropError(
            .invalidFilter,
            "“\(word.prefix(80))” may ask to hide faces or places, and cannot be honored here: no picture is answered that could show them. "
                + "redact() hides faces"
        )
    }

    /// Whether a word may ask to hide something.
    static func mayAskToHide(_ word: String) -> Bool {
        let letters = String(decoding: word.utf8.prefix(1000).map { $0 | 0x20 }.filter { $0 >= 0x61 && $0 <= 0x7A }, as: UTF8.self)
        return signs.contains { letters.contains($0) }
    }

    /// Parts of words, without what separates them: `blur_faces`, `e_pixelate_faces`, `anonymize`.
    private static let signs =
        ["redact", "anonymi", "obscur", "censor", "conceal", "deface", "blackout"]
        + ["blur", "pixelate", "pixellate", "mask", "cover", "mosaic", "hide"].flatMap { verb in
            ["face", "detection", "people", "person", "region", "plate"].map { verb + $0 }
        } + ["faceblur", "facepixelate", "facemosaic"]
}
