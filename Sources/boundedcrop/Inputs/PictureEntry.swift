internal import BoundedCrop
internal import FoundationEssentials

/// One picture to read.
struct PictureEntry: Hashable, Sendable {
    /// The path to read, `-` for standard input, the URL to load, or the location of an object.
    let path: String
    /// The path relative to the requested folder, without the extension; for a picture given by itself only its name.
    let name: String
    /// Whether the picture was found in a folder or a listing, not named itself.
    let isFound: Bool
    /// The folder that it must lie in, also if somebody replaces it by a link after it was found; nil for anywhere.
    private(set) var folder: String?
    /// When an output that is there is made again, if it is to be renewed at all.
    private(set) var renewal = Renewal.ifModified

    enum Renewal {
        /// If the picture's content was modified later, as make would.
        case ifModified
        /// If the content or the name of the picture was changed at the same time or later.
        case ifChanged
        case always
    }

    /// Whether both are the same picture, by the bytes of its path: two files may have names that are equal as text.
    static func == (one: PictureEntry, other: PictureEntry) -> Bool {
        ExactPath(one.path) == ExactPath(other.path) && one.name == other.name && one.isFound == other.isFound && one.folder == other.folder
            && one.renewal == other.renewal
    }

    func hash(into hasher: inout Hasher) { hasher.combine(ExactPath(path)) }

    /// The same picture, whose outputs are renewed in another case.
    func renewed(_ renewal: Renewal) -> PictureEntry {
        var entry = self
        entry.renewal = renewal
        return entry
    }

    /// An input that names one picture.
    init(input: String) {
        (path, isFound) = (input, false)
        let kind = PictureInput(input)
        let name = kind == .standardInput ? "stdin" : Self.withoutEnding(Self.fileName(of: input, kind))
        self.name = name.isEmpty && (kind == .url || kind == .object) ? "picture" : name
    }

    /// A file in a folder.
    /// - Parameters:
    ///   - relativePath: The path below the requested folder.
    ///   - folder: The requested folder, if nothing outside of it is read.
    init(file path: String, relativePath: String, in folder: String? = nil) {
        (self.path, isFound, self.folder) = (path, true, folder)
        let slash = relativePath.lastIndex(of: "/").map(relativePath.index(after:)) ?? relativePath.startIndex
        name = relativePath[..<slash] + Self.withoutEnding(relativePath[slash...])
    }

    /// An object below a prefix.
    /// - Parameter relativeKey: The rest of its key.
    init(object location: String, relativeKey: some Collection<UInt8>) {
        (path, isFound) = (location, true)
        let parts = relativeKey.split(separator: Self.slash).map { Self.safe(Array($0)) }
        name = parts.dropLast().map { $0 + "/" }.joined() + Self.withoutEnding(parts.last ?? "")
    }

    /// Whether the entry is a URL to load.
    var isURL: Bool { PictureInput(path) == .url }
    /// Whether the entry is an object in a bucket.
    var isObject: Bool { ObjectStorage.isLocation(path) }
    /// The last path component, without a URL's query.
    var fileName: String { Self.fileName(of: path, PictureInput(path)) }

    /// Why this is left out after an error in reading it; nil if the error is a failure. A file that was found in a folder and is no picture
    /// is left out. Blocks.
    func reasonToLeaveOut(_ error: BoundedCropError) -> String? {
        error.code == .unsupportedFormat && isFound && !isObject && !FolderWalk.isPicture(path) ? error.message : nil
    }

    private static let slash = UInt8(ascii: "/")

    private static func fileName(of path: String, _ kind: PictureInput) -> String {
        switch kind {
        case .standardInput, .file, .folder: return path.split(separator: "/").last.map(String.init) ?? path
        case .object, .objects: return safe(path.utf8.split(separator: slash).dropFirst(2).last.map { Array($0) } ?? [])
        case .url:
            guard !path.lowercased().hasPrefix("data:") else { return "" }
            let path = path.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").dropFirst(2).last ?? ""
            return safe(PercentEncoding.decodedBytes(path))
        }
    }

    /// A name that somebody else chose. As the name of a file, it must not lead to another folder.
    static func safe(_ bytes: [UInt8]) -> String {
        let bytes = bytes.map { byte in byte < 32 || byte == slash || byte == 127 ? UInt8(ascii: "-") : byte }
        return String(decoding: bytes.drop { $0 == UInt8(ascii: ".") }, as: UTF8.self)
    }

    private static func withoutEnding(_ name: some StringProtocol) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return String(name) }
        return String(name[..<dot])
    }
}

/// What an input of the command line is.
enum PictureInput {
    case standardInput, file, folder, url, object
    /// The objects of a bucket, or those below a prefix that ends with a slash.
    case objects

    init(_ text: String) {
        if text == "-" {
            self = .standardInput
        } else if ObjectStorage.isLocation(text) {
            self = ObjectStorage.isFolder(text) ? .objects : .object
        } else if Self.isURL(text) {
            self = .url
        } else {
            self = AtomicFile.isDirectory(text) ? .folder : .file
        }
    }

    /// Whether the input may be any number of pictures.
    var isMany: Bool { self == .folder || self == .objects }

    /// The path of a local file that is named by it or by a URL; nil for anything else.
    static func localPath(_ text: String) -> String? {
        if text == "-" || ObjectStorage.isLocation(text) { return nil }
        guard isURL(text) else { return text }
        guard let url = URL(string: text), url.scheme?.lowercased() == "file" else { return nil }
        return url.path
    }

    private static func isURL(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":") else { return false }
        return text[..<colon].lowercased() == "data" || text[colon...].hasPrefix("://")
    }
}
