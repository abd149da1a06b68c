internal import BoundedCrop

extension OutputTemplate {
    /// The folder or prefix, with its slash at the end, that all outputs have in common; empty for the working folder.
    var folder: String {
        guard case .text(let text)? = parts.first, let slash = text.lastIndex(of: "/") else { return "" }
        return String(text[...slash])
    }

    /// The same names in another folder.
    func moved(to folder: String) -> OutputTemplate {
        var parts = parts
        if case .text(let text)? = parts.first { parts[0] = .text(String(text.dropFirst(self.folder.count))) }
        return OutputTemplate(parts: [.text(folder.hasSuffix("/") ? folder : folder + "/")] + parts)
    }

    /// Whether the part below `folder` has more than the picture's name and an extension that may be its own.
    var hasMoreThanNames: Bool {
        parts.enumerated().contains { index, part in
            switch part {
            case .placeholder(let name): !["name", "ext"].contains(name)
            case .text(let text): !["", "."].contains(index == 0 ? String(text.dropFirst(folder.count)) : text)
            }
        }
    }

    /// The names for which a path may be an output, whatever the other values are. There are none without `{name}`.
    ///
    /// - Parameters:
    ///   - path: The path below `folder`.
    ///   - endings: What `{ext}` stands for.
    func names(matching path: String, endings: [String]) -> [String] {
        var pattern = parts
        if case .text(let text)? = pattern.first { pattern[0] = .text(String(text.dropFirst(folder.count))) }
        return Self.names(pattern[...], path[...], endings, nil)
    }

    /// - Parameter name: What `{name}` stands for, as far as it is known.
    private static func names(_ parts: ArraySlice<Part>, _ path: Substring, _ endings: [String], _ name: Substring?) -> [String] {
        guard let part = parts.first else { return path.isEmpty ? name.map { [String($0)] } ?? [] : [] }
        let rest = parts.dropFirst()
        func after(_ text: Substring?, _ name: Substring? = name) -> [String] {
            guard let text, path.hasPrefix(text) else { return [] }
            return names(rest, path.dropFirst(text.count), endings, name)
        }
        func start(_ belongs: (Character) -> Bool) -> Substring? { path.first.map(belongs) == true ? path.prefix(while: belongs) : nil }
        switch part {
        case .text(let text): return after(text[...])
        case .placeholder("name"):
            if let name { return after(name) }
            return path.indices.flatMap { end in after(path[...end], path[...end]) }
        case .placeholder("width"), .placeholder("height"): return after(start(\.isNumber))
        case .placeholder("aspect"): return after(start { $0.isNumber || $0 == "x" })
        case .placeholder("scheme"): return BoundingScheme.allCases.flatMap { after($0.rawValue[...]) }
        case .placeholder: return endings.flatMap { after($0[...]) }
        }
    }
}
