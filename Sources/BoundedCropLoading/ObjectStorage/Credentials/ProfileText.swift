internal import BoundedCrop

/// The format of the files that Amazon's tools share: sections in brackets, settings, and settings of settings further in.
enum ProfileText {
    /// The settings by section. Nested ones are named as in `s3.addressing_style`.
    /// - Throws: `invalidArgument` with the number of the line, but nothing of its text, which may be a secret.
    static func sections(of bytes: [UInt8]) throws -> [String: [String: String]] {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw BoundedCropError(.invalidArgument, "it is not UTF-8") }
        var sections: [String: [String: String]] = [:]
        var section: String?
        var outer: String?
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = line.trimmingSpaces()
            if words.isEmpty || words.hasPrefix("#") || words.hasPrefix(";") { continue }
            if words.hasPrefix("[") {
                guard let end = words.firstIndex(of: "]") else { throw wrong(index, "has no closing bracket") }
                let name = name(words[words.index(after: words.startIndex)..<end])
                (section, outer) = (name, nil)
                sections[name, default: [:]].merge([:]) { $1 }
                continue
            }
            guard let section else { throw wrong(index, "is before the first profile") }
            guard let equals = words.firstIndex(of: "=") else {
                throw wrong(index, "is neither a profile nor a setting with an equals sign")
            }
            let key = words[..<equals].trimmingSpaces().lowercased()
            let value = words[words.index(after: equals)...].trimmingSpaces()
            if line.first?.isWhitespace == true, let outer {
                sections[section]?["\(outer).\(key)"] = value
            } else {
                outer = value.isEmpty ? key : nil
                sections[section]?[key] = value
            }
        }
        return sections
    }

    /// With single spaces and without quotation marks: `[profile "a"]` is `[profile a]`.
    private static func name(_ text: Substring) -> String {
        text.filter { $0 != "\"" && $0 != "'" }.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func wrong(_ index: Int, _ what: String) -> BoundedCropError {
        BoundedCropError(.invalidArgument, "line \(index + 1) \(what)")
    }
}
