internal import BoundedCrop
internal import Glibc

/// The files that a list of files and folders stands for.
struct PictureFiles: Sendable {
    /// One file to read.
    struct Entry: Hashable, Sendable {
        /// The path to read; `-` is standard input. Or the URL to load.
        let path: String
        /// The path below the folder that was asked for, without the ending; for a file asked for by itself its name alone.
        let name: String

        /// Whether it is to be loaded, not read.
        var isURL: Bool { PictureFiles.isURL(path) }
        /// The last part of the path, without a URL's query.
        var fileName: String { isURL ? PictureFiles.lastPart(ofURL: path) : PictureFiles.lastPart(of: path) }
    }

    /// A folder that could not be read or has no pictures.
    struct Failure: Sendable {
        let path: String
        let error: BoundedCropError
    }

    private(set) var entries: [Entry] = []
    private(set) var failures: [Failure] = []
    private var visited: Set<String> = []

    /// Files are taken as they are. Of the plain files in folders, what shows itself as a picture by its bytes or its name, in the order
    /// of names; of the folders in them too when `recursive`. Hidden files are left out.
    init(_ inputs: [String], recursive: Bool) {
        for input in inputs {
            if Self.isURL(input) {
                let name = Self.withoutEnding(Self.lastPart(ofURL: input))
                entries.append(Entry(path: input, name: name.isEmpty ? "picture" : name))
            } else if input != "-", AtomicFile.isDirectory(input) {
                let (before, visitedBefore) = ((entries.count, failures.count), visited.count)
                add(folder: input, below: "", recursive: recursive)
                // A folder that was read before brings nothing new, and is not without pictures.
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
        // A folder that links lead back to is read once.
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

    /// By its bytes, or by a name that promises a picture: then a file that is none is worth an error.
    private static func looksLikePicture(_ path: String) -> Bool {
        // To open a pipe or a device that happens to lie in a folder could wait for ever.
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return false }
        let promising = ["jpg", "jpeg", "jpe", "jfif", "png", "webp", "gif", "bmp", "tif", "tiff", "heic", "heif", "avif", "jxl"]
        if let dot = path.lastIndex(of: "."), promising.contains(path[path.index(after: dot)...].lowercased()) { return true }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var start = [UInt8](repeating: 0, count: 12)
        let count = read(descriptor, &start, start.count)
        return count > 0 && ImageFormat(signatureOf: start.prefix(count)) != nil
    }

    private static func isURL(_ input: String) -> Bool {
        guard let colon = input.firstIndex(of: ":") else { return false }
        return input[..<colon].lowercased() == "data" || input[colon...].hasPrefix("://")
    }

    /// What names the picture in a URL: as a name of a file, it must not lead anywhere else.
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
