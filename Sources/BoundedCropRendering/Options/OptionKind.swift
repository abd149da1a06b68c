internal import BoundedCrop

/// How the values of an option are read and written, and what is said of wrong ones.
struct OptionKind<Read: Sendable>: Sendable {
    let value: RequestOption.Value
    /// How a value looks in help.
    let form: String
    let read: @Sendable (String) throws -> Read
    /// Reads JSON that is no text; nil if it is of another kind.
    var plain: @Sendable (JSONNode) throws -> Read? = { _ in nil }
    let write: @Sendable (Read) -> String?
}

extension OptionKind where Read == Bool {
    static let flag = OptionKind(
        value: .flag,
        form: "",
        read: RequestOption.isOn,
        plain: { if case .flag(let isOn) = $0 { isOn } else { nil } },
        write: { $0 ? "true" : nil }
    )
}

extension OptionKind where Read: CaseIterable & RawRepresentable<String> {
    static func choice(of type: Read.Type = Read.self) -> Self {
        let words = Read.allCases.map(\.rawValue)
        return Self(
            value: .choice(words),
            form: words.joined(separator: "|"),
            read: { try RequestOption.parsed(Read(rawValue: $0), $0, words.joined(separator: " or ")) },
            write: \.rawValue
        )
    }
}

extension OptionKind where Read == Double {
    static func share(from least: Double = 0) -> Self {
        @Sendable func checked(_ share: Double?, _ text: String) throws -> Double {
            let whole = share.flatMap { (0...1).contains($0) ? $0 : nil }
            let share = try RequestOption.parsed(whole, text, "a share from 0% to 100%, such as 60% or 0.6")
            return try RequestOption.parsed(share >= least ? share : nil, text, "above 0% and at most 100%")
        }
        return Self(
            value: .share(from: least),
            form: "share",
            read: { try checked(Quantity.share($0), $0) },
            plain: { json in try json.number.map { try checked($0, Decimals.text($0)) } },
            write: { Decimals.text($0) }
        )
    }
}

extension OptionKind where Read == Int {
    /// - Parameter what: What the number is, for errors.
    static func integer(_ what: String, in range: ClosedRange<Int> = 1...(.max)) -> Self {
        let limits = range.upperBound == .max ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
        return whole(.integer(range), form: "n", in: range, "\(what) \(limits)") { Int($0) }
    }

    static let bytes = whole(.bytes, form: "bytes", in: 1...(.max), "a number of bytes, such as 500000, 500kB, 10MB or 1GiB") {
        Quantity.bytes($0)
    }

    /// - Parameters:
    ///   - expected: What the value should be, for errors.
    ///   - parse: Reads a text.
    private static func whole(
        _ value: RequestOption.Value,
        form: String,
        in range: ClosedRange<Int>,
        _ expected: String,
        parse: @escaping @Sendable (String) -> Int?
    ) -> Self {
        @Sendable func checked(_ number: Int?, _ text: String) throws -> Int {
            try RequestOption.parsed(number.flatMap { range.contains($0) ? $0 : nil }, text, expected)
        }
        return Self(
            value: value,
            form: form,
            read: { try checked(parse($0), $0) },
            plain: { if case .integer(let number) = $0 { try checked(number, String(number)) } else { nil } },
            write: { String($0) }
        )
    }
}

extension OptionKind where Read == Color {
    /// - Parameter expected: What the value should be, for errors.
    static func color(_ expected: String = "a color", isOpaque: Bool = false) -> Self {
        Self(
            value: .color(),
            form: "color",
            read: { text in
                let color = Color(abbreviated: text)
                return try RequestOption.parsed(isOpaque && color?.alpha != 1 ? nil : color, text, expected)
            },
            write: \.description
        )
    }
}

extension OptionKind where Read == EdgeFill {
    /// What shows beyond the picture's edges.
    static let edges = OptionKind(
        value: .color(or: [Read.edge, .blur].map(\.description)),
        form: "edge|blur|color",
        read: { text in
            let fill = EdgeFill(text) ?? Color(abbreviated: text).map { .color($0) }
            return try RequestOption.parsed(fill, text, "edge, blur or a color")
        },
        write: \.description
    )
}

extension OptionKind where Read == String {
    static let path = OptionKind(
        value: .text(.path),
        form: "file",
        read: { text in
            let isPath = !text.isEmpty && !text.contains("\0") && !text.hasPrefix("s3://")
            return try RequestOption.parsed(isPath ? text : nil, text, "the path of a file on this machine")
        },
        write: \.self
    )
}

extension OptionKind {
    /// Text of a form.
    static func text(
        _ kind: RequestOption.Form,
        _ form: String,
        pattern: String? = nil,
        read: @escaping @Sendable (String) throws -> Read,
        write: @escaping @Sendable (Read) -> String? = { _ in nil }
    ) -> Self {
        Self(value: .text(kind, pattern: pattern), form: form, read: read, write: write)
    }
}

extension RequestOption {
    /// Whether a flag is on: true without a value.
    @Sendable package static func isOn(_ text: String) throws -> Bool {
        try parsed(text.isEmpty ? true : Bool(flag: text), text, "true or false")
    }

    /// The value that was made of a text. Throws `invalidArgument` if it is nil, with the text and what was expected.
    package static func parsed<Value>(_ value: Value?, _ text: String, _ expected: String) throws -> Value {
        guard let value else { throw wrong(text, expected) }
        return value
    }

    static func wrong(_ text: String, _ expected: String) -> BoundedCropError {
        BoundedCropError(.invalidArgument, "“\(text.prefix(200))” is not \(expected)")
    }
}
