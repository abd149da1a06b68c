/// The part of swift-http-types that the linked files use: one value for each name.
public struct HTTPFields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private var values: [HTTPField.Name: String]

    /// Creates fields from names and values.
    public init(dictionaryLiteral elements: (HTTPField.Name, String)...) {
        values = Dictionary(elements) { $1 }
    }

    /// The value of a name.
    public subscript(name: HTTPField.Name) -> String? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// All values.
    public var all: [String] { Array(values.values) }
}

/// A field of a header.
public enum HTTPField {
    /// The name of a field.
    public struct Name: Hashable, Sendable {
        private let text: String

        /// `Vary`.
        public static let vary = Name(text: "vary")
        /// `Link`.
        public static let link = Name(text: "link")
    }
}
