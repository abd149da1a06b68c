import BoundedCrop

/// The options that a command line has.
struct GivenOptions {
    /// Short names. The parser tells nobody which there are.
    static let letters: [Character: String] = ["h": "help", "j": "jobs", "o": "output", "q": "quiet", "r": "recursive", "v": "verbose"]

    /// The words of the command line, with `--flag=true` and `--flag=false` as the parser knows flags.
    private(set) var words: [String] = []
    private(set) var names: Set<String> = []
    /// The last value of each option, by its name. What stands here for a flag is none.
    private(set) var values: [String: String] = [:]

    init(_ line: ArraySlice<String>, of options: [String: DeclaredOption]) {
        let end = line.firstIndex(of: "--") ?? line.endIndex
        for (index, word) in zip(line.indices, line) {
            // Values that begin with a dash are numbers, and name nothing.
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let found = index < end ? Self.names(in: parts[0], options) : []
            names.formUnion(found)
            let value = parts.count == 2 ? parts[1] : nil
            if let name = found.last, let option = options[name], option.isFlag, let isOn = value.flatMap(Bool.init(flag:)) {
                words += option.words(setting: name, to: isOn != (parts[0] == "--no-\(name)"))
                continue
            }
            words.append(word)
            if let name = found.last { values[name] = value ?? line[(index + 1)...].first }
        }
    }

    /// What a word such as `--size`, `--no-s3-path-style`, `-o` or `-rv` names.
    private static func names(in word: String, _ options: [String: DeclaredOption]) -> [String] {
        guard word.hasPrefix("--") else { return word.hasPrefix("-") ? word.dropFirst().compactMap { letters[$0] } : [] }
        let opposite = word.hasPrefix("--no-") ? String(word.dropFirst(5)) : ""
        return [options[opposite]?.isInvertible == true ? opposite : String(word.dropFirst(2))]
    }
}
