internal import BoundedCrop

/// All forms that may have been signed, given what arrived: proxies escape and unescape paths, and merge slashes.
///
/// Each form is made in one fast pass over bytes, since any client can trigger this search.
struct SignedForms: Sequence {
    private let forms: [[UInt8]]

    init(_ received: [UInt8]) {
        let decodedText = PercentEncoding.decoded(String(decoding: received, as: UTF8.self))
        let decoded = decodedText.map { Array($0.utf8) } ?? received
        // Proxies may also unescape a question mark, or escape the one that begins a query.
        let plain = [received, decoded, Self.withEscapedQuestions(received), Self.withBareQuestions(received)]
        let repaired = plain + plain.map(Self.withBothSlashes)
        let escaped = [decoded, Self.withBothSlashes(decoded)].flatMap { Self.escaped(String(decoding: $0, as: UTF8.self)) }
        let all = repaired + escaped.map { Array($0.utf8) }
        var seen: Set<[UInt8]> = []
        forms = (all + all.map(Self.withSmallEscapes)).filter { seen.insert($0).inserted }
    }

    func makeIterator() -> some IteratorProtocol<[UInt8]> { forms.makeIterator() }

    /// Escaped as by RFC 3986, by Python's `quote`, and by JavaScript's `encodeURI` and `encodeURIComponent`; as some clients do, also with
    /// only the image escaped by the last one, or by `quote` without safe characters.
    private static func escaped(_ text: String) -> [String] {
        let component = "-_.!~*'()"
        let whole = [PercentEncoding.plain, "-._~/", "-_.!~*'();/?:@&=+$,#", component + "/"].map {
            PercentEncoding.encoded(text, keeping: $0)
        }
        guard let image = try? ImageURL(instructions: PercentEncoding.encoded(text), limits: .none).image, text.hasSuffix(image) else {
            return whole
        }
        return whole + [component, "-._~"].map { text.dropLast(image.count) + PercentEncoding.encoded(image, keeping: $0) }
    }

    private static func withEscapedQuestions(_ text: [UInt8]) -> [UInt8] {
        text.flatMap { $0 == UInt8(ascii: "?") ? Array("%3F".utf8) : [$0] }
    }

    private static func withBareQuestions(_ text: [UInt8]) -> [UInt8] {
        var bare: [UInt8] = []
        var rest = text[...]
        while let byte = rest.first {
            let isQuestion = byte == UInt8(ascii: "%") && (rest.starts(with: "%3F".utf8) || rest.starts(with: "%3f".utf8))
            bare.append(isQuestion ? UInt8(ascii: "?") : byte)
            rest = rest.dropFirst(isQuestion ? 3 : 1)
        }
        return bare
    }

    /// With both slashes in every `http:/host`, `https:/host` and `s3:/bucket`.
    private static func withBothSlashes(_ text: [UInt8]) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        let schemes = ["http:/", "https:/", "http%3A/", "https%3A/", "s3:/", "s3%3A/"].map { Array($0.utf8) }
        var repaired: [UInt8] = []
        var rest = text[...]
        while let byte = rest.first {
            let scheme = byte == UInt8(ascii: "h") || byte == UInt8(ascii: "s") ? schemes.first { rest.starts(with: $0) } : nil
            repaired += scheme ?? [byte]
            rest = rest.dropFirst(scheme?.count ?? 1)
            if scheme != nil, rest.first != slash { repaired.append(slash) }
        }
        return repaired
    }

    private static func withSmallEscapes(_ text: [UInt8]) -> [UInt8] {
        var small = text
        var digits = 0
        for index in small.indices {
            if small[index] == UInt8(ascii: "%") {
                digits = 2
            } else if digits > 0 {
                digits -= 1
                if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(small[index]) { small[index] |= 0x20 }
            }
        }
        return small
    }
}
