internal import BoundedCrop

/// One component of transformations: parameters with commas between them, of which the order does not matter.
struct CloudinaryComponent {
    private(set) var parameters: [TransformationParameter]
    /// The parameters that cannot be honored.
    var ignored: [String] = []

    /// Throws `invalidURL` for parameters without a value, and for two with the same name.
    init(_ text: String) throws {
        parameters = text.split(separator: ",", omittingEmptySubsequences: false).map { TransformationParameter($0, separator: "_") }
        var seen: Set<String> = []
        for parameter in parameters {
            guard !parameter.value.isEmpty, Self.isName(parameter.name) else {
                throw BoundedCropError(.invalidURL, "“\(parameter.text.prefix(80))” is not a parameter such as w_200")
            }
            // Effects and flags may be repeated.
            guard seen.insert(parameter.name).inserted || ["e", "fl"].contains(parameter.name) else {
                throw BoundedCropError(.invalidURL, "“\(parameter.name)” is twice in “\(text.prefix(80))”")
            }
        }
    }

    /// The step that the component means. Throws `invalidURL`.
    mutating func step() throws -> TransformationStep {
        if let parameter = parameters.first(where: { Self.refused[$0.name] != nil || $0.name.hasPrefix("$") }) {
            throw parameter.refusal(Self.refused[parameter.name] ?? "there are no variables")
        }
        for parameter in parameters where !Self.honored.contains(parameter.name) { ignored.append(parameter.text) }
        var step = TransformationStep()
        try addGeometry(to: &step)
        try addEffects(to: &step)
        try addLooks(to: &step)
        try addFile(to: &step)
        return step
    }

    subscript(name: String) -> TransformationParameter? { parameters.first { $0.name == name } }

    /// Whether a part of a path is a component of transformations, and not the picture or its folder.
    static func isComponent(_ text: String) -> Bool {
        guard let end = text.firstIndex(of: "_") else { return false }
        let name = text[..<end]
        return name.hasPrefix("$") || honored.contains(String(name)) || refused[String(name)] != nil || others.contains(String(name))
    }

    private static func isName(_ text: String) -> Bool {
        let name = text.hasPrefix("$") ? text.dropFirst() : text[...]
        return !name.isEmpty && name.utf8.count <= 32
            && name.utf8.allSatisfy { byte in
                isLetter(byte) || Int.isDigit(byte)
            }
    }

    static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

    private static let honored: Set = [
        "a", "ar", "b", "bo", "c", "co", "cs", "dpr", "e", "f", "fl", "g", "h", "o", "pg", "q", "r", "w", "x", "y", "z",
    ]
    /// Without these, the picture would be another one.
    private static let refused = [
        "if": "there are no conditions", "l": "there are no layers", "t": "there are no named transformations", "u": "there are no layers",
        "fn": "there are no functions",
    ]
    /// Parameters for other kinds of files, or without an equivalent.
    private static let others: Set = ["ac", "af", "bl", "br", "d", "dl", "dn", "du", "eo", "fps", "ki", "so", "sp", "vc", "vs"]
}
