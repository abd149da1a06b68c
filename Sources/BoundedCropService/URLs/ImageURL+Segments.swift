internal import BoundedCrop

// Each parses one part of a URL: nil if the text is something else, an error if its values are invalid.

extension ImageURL.Trim {
    init?(segment: Substring) throws {
        var parts = segment.split(separator: ":", omittingEmptySubsequences: false)[...]
        guard parts.popFirst() == "trim", parts.count <= 3 else { return nil }
        self.init()
        if parts.count > 1, parts.last.map(String.init) == Measure.channels.rawValue {
            measure = .channels
            parts.removeLast()
        }
        guard parts.count <= 2 else { return nil }
        if let corner = parts.first.flatMap({ Corner(rawValue: String($0)) }) {
            self.corner = corner
            parts.removeFirst()
        } else if let color = parts.first.flatMap(Self.color) {
            self.color = color
            parts.removeFirst()
        } else if parts.first == "", parts.count == 2 {
            // libthumbor writes an empty corner for the default.
            parts.removeFirst()
        }
        guard let text = parts.popFirst() else {
            guard measure == .distance else { throw Self.failure(segment) }
            return
        }
        guard parts.isEmpty, let tolerance = Int(digits: text), tolerance <= Self.largestTolerance else {
            throw Self.failure(segment)
        }
        self.tolerance = tolerance
    }

    private static func failure(_ segment: Substring) -> BoundedCropError {
        BoundedCropError(
            .invalidURL,
            "“\(segment)” is not trim, trim:top-left, trim:bottom-right or trim:COLOR with a tolerance of 0 to \(largestTolerance)"
        )
    }

    /// The color of six hexadecimal digits; nil for other texts, such as a tolerance, which has at most three.
    static func color(_ digits: some StringProtocol) -> Color? {
        let isHexadecimal = digits.utf8.allSatisfy { Int.isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0 | 0x20) }
        return isHexadecimal && digits.utf8.count == 6 ? Color("#\(digits)") : nil
    }

    /// The distance from black to white: the root of 3 * 255 * 255, rounded up.
    private static let largestTolerance = 442
}

extension ImageURL.ManualCrop {
    init?(segment: Substring) throws {
        let corners = segment.split(separator: ":", omittingEmptySubsequences: false)
        let texts = corners.flatMap { $0.split(separator: "x", omittingEmptySubsequences: false) }
        guard corners.count == 2, texts.count == 4, texts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Int.isDigit) }) else { return nil }
        let edges = texts.compactMap { Int(digits: $0) }
        guard edges.count == 4 else { throw BoundedCropError(.invalidURL, "“\(segment)” has numbers beyond any picture") }
        self.init(left: edges[0], top: edges[1], right: edges[2], bottom: edges[3])
        // Clients write all zeros for no crop.
        guard left < right && top < bottom || edges == [0, 0, 0, 0] else {
            throw BoundedCropError(.invalidURL, "“\(segment)” is an empty crop: the form is LEFTxTOP:RIGHTxBOTTOM")
        }
    }
}

extension ImageURL.FitIn {
    init?(segment: Substring) {
        guard segment.hasSuffix("fit-in") else { return nil }
        switch segment.dropLast("fit-in".count) {
        case "": self.init()
        case "adaptive-": self.init(isAdaptive: true)
        case "full-": self.init(isFull: true)
        case "adaptive-full-": self.init(isAdaptive: true, isFull: true)
        default: return nil
        }
    }
}

extension ImageURL.Dimensions {
    init?(segment: Substring) throws {
        let sides = segment.split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2 else { return nil }
        guard let width = try Self.side(sides[0], in: segment), let height = try Self.side(sides[1], in: segment) else { return nil }
        self.init(
            width: width,
            height: height,
            flipsHorizontally: sides[0].hasPrefix("-"),
            flipsVertically: sides[1].hasPrefix("-")
        )
    }

    private static func side(_ text: Substring, in segment: Substring) throws -> ImageURL.Dimension? {
        let text = text.hasPrefix("-") ? text.dropFirst() : text
        if text == "orig" { return .original }
        guard text.utf8.allSatisfy(Int.isDigit) else { return nil }
        if text.isEmpty { return .proportional }
        guard let pixels = Int(digits: text), pixels <= 65_535 else {
            throw BoundedCropError(.invalidURL, "“\(segment)” is not possible: sides must be 0 to 65535 pixels")
        }
        return pixels == 0 ? .proportional : .pixels(pixels)
    }
}

extension Int {
    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Only digits, up to a billion.
    init?(digits text: Substring) {
        guard !text.isEmpty, text.utf8.allSatisfy(Self.isDigit), let number = Int(text), number <= 1_000_000_000 else { return nil }
        self = number
    }
}
