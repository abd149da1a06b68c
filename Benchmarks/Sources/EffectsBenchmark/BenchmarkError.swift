/// Why there are no figures.
struct BenchmarkError: Error, CustomStringConvertible {
    var description: String
}
