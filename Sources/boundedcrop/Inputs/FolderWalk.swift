internal import BoundedCrop
internal import CLibrary
internal import Synchronization

/// Walks through folders and finds one picture after the other: regular files that look like pictures by content or name, sorted by name.
/// Hidden files are left out. Only the names in the folders that lead to the next picture are in memory.
final class FolderWalk: Sendable {
    private struct Level {
        let folder: String
        let realPath: String
        /// The path relative to the requested folder.
        let prefix: String
        /// All names, and those that are still to come.
        let all: [String]
        var names: ArraySlice<String>
    }

    private struct State {
        var levels: [Level] = []
        /// The folders that were read. One that is reachable through links is read once.
        var visited: Set<String> = []
        /// The requested folder.
        var root = ""
        /// The same, while nothing was found in it.
        var bare: String?
        var leftOut = InputFilter.Count()
        /// The folders that were not walked through, by their real paths too: another input may name them.
        var subfolders: [(path: String, realPath: String)] = []
        /// The sorted names in another folder than those that are walked through, in which pictures were looked for last.
        var listing: (folder: String, names: [String])?
    }

    private let isRecursive: Bool
    private let filter: InputFilter
    private let watched: WatchedFolders?
    private let state = Mutex(State())

    /// - Parameter watched: Where each folder is added before it is read, so that nothing in it is missed; nil to add it nowhere.
    init(isRecursive: Bool, filter: InputFilter, watched: WatchedFolders? = nil) {
        (self.isRecursive, self.filter, self.watched) = (isRecursive, filter, watched)
    }

    /// How many files were left out so far.
    var leftOut: InputFilter.Count {
        state.withLock { state in
            var count = state.leftOut
            for folder in state.subfolders where !state.visited.contains(folder.realPath) { count.folders.add(folder.path) }
            return count
        }
    }

