/// Why there are no figures.
package struct BenchmarkError: Error, CustomStringConvertible {
    package var description: String

    package init(_ description: String) {
        self.description = description
    }
}
