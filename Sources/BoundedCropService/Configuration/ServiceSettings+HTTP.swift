internal import BoundedCrop

extension ServiceSettings {
    /// The settings of header fields.
    static let http: [ServiceSetting] = [
        .init(
            "stale-if-error",
            "The further seconds for which an answer may be used if the service fails.",
            .seconds(0...31_536_000),
            \.staleIfError
        ),
        .init("plan-header", "Send the picture's plan in X-BoundedCrop-Plan.", .flag, \.sendsPlan),
        .init("cache-status", "Report in Cache-Status whether the answer was cached.", .flag, \.sendsCacheStatus),
        .init("client-hints", "Make pictures smaller for clients that send the size at which they show them.", .flag, \.usesClientHints),
        .init(
            "cors-origins",
            "Sites whose scripts may use uploads and metadata, such as https://example.com; * for all.",
            .origins,
            \.corsOrigins
        ),
    ]
}

extension SettingFormat<[String]> {
    /// Origins as browsers write them, or `*` alone.
    fileprivate static var origins: Self {
        Self("list", expected: "* or a list of origins, such as https://example.com") { text in
            let texts = items(text).filter { !$0.isEmpty }
            if texts == ["*"] { return texts }
            let origins = texts.compactMap(origin)
            return origins.count == texts.count ? origins : nil
        } text: {
            $0.joined(separator: ",")
        }
    }

    /// The origin in lowercase and without the port that its scheme implies; nil for anything else, such as a URL with a path. `null` is
    /// refused, because any site can have that origin.
    private static func origin(_ text: String) -> String? {
        let text = text.lowercased()
        guard let mark = text.firstRange(of: "://") else { return nil }
        let (scheme, rest) = (String(text[..<mark.lowerBound]), text[mark.upperBound...])
        let isScheme = scheme.utf8.allSatisfy { Int.isDigit($0) || (0x61...0x7A).contains($0) || "+-.".utf8.contains($0) }
        guard !scheme.isEmpty, isScheme, let authority = RequestAuthority(rest), rest.last != ":" else { return nil }
        let implied: [String: UInt16] = ["http": 80, "https": 443]
        guard let port = authority.port, port == implied[scheme], let colon = rest.lastIndex(of: ":") else { return text }
        return "\(scheme)://\(rest[..<colon])"
    }
}
