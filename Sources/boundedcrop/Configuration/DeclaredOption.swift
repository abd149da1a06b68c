import ArgumentParser

/// An option that a command declares, as far as a file of options needs to know it.
struct DeclaredOption {
    /// The section of the command's help.
    let section: String
    var isFlag = false
    /// Whether `--no-NAME` says the opposite.
    var isInvertible = false
    var isRepeating = false

    /// All of a command by their long names, such as `max-bytes`.
    static func all(of type: any ParsableArguments.Type, in section: String = "") -> [String: DeclaredOption] {
        // As the parser finds them.
        Mirror(reflecting: type.init()).children.reduce(into: [:]) { all, child in
            guard let declaration = child.value as? any Declaration, let label = child.label?.dropFirst() else { return }
            all.merge(declaration.options(named: String(label).hyphenated, in: section)) { first, _ in first }
        }
    }

    /// The words that set it as a flag; none if there is nothing to say.
    func words(setting name: String, to isOn: Bool) -> [String] { isOn ? ["--\(name)"] : isInvertible ? ["--no-\(name)"] : [] }
}

/// What the parser wraps a property with.
private protocol Declaration {
    func options(named name: String, in section: String) -> [String: DeclaredOption]
}

extension OptionGroup: Declaration {
    fileprivate func options(named name: String, in section: String) -> [String: DeclaredOption] {
        DeclaredOption.all(of: Value.self, in: title.isEmpty ? section : title)
    }
}

extension Option: Declaration {
    fileprivate func options(named name: String, in section: String) -> [String: DeclaredOption] {
        [name: DeclaredOption(section: section, isRepeating: Value.self is any ExpressibleByArrayLiteral.Type)]
    }
}

extension Flag: Declaration {
    fileprivate func options(named name: String, in section: String) -> [String: DeclaredOption] {
        [name: DeclaredOption(section: section, isFlag: true, isInvertible: Value.self is Bool?.Type)]
    }
}

extension String {
    /// The name of a property as that of an option: `maxBytes` is `max-bytes`, and `srcsetURL` is `srcset-url`.
    var hyphenated: String {
        zip("-" + self, self).map { $1.isUppercase && !$0.isUppercase ? "-\($1)" : "\($1)" }.joined().lowercased()
    }
}
