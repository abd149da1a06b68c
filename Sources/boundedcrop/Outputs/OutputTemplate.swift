internal import BoundedCrop

/// A path for outputs with placeholders such as `{name}` for the parts that differ.
struct OutputTemplate: Hashable, Sendable {
    /// The values for the placeholders.
    struct Values: Sendable {
        /// The source's file name without its extension, preceded by its path relative to the requested folder.
        var name: String
        var size: PixelSize
        var aspect: AspectRatio
        var scheme: BoundingScheme
        var format: ImageFormat
        /// The number of the face, if each has an output.
        var face: Int?

        init(name: String, size: PixelSize, aspect: AspectRatio, scheme: BoundingScheme, format: ImageFormat, face: Int? = nil) {
            self.name = name
            self.size = size
            self.aspect = aspect
            self.scheme = scheme
            self.format = format
            self.face = face
        }
    }

    enum Part: Hashable {
        case text(String)
        case placeholder(String)
    }

    /// Those of all outputs. With an output for each face, there is also `{face}`.
    static let placeholders = ["name", "width", "height", "aspect", "scheme", "ext"]
    private static let face = "face"
    let parts: [Part]

    init(parts: [Part]) { self.parts = parts }

    /// Throws `invalidArgument` for a placeholder that is unknown or not closed.
    ///
    /// - Parameter eachFace: Whether each face has an output.
    init(_ text: String, eachFace: Bool = false) throws {
        let placeholders = Self.placeholders + (eachFace ? [Self.face] : [])
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}") else {
                throw BoundedCropError(.invalidArgument, "the output template “\(text)” has a “{” without a “}”")
            }
            let name = String(rest[rest.index(after: open)..<close])
            guard placeholders.contains(name) else {
                guard name != Self.face else {
                    throw BoundedCropError(.invalidArgument, "{face} in an output template is for a crop of each face: use --each-face")
                }
                let known = placeholders.map { "{\($0)}" }.joined(separator: ", ")
                throw BoundedCropError(.invalidArgument, "an output template can contain \(known), not {\(name)}")
            }
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            parts.append(.placeholder(name))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        self.parts = parts
    }

    /// Whether all outputs have the same path.
    var isConstant: Bool {
        parts.allSatisfy { if case .text = $0 { true } else { false } }
    }

    /// Whether crops of one picture in several shapes have different paths.
    var separatesShapes: Bool {
        parts.contains { if case .placeholder(let name) = $0 { ["width", "height", "aspect"].contains(name) } else { false } }
    }

    /// Whether outputs for the faces of one picture have different paths.
    var separatesFaces: Bool { parts.contains(.placeholder(Self.face)) }

    /// Whether crops of one picture and aspect in several sizes have different paths.
    var separatesSizes: Bool { parts.contains(.placeholder("width")) || parts.contains(.placeholder("height")) }

    /// Whether the path tells the size of an output.
    var tellsSize: Bool { parts.contains(.placeholder("width")) && parts.contains(.placeholder("height")) }

    /// Whether outputs in several formats have different paths.
    var hasEnding: Bool { parts.contains(.placeholder("ext")) }

    /// The format of an explicit file name extension.
    var format: ImageFormat? {
        guard case .text(let text) = parts.last else { return nil }
        return ImageFormat(fileName: text).flatMap { $0.isWritable ? $0 : nil }
    }

    func path(for values: Values) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .placeholder("name"): values.name
            case .placeholder("width"): String(values.size.width)
            case .placeholder("height"): String(values.size.height)
            // Some file systems do not allow colons in file names.
            case .placeholder("aspect"): "\(values.aspect.width)x\(values.aspect.height)"
            case .placeholder("scheme"): values.scheme.rawValue
            case .placeholder(Self.face): values.face.map { String($0) } ?? ""
            case .placeholder: values.format.fileExtension
            }
        }.joined()
    }
}

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
        case .placeholder("width"), .placeholder("height"), .placeholder(face): return after(start(\.isNumber))
        case .placeholder("aspect"): return after(start { $0.isNumber || $0 == "x" })
        case .placeholder("scheme"): return BoundingScheme.allCases.flatMap { after($0.rawValue[...]) }
        case .placeholder: return endings.flatMap { after($0[...]) }
        }
    }
}
