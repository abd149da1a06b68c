internal import BoundedCrop

/// The transformations of a service that URLs name, each a chain of steps.
struct NamedTransformations: Sendable {
    /// What stands before a name in a URL: `t_` or `n-`.
    private let prefix: String
    private var chains: [String: [String]] = [:]

    /// - Parameters:
    ///   - texts: Each is a name, `=` and steps, which may name other transformations.
    ///   - separator: What stands between steps.
    ///   - check: Throws what is wrong with the steps.
    /// - Throws: `invalidSetting`, with the name.
    init(_ texts: [String], prefix: String, separator: Character, check: ([String]) throws -> Void) throws {
        self.prefix = prefix
        for text in texts {
            let parts = text.split(separator: "=", maxSplits: 1).map { $0.trimmingSpaces() }
            let steps = (parts.last ?? "").split(separator: separator).map(String.init)
            // Where colons stand between steps, none can stand in a name.
            let signs = separator == ":" ? "-_" : "-_:"
            let isName = parts.first?.utf8.allSatisfy { CloudinaryComponent.isFileName($0) || signs.utf8.contains($0) } ?? false
            guard parts.count == 2, isName, !steps.isEmpty else {
                throw BoundedCropError(
                    .invalidSetting,
                    "“\(text)” is no named transformation: write a name of letters, digits and “\(signs)”, then “=” and what it stands for"
                )
            }
            guard chains.updateValue(steps, forKey: parts[0]) == nil else {
                throw BoundedCropError(.invalidSetting, "the transformation “\(parts[0])” occurs twice")
            }
        }
        for (name, steps) in chains.sorted(by: { $0.key < $1.key }) {
            do {
                try check(expanded(steps, in: [name]))
            } catch let error as BoundedCropError {
                throw BoundedCropError(.invalidSetting, "the transformation “\(name)”: \(error.message)", underlying: error)
            }
        }
    }

    /// Steps with those of the transformations that they name, which come before the other parameters of their step.
    ///
    /// - Parameter open: The transformations that the steps are part of.
    /// - Throws: `invalidURL` for a name that is not set, or stands for itself, and `limitExceeded` for more steps than any chain needs.
    func expanded(_ steps: [String], in open: [String] = []) throws -> [String] {
        let expanded = try steps.flatMap { step in
            let parameters = step.split(separator: ",", omittingEmptySubsequences: false)
            // Beside a layer, a name is refused where the parameters are read.
            guard !parameters.contains(where: { $0.hasPrefix("l\(prefix.suffix(1))") }) else { return [step] }
            let others = parameters.filter { !$0.hasPrefix(prefix) }
            let chains = try parameters.filter { $0.hasPrefix(prefix) }.map { try chain($0, in: open) }
            return chains.flatMap(\.self) + (others.isEmpty ? [] : [others.joined(separator: ",")])
        }
        try TransformationChain.check(count: expanded.count)
        return expanded
    }

    private func chain(_ parameter: Substring, in open: [String]) throws -> [String] {
        let name = String(parameter.dropFirst(prefix.count))
        guard let chain = chains[name] else {
            throw BoundedCropError(.invalidURL, "“\(parameter.prefix(80))” names no transformation: a setting has them all")
        }
        guard !open.contains(name) else { throw BoundedCropError(.invalidURL, "“\(parameter.prefix(80))” stands for itself") }
        return try expanded(chain, in: open + [name])
    }
}
