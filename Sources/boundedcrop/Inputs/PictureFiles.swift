internal import BoundedCrop
internal import CLibrary

/// The files in a list of files and folders.
struct PictureFiles: Sendable {
    /// One file to read.
    struct Entry: Hashable, Sendable {
        /// The path to read, `-` for standard input, or the URL to load.
        let path: String
        /// The path relative to the requested folder, without the extension; for a file given by itself only its name.
        let name: String

        /// Whether the entry is a URL to load.
        var isURL: Bool { PictureFiles.isURL(path) }
        /// The last path component, without a URL's query.
        var fileName: String { isURL ? PictureFiles.lastPart(ofURL: path) : PictureFiles.lastPart(of: path) }
    }

    /// A folder that could not be read or contains no pictures.
    struct Failure: Sendable {
        let path: String
        let error: BoundedCropError
    }

    private(set) var entries: [Entry] = []
    private(set) var failures: [Failure] = []
    private var visited: Set<String> = []

    /// Files are used as given. From folders, regular files that look like pictures by content or name are used, sorted by name; from their
    /// subfolders too if `recursive`. Hidden files are left out.
    init(_ inputs: [String], recursive: Bool) {
        for input in inputs {
            if Self.isURL(input) {
                let name = Self.withoutEnding(Self.lastPart(ofURL: input))
                entries.append(Entry(path: input, name: name.isEmpty ? "picture" : name))
            } else if input != "-", AtomicFile.isDirectory(input) {
                let (before, visitedBefore) = ((entries.count, failures.count), visited.count)
                add(folder: input, below: "", recursive: recursive)
                // A folder that was already read adds nothing, but that does not mean that it has no pictures.
                if before == (entries.count, failures.count), visited.count > visitedBefore {
                    let hint = recursive ? "" : "; --recursive looks into the folders in it too"
                    failures.append(
                        Failure(path: input, error: BoundedCropError(.fileNotFound, "there are no pictures in this folder\(hint)"))
                    )
                }
            } else {
                entries.append(Entry(path: input, name: input == "-" ? "stdin" : Self.withoutEnding(Self.lastPart(of: input))))
            }
        }
    }

    private mutating func add(folder: String, below prefix: String, recursive: Bool) {
        // A folder that is reachable through links is read once.
        guard let real = realpath(folder, nil) else { return fail(folder, errno) }
        defer { free(real) }
        guard visited.insert(String(cString: real)).inserted else { return }
        guard let names = DirectoryListing.names(in: folder) else { return fail(folder, errno) }
        for name in names.sorted() where !name.hasPrefix(".") {
            let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
            if AtomicFile.isDirectory(path) {
                if recursive { add(folder: path, below: prefix + name + "/", recursive: true) }
            } else if Self.looksLikePicture(path) {
                entries.append(Entry(path: path, name: prefix + Self.withoutEnding(name)))
            }
        }
    }

    private mutating func fail(_ path: String, _ code: Int32) {
        failures.append(
            Failure(path: path, error: BoundedCropError(.unreadableFile, "the folder cannot be read: \(SystemError.text(code))"))
        )
    }

    /// Checks the content, or the name: a file that is named like a picture but is not one should cause an error.
    private static func looksLikePicture(_ path: String) -> Bool {
        // Opening a pipe or a device in a folder could block forever.
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return false }
        if ImageFormat(fileName: path) != nil || path.lowercased().hasSuffix(".jxl") { return true }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var start = [UInt8](repeating: 0, count: ImageFormat.signatureLength)
        let count = read(descriptor, &start, start.count)
        return count > 0 && ImageFormat(signatureOf: start.prefix(count)) != nil
    }

    private static func isURL(_ input: String) -> Bool {
        guard let colon = input.firstIndex(of: ":") else { return false }
        return input[..<colon].lowercased() == "data" || input[colon...].hasPrefix("://")
    }

    /// The file name for the picture at a URL. It must not lead to another folder.
    private static func lastPart(ofURL url: String) -> String {
        guard !url.lowercased().hasPrefix("data:") else { return "" }
        let path = url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").dropFirst(2).last ?? ""
        let bytes = PercentEncoding.decodedBytes(path).map { byte in
            byte < 32 || byte == UInt8(ascii: "/") || byte == 127 ? UInt8(ascii: "-") : byte
        }
        return String(String(decoding: bytes, as: UTF8.self).drop { $0 == "." })
    }

    private static func lastPart(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    private static func withoutEnding(_ name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }
}
