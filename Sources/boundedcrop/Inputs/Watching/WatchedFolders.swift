import BoundedCrop
import Synchronization

/// The folders that are watched, by the numbers of their watches.
final class WatchedFolders: Sendable {
    struct Folder: Sendable {
        /// The folder on the command line that leads here.
        let root: String
        /// The path below the root, with a slash at its end; empty for the root itself.
        let prefix: String
        let path: String
        let realPath: String

        var isRoot: Bool { prefix.isEmpty }

        /// The path of a name in the folder.
        func path(of name: String) -> String { path.hasSuffix("/") ? path + name : path + "/" + name }
    }

    let watch: FolderWatch
    private let folders = Mutex<[Int32: Folder]>([:])

    init(_ watch: FolderWatch) { self.watch = watch }

    var count: Int { folders.withLock { $0.count } }
    /// Whether a folder of the command line is still watched.
    var haveRoots: Bool { folders.withLock { $0.values.contains(where: \.isRoot) } }

    subscript(watch: Int32) -> Folder? { folders.withLock { $0[watch] } }

    /// The folder of a file.
    func folder(of path: String, named name: String) -> Folder? {
        let folder = path.utf8.dropLast(name.utf8.count)
        return folders.withLock { folders in
            folders.values.first { $0.path.utf8.elementsEqual(folder) || $0.path.utf8.elementsEqual(folder.dropLast()) }
        }
    }

    /// Begins to watch a folder. Throws what `FolderWatch.add` throws.
    ///
    /// - Returns: Whether the folder is to be read: it is not if it is also watched by another path that leads to it.
    func add(_ folder: Folder) throws -> Bool {
        let number = try watch.add(folder.path)
        return folders.withLock { folders in
            if let known = folders[number], !known.path.utf8.elementsEqual(folder.path.utf8),
                AtomicFile.realPath(known.path) == folder.realPath
            {
                return false
            }
            folders[number] = folder
            return true
        }
    }

    /// Forgets a watch that has ended.
    func forget(_ watch: Int32) { folders.withLock { $0[watch] = nil } }

    /// Ends the watches of a folder that is not where it was, and of those in it. Returns whether there were any.
    func remove(_ path: String) -> Bool {
        let removed = folders.withLock { folders in
            let inside = path.utf8.last == UInt8(ascii: "/") ? path : path + "/"
            // By bytes, since a character may be a slash with an accent.
            let removed = folders.filter { $1.path.utf8.elementsEqual(path.utf8) || $1.path.utf8.starts(with: inside.utf8) }.map(\.key)
            for watch in removed { folders[watch] = nil }
            return removed
        }
        for number in removed { watch.remove(number) }
        return !removed.isEmpty
    }
}
