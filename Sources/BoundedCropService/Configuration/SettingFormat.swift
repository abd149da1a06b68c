internal import BoundedCrop

/// How the value of a setting is written as text.
struct SettingFormat<Value: Sendable>: Sendable {
    /// What stands for a value in help; nil if it is true or false.
    let placeholder: String?
    /// The valid texts, for error messages: `true or false`.
    let expected: String
    /// The value of a text; nil for an invalid one.
    let value: @Sendable (String) throws -> Value?
    /// The text of a value.
    let text: @Sendable (Value) -> String

    init(
        _ placeholder: String?,
        expected: String = "",
        value: @escaping @Sendable (String) throws -> Value?,
        text: @escaping @Sendable (Value) -> String
    ) {
        (self.placeholder, self.expected, self.value, self.text) = (placeholder, expected, value, text)
    }

    /// A value that may be missing, which is the empty text.
    static func optional<Wrapped>(_ format: SettingFormat<Wrapped>) -> Self where Value == Wrapped? {
        Self(format.placeholder, expected: format.expected) {
            $0.isEmpty ? .some(nil) : try format.value($0).map { .some($0) }
        } text: {
            $0.map(format.text) ?? ""
        }
    }
}

extension SettingFormat where Value: CaseIterable & RawRepresentable<String> {
    /// One of the cases, by its name.
    static var choice: Self {
        let names = Value.allCases.map(\.rawValue)
        return Self(names.joined(separator: "|"), expected: names.joined(separator: " or ")) {
            Value(rawValue: $0)
        } text: {
            $0.rawValue
        }
    }
}

extension SettingFormat<String> {
    static func text(_ placeholder: String) -> Self {
        Self(placeholder) {
            $0
        } text: {
            $0
        }
    }
}

extension SettingFormat<String> {
    /// The name of a built-in detector, or an expression with several.
    static var detector: Self {
        Self("name", expected: "yunet, haar or yunet+haar") {
            (try? BuiltInDetectors.named($0)) == nil ? nil : $0
        } text: {
            $0
        }
    }
}

extension SettingFormat<Bool> {
    static var flag: Self {
        Self(nil, expected: "true or false") {
            Bool(flag: $0)
        } text: {
            String($0)
        }
    }
}

extension SettingFormat<Int> {
    static func number(_ range: ClosedRange<Int>) -> Self {
        Self("n", expected: "a number from \(range.lowerBound) to \(range.upperBound)") {
            Int($0).flatMap { range.contains($0) ? $0 : nil }
        } text: {
            String($0)
        }
    }
}

extension SettingFormat<Int> {
    /// A number of bytes, also with a unit.
    static func bytes(_ range: ClosedRange<Int>) -> Self {
        quantity("bytes", range, "bytes", "500000, 500kB, 256MB or 1GiB") { Quantity.bytes($0) }
    }

    /// A number of pixels, also with a unit.
    static func pixels(_ range: ClosedRange<Int>) -> Self {
        quantity("n", range, "pixels", "50000000, 50M or 50MP") { Quantity.count($0) }
    }

    /// A whole number of seconds, also with a unit.
    static func seconds(_ range: ClosedRange<Int>) -> Self {
        quantity("seconds", range, "seconds", "90, 90s, 10min, 12h or 30d") { text in
            Quantity.seconds(text).flatMap { Int(exactly: $0) }
        }
    }

    private static func quantity(
        _ placeholder: String,
        _ range: ClosedRange<Int>,
        _ unit: String,
        _ examples: String,
        _ value: @escaping @Sendable (String) -> Int?
    ) -> Self {
        let most = range.upperBound == .max ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
        return Self(placeholder, expected: "\(most) \(unit), written as \(examples)") {
            value($0).flatMap { range.contains($0) ? $0 : nil }
        } text: {
            String($0)
        }
    }
}

extension SettingFormat<Duration> {
    static var seconds: Self {
        Self("seconds", expected: "0.001 to 86400 seconds, written as 2.5, 30s, 250ms or 2min") {
            Quantity.seconds($0).flatMap { (0.001...86_400).contains($0) ? .seconds($0) : nil }
        } text: {
            let (seconds, attoseconds) = $0.components
            return attoseconds == 0 ? String(seconds) : String(Double(seconds) + Double(attoseconds) * 1e-18)
        }
    }
}
