internal import BoundedCrop

extension ServiceSettings {
    /// The settings of the grammars of image URLs.
    static let grammars: [ServiceSetting] = [
        .init(
            "grammar",
            "The grammars of image URLs, each with its path: thumbor:/ or imgproxy:/imgproxy; the path is optional.",
            .grammars,
            \.grammars
        ),
        .init(
            "unsigned-grammars",
            "Grammars whose unsigned URLs are answered even if there is a key, such as iiif.",
            .grammarNames,
            \.unsignedGrammars
        ),
        .init(
            "imgproxy-key",
            "imgproxy's key in hexadecimal; separated by commas, older keys that are still accepted.",
            .list,
            \.dialects.imgproxyKeys,
            isSecret: true
        ),
        .init("imgproxy-salt", "imgproxy's salt in hexadecimal, one for each key.", .list, \.dialects.imgproxySalts, isSecret: true),
        .init("imgproxy-signature-size", "The bytes of imgproxy's signatures.", .number(1...32), \.dialects.imgproxySignatureSize),
        .init(
            "imgproxy-presets",
            "imgproxy's presets, such as sharp=sh:0.7/q:90; the one named default is part of every URL.",
            .list,
            \.dialects.imgproxyPresets
        ),
        .init("imgproxy-watermark", "The picture of imgproxy's watermarks.", .optional(.text("picture")), \.dialects.imgproxyWatermark),
        .init(
            "cloudinary-secret",
            "The API secret that signs Cloudinary's URLs; separated by commas, older ones that are still accepted.",
            .keys,
            \.dialects.cloudinarySecrets,
            isSecret: true
        ),
        .init(
            "imagekit-key",
            "The private key that signs ImageKit's URLs; separated by commas, older ones that are still accepted.",
            .keys,
            \.dialects.imageKitKeys,
            isSecret: true
        ),
        .init(
            "imagekit-id",
            "The name of the ImageKit account, which may be the first component of paths.",
            .text("name"),
            \.dialects.imageKitID
        ),
        .init(
            "imgix-token",
            "The token that signs imgix's URLs; separated by commas, older tokens that are still accepted.",
            .keys,
            \.dialects.imgixTokens,
            isSecret: true
        ),
        .init(
            "public-url",
            "The service's URL as clients see it, for documents that contain it; empty: as in each request.",
            .optional(.publicURL),
            \.dialects.publicURL
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

extension SettingFormat<String> {
    /// A URL without a slash at its end, a query and characters that would have to be escaped in headers.
    fileprivate static var publicURL: Self {
        Self("url", expected: "a URL such as https://images.example.org") { text in
            guard let scheme = ["http://", "https://"].first(where: { text.hasPrefix($0) }) else { return nil }
            let path = text.dropFirst(scheme.count).split(separator: "/", omittingEmptySubsequences: false)
            guard let host = path.first, RequestAuthority(host) != nil else { return nil }
            let kept = Set("-._~/".utf8)
            let isPlain = path.dropFirst().allSatisfy { part in
                part.utf8.allSatisfy { Int.isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) || kept.contains($0) }
            }
            return isPlain ? scheme + path.filter { !$0.isEmpty }.joined(separator: "/") : nil
        } text: {
            $0
        }
    }
}
