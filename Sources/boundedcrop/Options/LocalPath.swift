import ArgumentParser

/// Paths that are only read and written on this machine.
enum LocalPath {
    /// Throws a usage error for a location in object storage.
    ///
    /// - Parameter option: What the path is for, such as `--list`.
    static func check(_ path: String?, for option: String) throws {
        if let path, ObjectStorage.isLocation(path) {
            throw ValidationError("\(option) is on this machine, and cannot be \(path).")
        }
    }
}
