/// The kinds of features that a crop considers, each with a priority. See `CropRequest.kept`.
public struct KeptKinds: Hashable, Sendable {
    /// The priorities, above 0 and at most 1000, of at least one kind.
    public let priorities: [Feature.Kind: Double]

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
    public func features(of features: [Feature]) -> [Feature] {
        features.compactMap { feature in
            guard let priority = priorities[feature.kind] else { return nil }
            var feature = feature
            feature.priority = priority
            return feature
        }
    }
}
