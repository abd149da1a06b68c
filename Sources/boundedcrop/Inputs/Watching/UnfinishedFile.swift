import BoundedCrop
import CLibrary

/// Tells files that are still being written from those that are complete.
enum UnfinishedFile {
    /// What browsers, clients for transfers and editors add to a name until the file is complete.
    private static let endings = [
        "part", "partial", "filepart", "crdownload", "opdownload", "download", "aria2", "tmp", "temp", "swp", "swo", "swx",
    ]

    /// Whether the name is that of a file that will get another name.
    static func isNamed(_ path: String) -> Bool {
        let name = path.lowercased()
        return name.hasSuffix("~") || endings.contains { name.hasSuffix("." + $0) }
    }

    /// Whether a file is complete. If it is not, it will be closed, which is an event of its own.
    ///
    /// - Parameter isClosed: Whether somebody has just closed it, or moved it here.
    static func isComplete(_ path: String, isClosed: Bool) -> Bool {
        if let isWritten = FileWriters.areThere(for: path) { return !isWritten }
        return isClosed || isLink(path)
    }

    /// Whether a name was made for a file that was there before.
    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && (status.st_mode & S_IFMT == S_IFLNK || status.st_nlink > 1)
    }
}
