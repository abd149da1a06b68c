import BoundedCrop
import BoundedCropRendering

/// The options that a command line has.
struct GivenOptions {
    /// Short names. The parser tells nobody which there are.
    static let letters: [Character: String] = ["h": "help", "j": "jobs", "o": "output", "q": "quiet", "r": "recursive", "v": "verbose"]

    /// The words of the command line, with `--flag=true` and `--flag=false` as the parser knows flags.
    private(set) var words: [String] = []
    private(set) var names: Set<String> = []
    /// The last value of each option, by its name. What stands here for a flag is none.
    private(set) var values: [String: String] = [:]
    /// What is wrong with the first option that has one value and is given two; nil if there is none.
    private var repetition: BoundedCropError?

    /// The same words with `--zoom=-1` for `--zoom -1`, which the parser would take for an option without a value, followed by another one, and
    /// with `-j=4` for `-j4`, as make has it.
    static func joiningNegatives(in line: [String]) -> [String] {
        let end = line.firstIndex(of: "--") ?? line.endIndex
        return zip(line.indices, line).reduce(into: []) { words, next in
            let (index, word) = next
            let isNegative = index < end && word.wholeMatch(of: /-[0-9.].*/.dotMatchesNewlines()) != nil
            if isNegative, let name = words.last, name.hasPrefix("--") && !name.contains("=") || ["-j", "-o"].contains(name) {
                words[words.count - 1] = "\(name)=\(word)"
            } else if index < end, word.wholeMatch(of: /-j[0-9]+/) != nil {
                words.append("-j=\(word.dropFirst(2))")
            } else {
                words.append(word)
            }
        }
    }

    /// Throws a usage error for an option that has one value and is given two, of which the parser would take the last.
    static func checkRepetitions(in line: [String]) throws {
        let options = line.dropFirst().prefix { $0 != "--" }.flatMap { names(in: String($0.prefix { $0 != "=" }), [:]) }
        // Finding the options that the command declares takes 2 ms, a tenth of a small crop.
        guard Set(options).count < options.count else { return }
        let given = Self(line.dropFirst(), of: DeclaredOption.all(of: CommandNames.command(of: line)))
        try usage { if let repetition = given.repetition { throw repetition } }
    }

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
            guard let name = found.last else { continue }
            let earlier = values[name]
            values[name] = value ?? line[(index + 1)...].first
            guard let option = options[name], !option.isFlag, !option.isRepeating, let earlier, repetition == nil else { continue }
            repetition = .repeated("--\(name)", earlier, values[name] ?? "")
        }
    }

    /// What a word such as `--size`, `--no-s3-path-style`, `-o` or `-rv` names.
    private static func names(in word: String, _ options: [String: DeclaredOption]) -> [String] {
        guard word.hasPrefix("--") else { return word.hasPrefix("-") ? word.dropFirst().compactMap { letters[$0] } : [] }
        let opposite = word.hasPrefix("--no-") ? String(word.dropFirst(5)) : ""
        return [options[opposite]?.isInvertible == true ? opposite : String(word.dropFirst(2))]
    }
}
