/// Why there are no figures.
public struct BenchmarkError: Error, CustomStringConvertible {
    public var description: String

    public init(_ description: String) {
        self.description = description
    }
}
