import ArgumentParser

/// An option that a command declares, as far as a file of options needs to know it.
struct DeclaredOption {
    /// The section of the command's help.
    let section: String
    var isFlag = false
    /// Whether `--no-NAME` says the opposite.
    var isInvertible = false
    var isRepeating = false

    /// All of a command by their long names, such as `max-bytes`, found as the parser finds them.
    static func all(of type: any ParsableArguments.Type, in section: String = "") -> [String: DeclaredOption] {
        Mirror(reflecting: type.init()).children.reduce(into: [:]) { all, child in
            // Property wrappers are stored with an underscore.
            let name = String(child.label?.drop { $0 == "_" } ?? "").hyphenated
            switch child.value {
            case let group as any Group:
                all.merge(Self.all(of: group.type, in: group.title.isEmpty ? section : group.title)) { first, _ in first }
            case is Flag<Bool>: all[name] = DeclaredOption(section: section, isFlag: true)
            case is Flag<Bool?>: all[name] = DeclaredOption(section: section, isFlag: true, isInvertible: true)
            case is any Repeating: all[name] = DeclaredOption(section: section, isRepeating: true)
            case is any Single: all[name] = DeclaredOption(section: section)
            default: break
            }
        }
    }

    /// The words that set it as a flag; none if there is nothing to say.
    func words(setting name: String, to isOn: Bool) -> [String] { isOn ? ["--\(name)"] : isInvertible ? ["--no-\(name)"] : [] }
}

private protocol Group {
    var title: String { get }
    var type: any ParsableArguments.Type { get }
}

extension OptionGroup: Group {
    fileprivate var type: any ParsableArguments.Type { Value.self }
}

private protocol Single {}
extension Option: Single {}

private protocol Repeating {}
extension Option: Repeating where Value: ExpressibleByArrayLiteral {}

extension String {
    /// The name of a property as that of an option: `maxBytes` is `max-bytes`, and `srcsetURL` is `srcset-url`.
    var hyphenated: String {
        zip("-" + self, self).map { $1.isUppercase && !$0.isUppercase ? "-\($1)" : "\($1)" }.joined().lowercased()
    }
}
