internal import BoundedCrop
internal import BoundedCropRendering

/// Parses the arguments of a filter; every error names the filter and the argument.
struct FilterArguments {
    let call: FilterCall
    let texts: [String]

    /// Throws `invalidFilter` unless the number of arguments is in the range.
    init(_ call: FilterCall, count: ClosedRange<Int> = 1...1) throws {
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

    private func read<Value>(_ index: Int, _ wanted: String, _ make: (String) -> Value?) throws -> Value {
        guard let value = make(texts[index]) else { throw Self.failure(call, "expects \(wanted), not “\(texts[index])”") }
        return value
    }

    func has(_ index: Int) -> Bool { index < texts.count && !texts[index].isEmpty }

    func integer(_ index: Int, in range: ClosedRange<Int>) throws -> Int {
        try read(index, "a whole number from \(range.lowerBound) to \(range.upperBound)") {
            Int($0).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    func number(_ index: Int, in range: ClosedRange<Double>) throws -> Double {
        try read(index, "a number from \(range.lowerBound) to \(range.upperBound)") { Double($0).flatMap { range.contains($0) ? $0 : nil } }
    }

    func flag(_ index: Int) throws -> Bool { try read(index, "true or false", Bool.init(flag:)) }

    /// A raw value of an enumeration.
    func choice<Choice: RawRepresentable & CaseIterable>(_ index: Int) throws -> Choice where Choice.RawValue == String {
        try read(index, "one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))", Choice.init(rawValue:))
    }

    /// A color as CSS has them; the `#` may be missing.
    func color(_ index: Int) throws -> Color {
        try read(index, "a color, such as black, ff8800 or rgba(0,0,0,0.5),", Color.init(abbreviated:))
    }
}

extension FilterArguments {
    func length(_ index: Int) throws -> RenderRequest.Length {
        try read(index, "pixels or percent, such as 12 or 20p") { RenderRequest.Length($0) }
    }

    /// A length that is 0 or above.
    func size(_ index: Int) throws -> RenderRequest.Length {
        let length = try length(index)
        guard length.pixels(along: 1) >= 0 else { throw Self.failure(call, "expects a length of 0 or more, not “\(texts[index])”") }
        return length
    }
}

// Each parses a length or a rectangle, nil for anything else, or writes it.

extension RenderRequest.Length {
    /// `12` or `12.5` pixels, or `20p` percent of a side: from -1000000 to 1000000.
    init?(_ text: some StringProtocol) {
        let isShare = text.hasSuffix("p")
        guard let number = Double(isShare ? String(text.dropLast()) : String(text)), abs(number) <= 1_000_000 else { return nil }
        self = isShare ? .share(number / 100) : .pixels(number)
    }

    /// As filters read it: pixels, or percent with `p`.
    var filterText: String {
        switch self {
        case .pixels(let pixels): ParameterText.exact(pixels)
        case .share(let share): ParameterText.percent(share)
        }
    }

    /// The same as it is read again: percent have four decimals, unless nothing would be left.
    var written: RenderRequest.Length {
        guard case .share(let share) = self, abs(share) >= 1e-6 else { return self }
        return RenderRequest.Length(filterText) ?? self
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

    /// As imagor has coordinates: a share has a point.
    fileprivate var pointText: String {
        switch self {
        case .pixels(let pixels): return ParameterText.text(pixels)
        case .share(let share):
            let text = ParameterText.text(share)
            return text.contains(".") ? text : text + ".0"
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

    /// The arguments of `region`.
    var filterText: String { [x, y, width, height].map(\.filterText).joined(separator: ",") }

    /// The same as it is read again.
    var written: RenderRequest.Region {
        RenderRequest.Region(x: x.written, y: y.written, width: width.written, height: height.written)
    }

    /// The argument of `focal`.
    var focalText: String {
        if let crop = ImageURL.ManualCrop(self) { return crop.text }
        guard case (.share(let x), .share(let y), .share(let width), .share(let height)) = (x, y, width, height) else {
            // A point: the only other form.
            return [x, y].map(\.pointText).joined(separator: ",")
        }
        func text(_ share: Double) -> String { RenderRequest.Length.share(share).pointText }
        return "\(text(x))x\(text(y)):\(text(x + width))x\(text(y + height))"
    }
}
