internal import CLibrary

/// What tells one state of a file from another.
package struct FileStamp: Hashable, Sendable {
    /// A time of the file system.
    package struct Time: Hashable, Comparable, Sendable {
        package let seconds: Int
        package let nanoseconds: Int

        init(_ time: timespec) { (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec)) }

        package static func < (left: Self, right: Self) -> Bool {
            (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
        }
    }

    /// When the content was modified.
    package let modified: Time
    /// When the content, the name or something else about the file was changed: a file that is moved keeps its other time.
    package let changed: Time
    package let size: Int
    private let identity: UInt64

    /// Nil if there is no file.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
        (modified, changed) = (Time(status.st_mtimespec), Time(status.st_ctimespec))
        #else
        (modified, changed) = (Time(status.st_mtim), Time(status.st_ctim))
        #endif
        (size, identity) = (Int(status.st_size), UInt64(status.st_ino))
    }
}
