internal import BoundedCrop

/// One step of transformations: parameters with commas between them, of which the order does not matter.
struct ImageKitStep {
    private let parameters: [TransformationParameter]
    /// The parameters that cannot be honored.
    var ignored: [String] = []

    /// Throws `invalidURL` for texts that are no parameters, and for two with the same name.
    init(_ text: String) throws {
        parameters = text.split(separator: ",", omittingEmptySubsequences: false).map { TransformationParameter($0, separator: "-") }
        var seen: Set<String> = []
        for parameter in parameters {
            let isName = !parameter.name.isEmpty && parameter.name.utf8.allSatisfy(CloudinaryComponent.isLetter)
            guard isName, !parameter.value.isEmpty else {
                throw BoundedCropError(.invalidURL, "“\(parameter.text.prefix(80))” is not a parameter such as w-200")
            }
            // Effects may be repeated.
            guard parameter.name == "e" || seen.insert(parameter.name).inserted else {
                throw BoundedCropError(.invalidURL, "“\(parameter.name)” is twice in “\(text.prefix(80))”")
            }
        }
    }

    subscript(name: String) -> TransformationParameter? { parameters.first { $0.name == name } }

    /// The effects: the texts behind `e-`.
    var effects: [TransformationParameter] { parameters.filter { $0.name == "e" } }

    /// The steps that it means: one, or two where a cut comes before a ground. Throws `invalidURL`.
    mutating func steps() throws -> [TransformationStep] {
        if let parameter = parameters.first(where: { Self.refused[$0.name] != nil }) {
            throw parameter.refusal(Self.refused[parameter.name] ?? "")
        }
        for parameter in parameters where !Self.honored.contains(parameter.name) { ignored.append(parameter.text) }
        var steps = try geometry()
        var last = steps.removeLast()
        try addEffects(to: &last)
        try addLooks(to: &last)
        try addFile(to: &last)
        if let trim = self["t"] { try addTrim(trim, to: &last, isFirst: steps.isEmpty) }
        return steps + [last]
    }

    private func addTrim(_ trim: TransformationParameter, to step: inout TransformationStep, isFirst: Bool) throws {
        guard trim.value != "false" else { return }
        // With true, ImageKit's example loses less than with 15 and more than with 5.
        let percent = trim.value == "true" ? 10 : try trim.integer(in: 1...99)
        guard isFirst else { throw trim.refusal("with cm-pad_extract it must be a step of its own, before") }
        step.url.trim = .init(tolerance: CloudinaryComponent.tolerance(percent: percent))
    }

    private static let honored: Set = [
        "w", "h", "ar", "c", "cm", "fo", "x", "y", "xc", "yc", "z", "dpr", "bg", "b", "bl", "r", "rt", "fl", "e", "o", "t", "q", "f",
        "orig", "pr",
        "lo", "cp", "md", "pg",
    ]
    /// Without these, the picture would be another one.
    private static let refused = [
        "l": "there are no layers", "n": "there are no named transformations", "if": "there are no conditions", "raw": "there is no raw",
    ]
}
