internal import BoundedCrop
internal import CLibrary

/// The files of a storage folder.
struct StorageFolder {
    static let ending = ".image"
    let path: String

    private struct File {
        let path: String
        let byteCount: Int
        let lastUse: timespec
        let lastChange: timespec
        let isEntry: Bool
    }

    /// Removes the least recently used entries until the rest fits the limit. Also removes temporary files
    /// older than an hour, which killed writers left.
    ///
    /// Only one process at a time does this; others skip it.
    func trim(to byteLimit: Int) {
        let lock = open(path + "/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { return }
        defer { close(lock) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { return }
        let hourAgo = time(nil) - 3600
        let files = files()
        for file in files where !file.isEntry && file.lastChange.tv_sec < hourAgo { unlink(file.path) }
        // Larger ones are never stored here. Times are those of the system's last tick: what was put here in the same tick as an entry may
        // seem newer than that, and must not remove it.
        for file in files where file.isEntry && file.byteCount > byteLimit { unlink(file.path) }
        let newestFirst = files.filter { $0.isEntry && $0.byteCount <= byteLimit }.sorted {
            ($0.lastUse.tv_sec, $0.lastUse.tv_nsec) > ($1.lastUse.tv_sec, $1.lastUse.tv_nsec)
        }
        // Subtract from the limit instead of summing the lengths, because those of sparse files could overflow.
        var left = byteLimit
        for (index, entry) in newestFirst.enumerated() {
            guard entry.byteCount > left else {
                left -= entry.byteCount
                continue
            }
            for old in newestFirst[index...].reversed() { unlink(old.path) }
            break
        }
    }

    func removeEntries() {
        for file in files() where file.isEntry { unlink(file.path) }
    }

    /// Entries and temporary files. Any other files in the folder are ignored.
    private func files() -> [File] {
        (DirectoryListing.names(in: path) ?? []).filter { $0.utf8.count == 2 }.flatMap { part in
            (DirectoryListing.names(in: "\(path)/\(part)") ?? []).compactMap { name in
                let isEntry = name.hasSuffix(Self.ending)
                guard isEntry || name.hasPrefix(AtomicFile.temporaryPrefix) else { return nil }
                var status = stat()
                guard lstat("\(path)/\(part)/\(name)", &status) == 0 else { return nil }
                return File(
                    path: "\(path)/\(part)/\(name)",
                    byteCount: Int(status.st_size),
                    lastUse: status.st_atim,
                    lastChange: status.st_mtim,
                    isEntry: isEntry
                )
            }
        }
    }
}
