/// The reason why a comparison failed.
struct ComparisonError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}
