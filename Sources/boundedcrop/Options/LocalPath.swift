import ArgumentParser

/// Paths that are only read and written on this machine.
enum LocalPath {
    /// Throws a usage error for an empty path, and for a location in object storage.
    ///
    /// - Parameter option: What the path is for, such as `--list`.
    static func check(_ path: String?, for option: String) throws {
        try checkPresence(of: path, for: option)
        if let path, ObjectStorage.isLocation(path) {
            throw ValidationError("\(option) must be on this machine, and cannot be \(path).")
        }
    }

    /// Throws a usage error for an empty path, which is what a shell makes of a variable that is not set: with a name after it, it would be
    /// the root of the file system. The same for a path that is not UTF-8, which would be another one.
    static func checkPresence(of path: String?, for option: String) throws {
        if path?.isEmpty == true { throw ValidationError("\(option) is empty: name a file or folder, or leave it out.") }
        if let path, path.contains("\u{FFFD}") {
            throw ValidationError("\(option) is not UTF-8, as the names of files must be: \(path.printable)")
        }
    }
}
