internal import BoundedCrop
import Synchronization

/// A path for outputs with placeholders such as `{name}` for the parts that differ.
struct OutputTemplate: Hashable, Sendable {
    /// The values for the placeholders.
    struct Values: Sendable {
        /// The source's file name without its extension, preceded by its path relative to the requested folder.
        var name: String
        var size: PixelSize
        var aspect: AspectRatio
        var scheme: BoundingScheme
        /// The extension.
        var ending: String
        /// The number or the name of the face, if each has an output.
        var face: String?

        init(name: String, size: PixelSize, aspect: AspectRatio, scheme: BoundingScheme, format: ImageFormat, face: String? = nil) {
            self.init(name: name, size: size, aspect: aspect, scheme: scheme, ending: format.fileExtension, face: face)
        }

        init(name: String, size: PixelSize, aspect: AspectRatio, scheme: BoundingScheme, ending: String, face: String? = nil) {
            self.name = name
            self.size = size
            self.aspect = aspect
            self.scheme = scheme
            self.ending = ending
            self.face = face
        }
    }

    enum Part: Hashable {
        case text(String)
        case placeholder(String)
    }

    /// Those of all outputs. With an output for each face, there is also `{face}`, and of files that are encoded `{hash}`.
    static let placeholders = ["name", "width", "height", "aspect", "scheme", "ext"]
    private static let face = "face"
    private static let digest = "hash"
    /// How many digits of the SHA-256 of an output are in its name.
    static let digestLength = 10
    let parts: [Part]

    init(parts: [Part]) { self.parts = parts }

    /// Throws `invalidArgument` for a placeholder that is unknown or not closed.
    ///
    /// - Parameters:
    ///   - eachFace: Whether each face has an output.
    ///   - hashes: Whether names may have a hash of the output.
    init(_ text: String, eachFace: Bool = false, hashes: Bool = false) throws {
        let placeholders = Self.placeholders + (hashes ? [Self.digest] : []) + (eachFace ? [Self.face] : [])
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
        parts.contains {
            if case .placeholder(let name) = $0 { ["width", "height", "aspect", Self.digest].contains(name) } else { false }
        }
    }

    /// Whether outputs for the faces of one picture have different paths.
    var separatesFaces: Bool { parts.contains(.placeholder(Self.face)) || hasHash }

    /// Whether crops of one picture and aspect in several sizes have different paths.
    var separatesSizes: Bool { parts.contains(.placeholder("width")) || parts.contains(.placeholder("height")) || hasHash }

    /// Whether crops of one picture in several aspects have different paths, whatever their sizes.
    var hasAspect: Bool { parts.contains(.placeholder("aspect")) }

    /// Whether the path tells the size of an output.
    var tellsSize: Bool { parts.contains(.placeholder("width")) && parts.contains(.placeholder("height")) }

    /// Whether paths have a hash of the output, so that they are only known when it is encoded: until then, they have the placeholder.
    var hasHash: Bool { parts.contains(.placeholder(Self.digest)) }

    /// A path of this template with the hash of an output.
    func path(_ path: String, hashing bytes: [UInt8]) -> String {
        guard hasHash else { return path }
        return path.replacing("{\(Self.digest)}", with: Hexadecimal.text(SHA256.hash(of: bytes)).prefix(Self.digestLength))
    }

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
            case .placeholder(Self.face): values.face ?? ""
            case .placeholder(Self.digest): "{\(Self.digest)}"
            case .placeholder: values.ending
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

    /// The same names with any extension instead of that of one format.
    var withAnyEnding: OutputTemplate {
        guard format != nil, case .text(let text)? = parts.last, let dot = text.lastIndex(of: ".") else { return self }
        return OutputTemplate(parts: Array(parts.dropLast()) + [.text(String(text[...dot])), .placeholder("ext")])
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
        case .placeholder(digest):
            let digits = path.prefix(digestLength)
            return digits.count == digestLength && digits.allSatisfy { $0.isHexDigit && !$0.isUppercase } ? after(digits) : []
        case .placeholder("scheme"): return BoundingScheme.allCases.flatMap { after($0.rawValue[...]) }
        case .placeholder: return endings.flatMap { after($0[...]) }
        }
    }
}

