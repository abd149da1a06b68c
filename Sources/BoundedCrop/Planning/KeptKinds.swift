/// The kinds of features that a crop considers, each with a priority. See `CropRequest.kept`.
public struct KeptKinds: Hashable, Sendable {
    /// The priorities, above 0 and at most 1000, of at least one kind.
    package let priorities: [Feature.Kind: Double]

    private static let mostKinds = 64
    /// With 0, which leaves a kind out.
    static let range = 0...Feature.greatestPriority

    /// Creates kinds with priorities. A priority of 0 leaves its kind out.
    ///
    /// - Throws: `invalidArgument` for a priority that is not 0 to 1000, a name that text cannot say (empty, with a comma or a colon, or
    ///   with spaces at its ends), more than 64 kinds, and if no kind is left.
    public init(_ priorities: [Feature.Kind: Double]) throws {
        try self.init(priorities.map { ($0.key.rawValue, $0.value) }.sorted { $0.0 < $1.0 })
    }

    /// The names and priorities, of which none was checked.
    init(_ kinds: [(name: String, priority: Double)]) throws {
        guard kinds.count <= Self.mostKinds else {
            throw BoundedCropError(.invalidArgument, "\(kinds.count) kinds to keep are more than the limit of \(Self.mostKinds)")
        }
        var priorities: [Feature.Kind: Double] = [:]
        for (name, priority) in kinds {
            let ends = [name.unicodeScalars.first, name.unicodeScalars.last]
            let isSpaced = ends.contains { $0?.properties.isWhitespace ?? true }
            guard !isSpaced, !name.utf8.contains(where: { ",:".utf8.contains($0) }) else {
                throw BoundedCropError(
                    .invalidArgument,
                    "“\(name)” is not the name of a kind to keep: it is not empty, without commas and colons, and without spaces at its ends"
                )
            }
            guard Self.range.contains(priority) else { throw Self.notPriority("\(priority)", of: name) }
            guard priorities.updateValue(priority, forKey: Feature.Kind(rawValue: name)) == nil else {
                throw BoundedCropError(.invalidArgument, "“\(name)” is twice among the kinds to keep")
            }
        }
        self.priorities = priorities.filter { $0.value > 0 }
        guard !self.priorities.isEmpty else {
            throw BoundedCropError(.invalidArgument, "no kinds to keep are left: give at least one a priority above 0")
        }
    }

    static func notPriority(_ text: String, of name: String) -> BoundedCropError {
        BoundedCropError(.invalidArgument, "the priority of “\(name)” is a number from 0 to 1000, not “\(text)”")
    }

    /// The features of these kinds, in their order, each with the priority of its kind instead of its own.
    package func features(of features: [Feature]) -> [Feature] {
        features.compactMap { feature in
            guard let priority = priorities[feature.kind] else { return nil }
            var feature = feature
            feature.priority = priority
            return feature
        }
    }
}

extension KeptKinds {
    /// Creates kinds from text such as `person:1,dog:0.8,face`: names, each with a priority after a colon, or else of priority 1. A priority
    /// of 0 leaves its kind out. Spaces around names and numbers do not matter.
    ///
    /// - Throws: `invalidArgument` for an empty name, a kind that is there twice, a priority that is not a number from 0 to 1000, more than
    ///   64 kinds, and if no kind is left.
    public init(_ text: String) throws {
        try self.init(
            // As bytes: characters would hide a comma before a combining mark.
            text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { entry in
                let parts = entry.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
                    .map { Self.trimmed(Substring($0).unicodeScalars) }
                guard parts.count == 2 else { return (parts[0], 1) }
                guard let priority = Self.number(parts[1]) else { throw Self.notPriority(parts[1], of: parts[0]) }
                return (parts[0], priority)
            }
        )
    }

    /// The kinds as text that can be parsed again: by name, without priorities of 1. Equal kinds have the same text.
    package var text: String {
        priorities.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { kind, priority in priority == 1 ? kind.rawValue : "\(kind.rawValue):\(Self.text(priority))" }
            .joined(separator: ",")
    }

    private static func trimmed(_ text: Substring.UnicodeScalarView) -> String {
        let start = text.drop(while: \.properties.isWhitespace)
        let end = start.lastIndex { !$0.properties.isWhitespace }.map { start.index(after: $0) } ?? start.startIndex
        return String(start[..<end])
    }

    /// All digits of a number; very small ones have an exponent.
    private static func text(_ priority: Double) -> String {
        let text = String(priority)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Nil for numbers out of range, and for other forms than `text` has, such as hexadecimal digits and words.
    private static func number(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || ".e-".utf8.contains($0) }), let number = Double(text) else { return nil }
        return range.contains(number) ? number : nil
    }
}

extension KeptKinds: Codable {
    /// Decodes kinds from their text.
    ///
    /// - Throws: `DecodingError` for anything else, and for text that is not possible.
    public init(from decoder: any Decoder) throws {
        do {
            try self.init(String(from: decoder))
        } catch let error as BoundedCropError {
            throw DecodingError(error, at: decoder.codingPath)
        }
    }

    /// Encodes the kinds as their text.
    public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
