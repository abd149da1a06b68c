internal import BoundedCrop
internal import BoundedCropRendering

/// Parses the arguments of a filter; every error names the filter and the argument.
struct FilterArguments {
    let call: FilterCall
    let texts: [String]

    /// Throws `invalidFilter` unless the number of arguments is in the range.
    init(_ call: FilterCall, count: ClosedRange<Int>) throws {
        self.call = call
        texts = call.arguments
        guard count.contains(texts.count) else {
            let wanted = count.count == 1 ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
            throw Self.failure(call, "takes \(wanted) arguments, not \(texts.count)")
        }
    }

    static func failure(_ call: FilterCall, _ complaint: String) -> BoundedCropError {
        BoundedCropError(.invalidFilter, "the filter \(call) \(complaint)")
    }

    private func wrong(_ index: Int, _ wanted: String) -> BoundedCropError {
        Self.failure(call, "expects \(wanted), not “\(texts[index])”")
    }

    func has(_ index: Int) -> Bool { index < texts.count && !texts[index].isEmpty }

    func integer(_ index: Int, in range: ClosedRange<Int>) throws -> Int {
        guard let number = Int(texts[index]), range.contains(number) else {
            throw wrong(index, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func number(_ index: Int, in range: ClosedRange<Double>) throws -> Double {
        guard let number = Double(texts[index]), range.contains(number) else {
            throw wrong(index, "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func flag(_ index: Int) throws -> Bool {
        guard let flag = Bool(flag: texts[index]) else { throw wrong(index, "true or false") }
        return flag
    }

    /// A raw value of an enumeration.
    func choice<Choice: RawRepresentable & CaseIterable>(_ index: Int) throws -> Choice where Choice.RawValue == String {
        guard let choice = Choice(rawValue: texts[index]) else {
            throw wrong(index, "one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return choice
    }

    /// A color as CSS has them; the `#` may be missing.
    func color(_ index: Int) throws -> Color {
        guard let color = Color(abbreviated: texts[index]) else {
            throw wrong(index, "a color, such as black, ff8800 or rgba(0,0,0,0.5),")
        }
        return color
    }

    /// Red, green and blue, 0...255, from three arguments.
    func levels(from index: Int) throws -> Color {
        let levels = try (index..<index + 3).map { Double(try integer($0, in: 0...255)) / 255 }
        return Color(red: levels[0], green: levels[1], blue: levels[2])
    }
}

extension FilterArguments {
    func length(_ index: Int) throws -> RenderRequest.Length {
        guard let length = RenderRequest.Length(texts[index]) else {
            throw Self.failure(call, "expects pixels or percent, such as 12 or 20p, not “\(texts[index])”")
        }
        return length
    }

    /// A length that is 0 or above.
    func size(_ index: Int) throws -> RenderRequest.Length {
        let length = try length(index)
        guard length.pixels(along: 1) >= 0 else { throw Self.failure(call, "expects a length of 0 or more, not “\(texts[index])”") }
        return length
    }
}

// Each parses a length or a rectangle: nil for anything else.

extension RenderRequest.Length {
    /// `12` or `12.5` pixels, or `20p` percent of a side: from -1000000 to 1000000.
    init?(_ text: some StringProtocol) {
        let isShare = text.hasSuffix("p")
        guard let number = Double(isShare ? String(text.dropLast()) : String(text)), abs(number) <= 1_000_000 else { return nil }
        self = isShare ? .share(number / 100) : .pixels(number)
    }

    /// A coordinate as imagor has it: whole pixels, or a share of the side with a point.
    init?(point text: String) {
        if let pixels = Int(digits: text[...]) {
            self = .pixels(Double(pixels))
        } else if text.contains("."), let share = ParameterText.number(text), (0...1).contains(share) {
            self = .share(share)
        } else {
            return nil
        }
    }
}

extension RenderRequest.Region {
    /// A rectangle by its edges as shares of the sides, as imagor has it: `0.1x0.2:0.9x0.8`.
    init?(shares text: some StringProtocol) {
        let corners = text.split(separator: ":", omittingEmptySubsequences: false)
        let texts = corners.flatMap { $0.split(separator: "x", omittingEmptySubsequences: false) }
        let edges = texts.compactMap { ParameterText.number($0) }
        guard corners.count == 2, edges.count == 4, texts.count == 4, text.contains("."), edges.allSatisfy((0...1).contains),
            edges[0] < edges[2], edges[1] < edges[3]
        else { return nil }
        self.init(x: .share(edges[0]), y: .share(edges[1]), width: .share(edges[2] - edges[0]), height: .share(edges[3] - edges[1]))
    }
}