/// Tracks which picture each output of a run belongs to, so that no two write the same file.
final class OutputNames: Sendable {
    private struct State {
        /// The first outputs, as bytes, with their pictures: names that look the same may be different files.
        var sources: [[UInt8]: String] = [:]
        /// The fingerprints of all others, with those of their pictures: of a million outputs, the names would take hundreds of megabytes.
        /// That two of a million are the same by chance, so that one is refused, has a probability below one in ten million.
        var others: [UInt64: UInt64] = [:]
        /// The fingerprints of the files that this run has written, and of the real paths of the pictures that it reads.
        var written: Set<UInt64> = []
        var inputs: Set<UInt64> = []
    }

    private let namedCount: Int
    private let isRepeatable: Bool
    private let yields: @Sendable (String, String) -> Bool
    private let state = Mutex(State())

    /// - Parameters:
    ///   - namedCount: How many outputs are remembered with their pictures.
    ///   - isRepeatable: Whether a picture may write its output again, and another one may take the place of a picture that is gone.
    ///   - yields: Whether the first of two pictures gives way to the second as if it were gone.
    init(
        namedCount: Int = 10_000,
        isRepeatable: Bool = false,
        yields: @escaping @Sendable (_ known: String, _ source: String) -> Bool = { _, _ in false }
    ) {
        (self.namedCount, self.isRepeatable, self.yields) = (namedCount, isRepeatable, yields)
    }

    /// Whether the path is an output of this run. Those that turn up in a folder or a listing are no inputs.
    func contains(_ path: String) -> Bool {
        state.withLock { state in
            state.sources[Array(path.utf8)] != nil || !state.others.isEmpty && state.others[Self.fingerprint(path)] != nil
        }
    }

    /// Notes a picture that this run reads. Its file is not replaced. Blocks.
    func read(_ entry: PictureEntry) {
        guard !entry.isObject, !entry.isURL, let real = AtomicFile.realPath(entry.path) else { return }
        state.withLock { _ = $0.inputs.insert(Self.fingerprint(real)) }
    }

    /// Whether a real path is that of a picture that this run reads and has not written.
    func isInput(_ realPath: String) -> Bool { state.withLock { $0.inputs.contains(Self.fingerprint(realPath)) } }

    /// Notes that this run has written a file.
    func wrote(_ path: String) { state.withLock { _ = $0.written.insert(Self.fingerprint(path)) } }

    /// Whether this run has written the file.
    func isWritten(_ path: String) -> Bool { state.withLock { $0.written.contains(Self.fingerprint(path)) } }

    private static func fingerprint(_ path: String) -> UInt64 {
        SHA256.hash(of: path.utf8).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }

    /// Notes an output that is named after what is in it, so that several pictures may have it.
    func share(_ path: String, by source: String) {
        state.withLock { state in
            let key = Array(path.utf8)
            if state.sources[key] != nil || state.sources.count < namedCount {
                state.sources[key] = source
            } else {
                state.others[Self.fingerprint(path)] = Self.fingerprint(source)
            }
        }
    }

    /// Gives up the output of a picture that makes it no more.
    func release(_ path: String, by source: String) {
        state.withLock { state in
            let key = Array(path.utf8)
            if state.sources[key] == source { state.sources[key] = nil }
            let output = Self.fingerprint(path)
            if state.others[output] == Self.fingerprint(source) { state.others[output] = nil }
        }
    }

    /// Throws `fileExists` if another picture has this path.
    func claim(_ path: String, for source: String) throws {
        let other: String? = state.withLock { state in
            let key = Array(path.utf8)
            if let known = state.sources[key],
                !isRepeatable || known != source && !yields(known, source) && AtomicFile.exists(known)
            {
                return known
            }
            if state.sources[key] != nil || state.sources.count < namedCount {
                state.sources[key] = source
                return nil
            }
            let (output, own) = (Self.fingerprint(path), Self.fingerprint(source))
            guard let known = state.others[output] else {
                state.others[output] = own
                return nil
            }
            return isRepeatable && known == own ? nil : "another input"
        }
        if let other {
            // However it is spelled.
            if other == source || AtomicFile.realPath(other).map({ $0 == AtomicFile.realPath(source) }) == true {
                throw BoundedCropError(.fileExists, "\(path) is already made: \(source) is given twice")
            }
            throw BoundedCropError(
                .fileExists,
                "\(path) is already made of \(other): give the inputs different names, or run once for each"
            )
        }
    }
}
