internal import BoundedCrop

/// The transformations of a service that URLs name, each a chain of steps.
struct NamedTransformations: Sendable {
    /// What stands before a name in a URL: `t_` or `n-`.
    private let prefix: String
    private var chains: [String: [String]] = [:]

    /// - Parameters:
    ///   - texts: Each is a name, `=` and steps.
    ///   - separator: What stands between steps.
    ///   - check: Throws what is wrong with the steps.
    /// - Throws: `invalidSetting`, with the name.
    init(_ texts: [String], prefix: String, separator: Character, check: ([String]) throws -> Void) throws {
        self.prefix = prefix
        for text in texts {
            let parts = text.split(separator: "=", maxSplits: 1).map { $0.trimmingSpaces() }
            let steps = (parts.last ?? "").split(separator: separator).map(String.init)
            guard parts.count == 2, parts[0].utf8.allSatisfy(CloudinaryComponent.isFileName), !steps.isEmpty else {
                throw BoundedCropError(
                    .invalidSetting,
                    "“\(text)” is no named transformation: write a name of letters, digits, “-” and “_”, then “=” and what it stands for"
                )
            }
            do {
                try check(steps)
            } catch let error as BoundedCropError {
                throw BoundedCropError(.invalidSetting, "the transformation “\(parts[0])”: \(error.message)", underlying: error)
            }
            guard chains.updateValue(steps, forKey: parts[0]) == nil else {
                throw BoundedCropError(.invalidSetting, "the transformation “\(parts[0])” occurs twice")
            }
        }
    }

    /// Steps with those of the transformations that they name.
    ///
    /// - Throws: `invalidURL` for a name that is not set, and `limitExceeded` for more steps than any chain needs.
    func expanded(_ steps: [String]) throws -> [String] {
        let expanded = try steps.flatMap { step in
            // Beside other parameters, a name is refused where these are read.
            guard step.hasPrefix(prefix), !step.contains(",") else { return [step] }
            guard let chain = chains[String(step.dropFirst(prefix.count))] else {
                throw BoundedCropError(.invalidURL, "“\(step.prefix(80))” names no transformation: a setting has them all")
            }
            return chain
        }
        try TransformationChain.check(count: expanded.count)
        return expanded
    }
}
