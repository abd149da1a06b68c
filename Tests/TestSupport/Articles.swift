import Foundation

/// The DocC catalogs of the libraries, and the Swift examples in their articles.
package enum Articles {
    /// The examples in a module's articles and the steps of its tutorials that are missing from the given test files.
    ///
    /// An example counts as tested if its lines are consecutive in one of the files. Indentation, empty lines and imports are ignored. The
    /// last step of a tutorial is treated as an example; it must contain every line of the earlier steps, in the same order.
    package static func untested(in module: String, by files: [String]) throws -> [String] {
        let tested = try files.map { try lines(of: String(contentsOfFile: $0, encoding: .utf8)) }
        let untested = try examples(in: module).filter { example in
            let wanted = lines(of: example)
            return !tested.contains { lines in lines.indices.contains { lines[$0...].starts(with: wanted) } }
        }
        return try untested + steps(in: module).filter { !$0.isBeginningOfLast }.map(\.text)
    }

    /// The examples in a module's articles, and the last step of each tutorial.
    package static func examples(in module: String) throws -> [String] {
        let articles = try files(in: module).filter { $0.pathExtension == "md" }
        let examples = try articles.flatMap { article in
            try String(contentsOf: article, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
                .map { $0.components(separatedBy: "\n```")[0] }
        }
        return try examples + steps(in: module).filter(\.isLast).map(\.text)
    }

    private struct Step {
        let text: String
        let isLast: Bool
        let isBeginningOfLast: Bool
    }

    /// The steps of all tutorials. The files of one tutorial share the part of their name before the first hyphen and sort in the order of
    /// the steps.
    private static func steps(in module: String) throws -> [Step] {
        let files = try files(in: module).filter { $0.pathExtension == "swift" }
        let tutorials = Dictionary(grouping: files) { $0.lastPathComponent.prefix { $0 != "-" } }
        return try tutorials.values.flatMap { files in
            let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
            let last = lines(of: texts.last ?? "")
            return texts.enumerated().map { index, text in
                var rest = last[...]
                let isBeginning = lines(of: text).allSatisfy { line in
                    guard let place = rest.firstIndex(of: line) else { return false }
                    rest = rest[(place + 1)...]
                    return true
                }
                return Step(text: text, isLast: index == texts.count - 1, isBeginningOfLast: isBeginning)
            }
        }
    }

    private static func files(in module: String) throws -> [URL] {
        let catalog = Fixture.package.appendingPathComponent("Sources/\(module)/\(module).docc")
        return try FileManager.default.subpathsOfDirectory(atPath: catalog.path).sorted().map { catalog.appendingPathComponent($0) }
    }

    private static func lines(of text: String) -> [String] {
        text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("import ") }
    }
}
