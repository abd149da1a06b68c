import BoundedCrop

/// The options that a command line has.
struct GivenOptions {
    /// The words of the command line, with `--flag=true` and `--flag=false` as the parser knows flags.
    private(set) var words: [String] = []
    /// The canonical names of options and flags.
    private(set) var names: Set<String> = []
    /// The last value of each option, by its name.
    private(set) var values: [String: String] = [:]

    init(_ line: some Collection<String>, of options: CommandOptions) {
        var rest = Array(line)[...]
        while let word = rest.popFirst() {
            guard word != "--" else {
                words += [word] + rest
                return
            }
            guard word.hasPrefix("-"), word != "-" else {
                words.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let value = parts.count == 2 ? parts[1] : nil
            let found = Self.options(in: parts[0], options)
            found.forEach { names.insert(options.canonical($0.name)) }
            if let (name, option) = found.last, option.isFlag, let isOn = value.flatMap(Bool.init(flag:)) {
                words += options.argument(setting: name, to: isOn).map { [$0] } ?? []
                continue
            }
            words.append(word)
            guard let (name, option) = found.last, !option.isFlag else { continue }
            if let value {
                values[name] = value
            } else if let next = rest.first, option.takesAnyWord || next == "-" || !next.hasPrefix("-") {
                values[name] = next
                words.append(rest.removeFirst())
            }
        }
    }

    /// What a word such as `--size`, `-o` or `-rv` names.
    private static func options(in word: String, _ options: CommandOptions) -> [(name: String, option: CommandOptions.Option)] {
        let found = word.hasPrefix("--") ? [options[String(word.dropFirst(2))]] : word.dropFirst().map { options[letter: $0] }
        let name = word.hasPrefix("--") ? String(word.dropFirst(2)) : nil
        return found.compactMap { option in option.flatMap { option in (name ?? option.longName).map { ($0, option) } } }
    }
}
