internal import BoundedCrop
internal import BoundedCropEffects

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
