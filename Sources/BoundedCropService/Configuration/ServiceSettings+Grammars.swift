internal import BoundedCrop

extension ServiceSettings {
    /// The settings of the grammars of image URLs.
    static let grammars: [ServiceSetting] = [
        .init(
            "grammar",
            "The grammars of image URLs, each with its path: thumbor:/ or imgproxy:/imgproxy; the path may be missing.",
            .grammars,
            \.grammars
        ),
        .init(
            "unsigned-grammars",
            "Grammars whose unsigned URLs are answered although there is a key, such as iiif.",
            .grammarNames,
            \.unsignedGrammars
        ),
    ]
}

extension SettingFormat<[GrammarMount]> {
    fileprivate static var grammars: Self {
        Self("list", expected: "at least one grammar") {
            let mounts = try items($0).map { try GrammarMount($0) }
            return mounts.isEmpty ? nil : mounts
        } text: {
            $0.map(\.description).joined(separator: ",")
        }
    }
}

extension SettingFormat<[Grammar]> {
    fileprivate static var grammarNames: Self {
        Self("list", expected: Grammar.allCases.map(\.rawValue).joined(separator: ", ")) {
            let names = items($0)
            let grammars = names.compactMap { Grammar(rawValue: $0) }
            return grammars.count == names.count ? grammars : nil
        } text: {
            $0.map(\.rawValue).joined(separator: ",")
        }
    }
}
