import BoundedCrop
import CLibrary
import Synchronization

/// Where pictures are, as seen from the folder of the outputs: so a manifest holds when a project is moved with both, and whatever folder a run
/// is started in.
final class SourcePlaces: Sendable {
    /// The absolute path of the folder of the outputs, without links.
    let folder: String
    /// The absolute paths of the folders of pictures, by the paths as they are named.
    private let folders = Mutex<[ExactPath: String]>([:])
    /// The absolute paths of folders in which pictures of this run are.
    private let seen = Mutex<Set<ExactPath>>([])

    init(from folder: String) { self.folder = Self.absolute(folder) }

    static func isFile(_ entry: PictureEntry) -> Bool { !entry.isURL && !entry.isObject && entry.path != "-" }

    /// Where a picture is. A link is not followed: what it leads to is another picture.
    func place(of entry: PictureEntry) -> String {
        guard Self.isFile(entry) else { return entry.path }
        let own = parent(of: entry) + "/" + entry.fileName
        let (from, to) = (folder.split(separator: "/"), own.split(separator: "/"))
        let shared = zip(from, to).prefix { $0.utf8.elementsEqual($1.utf8) }.count
        return (from.dropFirst(shared).map { _ in ".." } + to.dropFirst(shared)).joined(separator: "/")
    }

    /// The absolute path of a place; nil for a picture that is no file.
    func path(of place: String) -> String? {
        guard place != "-", !ObjectStorage.isLocation(place), PictureInput(place) != .url else { return nil }
        return Self.resolved(folder, place)
    }

    /// Notes that a picture is there.
    func see(_ entry: PictureEntry) {
        let folder = ExactPath(parent(of: entry))
        seen.withLock { _ = $0.insert(folder) }
    }

    /// Whether a picture of this run is in a folder or below it.
    func isSeen(_ folder: String) -> Bool { seen.withLock { $0.contains { Self.isPath($0.text, in: folder) } } }

    private func parent(of entry: PictureEntry) -> String {
        let named = ExactPath(entry.path.lastIndex(of: "/").map { String(entry.path[...$0]) } ?? "")
        if let known = folders.withLock({ $0[named] }) { return known }
        let folder = Self.absolute(named.text)
        folders.withLock { $0[named] = folder }
        return folder
    }

    /// The absolute path of a picture's file, however it is spelled, also as a URL; nil for what is no local file. Only links in its folder are
    /// followed: what the last one leads to is another picture.
    ///
    /// - Parameter folder: Where a relative path begins, with a slash at its end; empty for the current folder.
    static func path(of text: String, in folder: String = "") -> String? {
        guard let local = PictureInput.localPath(text) else { return nil }
        let path = local.hasPrefix("/") ? local : folder + local
        return directory(of: path) + path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    }

    /// The absolute path of a file's folder without links, with a slash at its end. It need not be there.
    static func directory(of path: String) -> String {
        let folder = absolute(path.lastIndex(of: "/").map { String(path[...$0]) } ?? "")
        return folder.hasSuffix("/") ? folder : folder + "/"
    }

    /// The absolute path without links, also of something that is not there yet.
    static func absolute(_ path: String) -> String {
        if path.isEmpty { return absolute(".") }
        if let real = AtomicFile.realPath(path) { return real }
        let trimmed = path.hasSuffix("/") ? String(path.dropLast()) : path
        guard let slash = trimmed.lastIndex(of: "/") else { return resolved(absolute("."), trimmed) }
        return resolved(slash == trimmed.startIndex ? "/" : absolute(String(trimmed[..<slash])), String(trimmed[slash...].dropFirst()))
    }

    private static func resolved(_ folder: String, _ relative: String) -> String {
        var parts = folder.split(separator: "/")
        for part in relative.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    static func isPath(_ path: String, in folder: String) -> Bool { path == folder || folder == "/" || path.hasPrefix(folder + "/") }
}

/// Tells pictures that are gone from those that only cannot be seen at the moment.
final class GoneSources {
    private let places: SourcePlaces
    /// Folders that are inputs, whose subfolders count too, and folders of files that are inputs.
    private var (deep, flat): (Set<String>, Set<String>) = ([], [])
    /// Inputs that are missing.
    private var missing: Set<String> = []
    private var doubted: Set<String> = []
    private var folders: [String: Bool] = [:]

    init(_ inputs: [String], _ places: SourcePlaces) {
        self.places = places
        for input in inputs {
            let path = SourcePlaces.absolute(input)
            switch PictureInput(input) {
            case .folder: deep.insert(path)
            case .file where AtomicFile.exists(input): flat.insert(Self.parent(of: path))
            case .file: missing.insert(path)
            case .standardInput, .url, .object, .objects: break
            }
        }
    }

    /// The folders in which everything is missing.
    var doubtful: [String] { doubted.sorted() }

    /// Whether a picture is gone: its file is not there, though other pictures are where it was.
    func isGone(_ path: String) -> Bool {
        let around = deep.union(missing).filter { SourcePlaces.isPath(path, in: $0) && $0 != path }
        guard !around.isEmpty || flat.contains(Self.parent(of: path)), Self.isMissing(path) else { return false }
        if let unseen = around.first(where: { missing.contains($0) || !places.isSeen($0) }) { return doubt(unseen) }
        var folder = Self.parent(of: path)
        while folder != "/", Self.isMissing(folder) { folder = Self.parent(of: folder) }
        return hasFiles(folder) || doubt(folder)
    }

    private func doubt(_ folder: String) -> Bool {
        doubted.insert(folder)
        return false
    }

    private func hasFiles(_ folder: String) -> Bool {
        if let known = folders[folder] { return known }
        let isFilled = DirectoryListing.names(in: folder)?.isEmpty == false
        folders[folder] = isFilled
        return isFilled
    }

    private static func isMissing(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}