    /// Begins to walk through a folder. Blocks.
    ///
    /// - Parameters:
    ///   - root: The requested folder, if this is one in it.
    ///   - prefix: The path from there to this one, with a slash at its end.
    /// - Returns: Why the folder cannot be read; nil if it can.
    func start(_ folder: String, in root: String? = nil, below prefix: String = "") -> InputFailure? {
        state.withLock { state in
            let before = state.visited.count
            state.root = root ?? folder
            let failure = open(folder, below: prefix, &state)
            // A folder that was already read adds nothing, but that does not mean that it has no pictures. One that is watched may get some.
            state.bare = failure == nil && watched == nil && state.visited.count > before ? folder : nil
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
                    guard !filter.excludes(prefix + name) else { continue }
                    guard isRecursive else {
                        let real = AtomicFile.realPath(path) ?? path
                        if filter.earlier?.isFolder(real) != true { state.subfolders.append((path, real)) }
                        continue
                    }
                    guard let failure = open(path, below: prefix + name + "/", &state) else { continue }
                    state.bare = nil
                    return .failure(failure)
                } else if filter.excludes(prefix + name) {
                    state.leftOut.excluded += 1
                } else if leadsOut(path, of: state.root) {
                    state.leftOut.links += 1
                } else if isLost(name, path) {
                    state.bare = nil
                    return .failure(InputFailure(path: path, error: BoundedCropError(.fileNotFound, "there is no such file")))
                } else if SourceSetFiles.areNamed(name) {
                    state.leftOut.earlier += 1
                } else if let format = UnreadPicture.format(of: path), !Self.isPicture(path) {
                    return .failure(UnreadPicture.failure(path, format))
                } else if !Self.looksLikePicture(path) {
                    state.leftOut.others += 1
                } else if isEarlierOutput(name, state.levels[level], &state) {
                    state.leftOut.earlier += 1
                } else if hasTwin(name, state.levels[level], &state) {
                    state.leftOut.paired += 1
                } else {
                    state.bare = nil
                    return .success(PictureEntry(file: path, relativePath: prefix + name, in: confines ? state.root : nil))
                }
            }
            defer { state.bare = nil }
            // Where all pictures are left out there is nothing to do, which is no failure.
            guard let bare = state.bare, state.leftOut.earlier + state.leftOut.excluded == 0 else { return nil }
            let hint = isRecursive ? "" : "; --recursive looks into the folders in it too"
            return .failure(InputFailure(path: bare, error: BoundedCropError(.fileNotFound, "there are no pictures in this folder\(hint)")))
        }
    }

    /// Whether a name is not UTF-8, so that it cannot be opened, and may be that of a picture or of a folder.
    private func isLost(_ name: String, _ path: String) -> Bool {
        guard name.contains("\u{FFFD}"), !AtomicFile.exists(path) else { return false }
        return PictureFiles.isNamedLikePicture(name) || isRecursive && !name.contains(".")
    }

    private func open(_ folder: String, below prefix: String, _ state: inout State) -> InputFailure? {
        guard let real = AtomicFile.realPath(folder) else { return Self.failure(folder, errno) }
        // The folder of the outputs is only walked through if it is what was requested.
        if !prefix.isEmpty, filter.earlier?.isFolder(real) == true { return nil }
        if !prefix.isEmpty, filter.state?.hasOnlyOutputs(real) == true {
            state.leftOut.outputFolders.add(folder)
            return nil
        }
        if !prefix.isEmpty, leadsOut(folder, of: state.root) {
            state.leftOut.links += 1
            return nil
        }
        guard state.visited.insert(real).inserted else { return nil }
        do {
            let added = try watched?.add(.init(root: state.root, prefix: prefix, path: folder, realPath: real))
            if added == false { return nil }
        } catch {
            let error = error as? BoundedCropError ?? BoundedCropError(.unreadableFile, "\(error)", underlying: error)
            return InputFailure(path: folder, error: error)
        }
        guard let names = DirectoryListing.names(in: folder) else { return Self.failure(folder, errno) }
        let visible = names.filter { !$0.hasPrefix(".") }.sorted()
        state.levels.append(Level(folder: folder, realPath: real, prefix: prefix, all: visible, names: visible[...]))
        return nil
    }

    /// Whether nothing outside of the requested folder is read.
    private var confines: Bool { (isRecursive || watched != nil) && !filter.followsLinks }

    /// Whether a path is a link to something outside of the requested folder that is not to be followed.
    private func leadsOut(_ path: String, of root: String) -> Bool { confines && filter.isLink(path, outOf: root) }

    private func isEarlierOutput(_ name: String, _ level: Level, _ state: inout State) -> Bool {
        filter.isEarlierOutput(level.realPath + "/" + name, named: name, below: level.prefix) { folder in
            folder == level.prefix ? level.all : Self.names(in: state.root + "/" + folder, &state)
        }
    }

    /// Whether the same picture is read from another file.
    private func hasTwin(_ name: String, _ level: Level, _ state: inout State) -> Bool {
        filter.twin(of: name, in: level.all) { other in
            !filter.excludes(level.prefix + other) && !isEarlierOutput(other, level, &state)
        } != nil
    }

    /// The sorted names in a folder. All outputs in a row have their pictures in one, which is read once for them.
    private static func names(in folder: String, _ state: inout State) -> [String] {
        if let listing = state.listing, listing.folder == folder { return listing.names }
        let names = DirectoryListing.names(in: folder)?.sorted() ?? []
        state.listing = (folder, names)
        return names
    }

    private static func failure(_ path: String, _ code: Int32) -> InputFailure {
        InputFailure(path: path, error: BoundedCropError(.unreadableFile, "the folder cannot be read: \(SystemError.text(code))"))
    }

    /// Checks the content, or the name: a file that is named like a picture but is not one should cause an error.
    static func looksLikePicture(_ path: String) -> Bool {
        if AtomicFile.isNoFile(path) { return false }
        return PictureFiles.isNamedLikePicture(path) || isPicture(path)
    }

    /// Whether the content of a file begins as that of a picture.
    static func isPicture(_ path: String) -> Bool { format(path) != nil }

    private static func format(_ path: String) -> ImageFormat? {
        let descriptor = CLibrary.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var start = [UInt8](repeating: 0, count: ImageFormat.signatureLength)
        let count = read(descriptor, &start, start.count)
        return count > 0 ? ImageFormat(signatureOf: start.prefix(count)) : nil
    }
}
