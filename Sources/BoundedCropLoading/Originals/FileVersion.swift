internal import CLibrary

/// Distinguishes versions of a local file.
enum FileVersion {
    /// Modification time, length and inode; empty if the file does not exist.
    static func of(_ path: String) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { return "" }
        return "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)-\(status.st_size)-\(status.st_ino)"
    }
}
