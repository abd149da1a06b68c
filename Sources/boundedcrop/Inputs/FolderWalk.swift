internal import BoundedCrop
internal import CLibrary
internal import Synchronization

/// Walks through folders and finds one picture after the other: regular files that look like pictures by content or name, sorted by name.
/// Hidden files are left out. Only the names in the folders that lead to the next picture are in memory.
final class FolderWalk: Sendable {
    private struct Level {
        let folder: String
        /// The path relative to the requested folder.
        let prefix: String
        var names: ArraySlice<String>
    }

    private struct State {
        var levels: [Level] = []
        /// The folders that were read. One that is reachable through links is read once.
        var visited: Set<String> = []
        /// The requested folder, while nothing was found in it.
        var bare: String?
    }

    private let isRecursive: Bool
    private let state = Mutex(State())

    init(isRecursive: Bool) { self.isRecursive = isRecursive }

    /// Begins to walk through a folder. Blocks.
    /// - Returns: Why the folder cannot be read; nil if it can.
    func start(_ folder: String) -> InputFailure? {
        state.withLock { state in
            let before = state.visited.count
            let failure = Self.open(folder, below: "", &state)
            // A folder that was already read adds nothing, but that does not mean that it has no pictures.
            state.bare = failure == nil && state.visited.count > before ? folder : nil
            return failure
        }
    }

    /// The next picture, or a folder that cannot be read or has no pictures; nil at the end. Blocks.
    func next() -> PictureFiles.Element? {
        state.withLock { state in
            while let level = state.levels.indices.last {
                guard let name = state.levels[level].names.popFirst() else {
                    state.levels.removeLast()
                    continue
                }
                let (folder, prefix) = (state.levels[level].folder, state.levels[level].prefix)
                let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
                if AtomicFile.isDirectory(path) {
                    guard isRecursive, let failure = Self.open(path, below: prefix + name + "/", &state) else { continue }
                    state.bare = nil
                    return .failure(failure)
                } else if Self.looksLikePicture(path) {
                    state.bare = nil
                    return .success(PictureEntry(file: path, relativePath: prefix + name))
                }
            }
            defer { state.bare = nil }
            let hint = isRecursive ? "" : "; --recursive looks into the folders in it too"
            return state.bare.map {
                .failure(InputFailure(path: $0, error: BoundedCropError(.fileNotFound, "there are no pictures in this folder\(hint)")))
            }
        }
    }

    private static func open(_ folder: String, below prefix: String, _ state: inout State) -> InputFailure? {
        guard let real = realpath(folder, nil) else { return failure(folder, errno) }
        defer { free(real) }
        guard state.visited.insert(String(cString: real)).inserted else { return nil }
        guard let names = DirectoryListing.names(in: folder) else { return failure(folder, errno) }
        state.levels.append(Level(folder: folder, prefix: prefix, names: names.filter { !$0.hasPrefix(".") }.sorted()[...]))
        return nil
    }

    private static func failure(_ path: String, _ code: Int32) -> InputFailure {
        InputFailure(path: path, error: BoundedCropError(.unreadableFile, "the folder cannot be read: \(SystemError.text(code))"))
    }

    /// Checks the content, or the name: a file that is named like a picture but is not one should cause an error.
    private static func looksLikePicture(_ path: String) -> Bool {
        // Opening a pipe or a device in a folder could block forever.
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return false }
        if PictureFiles.isNamedLikePicture(path) { return true }
        let descriptor = CLibrary.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var start = [UInt8](repeating: 0, count: ImageFormat.signatureLength)
        let count = read(descriptor, &start, start.count)
        return count > 0 && ImageFormat(signatureOf: start.prefix(count)) != nil
    }
}
