/// The source of a test file, by its members.
struct TestFile {
    /// The declarations of the suite that are not tests: what tests share.
    private var helpers: [String: String] = [:]
    private var tests: [String: String] = [:]

    /// - Parameter source: Formatted Swift: members are indented by four spaces and separated by blank lines.
    init(_ source: String) {
        var member = ""
        var isAfterBlank = true
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            let isMember = line.hasPrefix("    ") && !line.hasPrefix("     ") && !line.hasPrefix("    }")
            if isAfterBlank, isMember || line.hasPrefix("@") || line.hasPrefix("extension") {
                add(member)
                member = ""
            }
            isAfterBlank = line.isEmpty
            member += line + "\n"
        }
        add(member)
    }

    private mutating func add(_ member: String) {
        let isTest = member.contains("@Test")
        for declaration in member.matches(of: /\b(?:func|var|let|struct|class|enum) (\w+)/).prefix(isTest ? .max : 8) {
            if !isTest {
                helpers[String(declaration.1), default: ""] += member
            } else if member.contains("func \(declaration.1)(") {
                tests[String(declaration.1), default: ""] += member
            }
        }
    }

    /// The text of a test with that of everything in the file that it uses, directly or through one other helper; nil if there is no such
    /// test.
    func text(ofTest name: String) -> String? {
        guard var text = tests[name] else { return nil }
        for _ in 0..<2 {
            let words = Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
            text = tests[name, default: ""] + helpers.filter { words.contains($0.key) }.values.joined()
        }
        return text
    }
}
