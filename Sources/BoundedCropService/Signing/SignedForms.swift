internal import BoundedCrop

/// What may have been signed, when this is what arrived: proxies escape and unescape paths, and merge slashes.
struct SignedForms: Sequence {
    private let forms: [String]

    init(_ received: String) {
        let decoded = PercentEncoding.decoded(received) ?? received
        // Proxies also take a question mark for the beginning of a query, or the other way round.
        let questions = [received.replacing("?", with: "%3F"), received.replacing("%3F", with: "?").replacing("%3f", with: "?")]
        let plain = [received, decoded] + questions
        let repaired = plain + plain.compactMap(Self.withBothSlashes)
        let escaped = [decoded, Self.withBothSlashes(decoded)].compactMap(\.self).flatMap(Self.escaped)
        let all = repaired + escaped
        var seen: Set<[UInt8]> = []
        forms = (all + all.map(Self.withSmallEscapes)).filter { seen.insert(Array($0.utf8)).inserted }
    }

    func makeIterator() -> some IteratorProtocol<String> { forms.makeIterator() }

    /// Escaped as RFC 3986, as Python's `quote`, and as JavaScript's `encodeURI` and `encodeURIComponent` do; the image alone by the
    /// latter and by `quote` with nothing kept, as clients do.
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

    /// With the two slashes of every `http:/host` and `https:/host`; nil where nothing was missing.
    private static func withBothSlashes(_ text: String) -> String? {
        var repaired = text
        for scheme in ["http:", "https:", "http%3A", "https%3A"] {
            repaired = repaired.replacing("\(scheme)//", with: "\(scheme)/").replacing("\(scheme)/", with: "\(scheme)//")
        }
        return repaired == text ? nil : repaired
    }

    private static func withSmallEscapes(_ text: String) -> String {
        var capitals = 0
        return String(
            text.map { character in
                if character == "%" { capitals = 2 } else if capitals > 0 { capitals -= 1 } else { return character }
                return Character(character.lowercased())
            }
        )
    }
}

extension ImageURLLimits {
    /// What is signed is looked at only to find its image.
    fileprivate static var none: ImageURLLimits {
        var limits = ImageURLLimits()
        (limits.maximumLength, limits.maximumFilters) = (.max, .max)
        return limits
    }
}
