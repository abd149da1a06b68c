internal import BoundedCrop

/// A length in a filter: `12` or `12.5` pixels, or `20p` percent of a side.
package enum FilterLength: Hashable, Sendable {
    /// Pixels of the source.
    case pixels(Double)
    /// A share of the side that it is measured along.
    case share(Double)

    /// Parses a length from -1000000 to 1000000; nil for anything else.
    init?(_ text: some StringProtocol) {
        let isShare = text.hasSuffix("p")
        guard let number = Double(isShare ? String(text.dropLast()) : String(text)), abs(number) <= 1_000_000 else { return nil }
        self = isShare ? .share(number / 100) : .pixels(number)
    }

    /// Parses a coordinate as imagor has it: whole pixels, or a share of the side with a point; nil for anything else.
    init?(point text: String) {
        if let pixels = Int(digits: text[...]) {
            self = .pixels(Double(pixels))
        } else if text.contains("."), let share = ParameterText.number(text), (0...1).contains(share) {
            self = .share(share)
        } else {
            return nil
        }
    }

    /// The length in pixels along a side.
    func pixels(along side: Int) -> Double {
        switch self {
        case .pixels(let pixels): pixels
        case .share(let share): share * Double(side)
        }
    }
}

extension FilterArguments {
    func length(_ index: Int) throws -> FilterLength {
        guard let length = FilterLength(texts[index]) else {
            throw Self.failure(call, "expects pixels or percent, such as 12 or 20p, not “\(texts[index])”")
        }
        return length
    }

    /// A length that is 0 or above.
    func size(_ index: Int) throws -> FilterLength {
        let length = try length(index)
        guard length.pixels(along: 1) >= 0 else { throw Self.failure(call, "expects a length of 0 or more, not “\(texts[index])”") }
        return length
    }
}
