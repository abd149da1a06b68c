internal import Glibc

/// Tells one content of a local file from the next.
enum FileVersion {
    /// Time of the last change, length and inode; empty for a file that is not there.
    static func of(_ path: String) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { return "" }
        return "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)-\(status.st_size)-\(status.st_ino)"
    }
}
