/// How many faces were found that have an attribute in common, such as an occlusion or a pose.
package struct AttributeScores: Sendable {
    /// The faces with one value of an attribute.
    package struct Row: Sendable {
        /// Such as `occlusion`.
        package let attribute: String
        /// Such as `2`.
        package let value: String
        /// Of the faces of at least 5% of the long side, how many were found.
        package fileprivate(set) var large = DetectionScore.Share()
        /// Of those from 2% to less than 5%.
        package fileprivate(set) var small = DetectionScore.Share()
    }

    private var values: [String: [String: Row]] = [:]

    /// What has more values is a measure, not a class.
    private static let mostValues = 10

    /// Counts a face.
    /// - Parameter share: Its height as a share of the long side.
    mutating func add(_ attributes: [String: String], share: Double, isFound: Bool) {
        guard share >= 0.02 else { return }
        let size = share >= DetectionScore.tinyShare ? \Row.large : \.small
        for (attribute, value) in attributes {
            values[attribute, default: [:]][value, default: Row(attribute: attribute, value: value)][keyPath: size].add(isFound)
        }
    }

    /// The attributes and their values in alphabetical order, without attributes that tell nothing: those of which all faces have one value,
    /// and those of which they have more than ten.
    package var rows: [Row] {
        values.filter { 2...Self.mostValues ~= $0.value.count }.sorted { $0.key < $1.key }
            .flatMap { $0.value.sorted { $0.key < $1.key }.map(\.value) }
    }
}
