internal import CCalls
internal import CLibrary

/// Writes files atomically: a name refers to either the old content or the complete new content, never to a part.
package enum AtomicFile {
    /// The prefix of temporary file names. An old temporary file was left by a writer that was killed.
    package static let temporaryPrefix = ".boundedcrop-"

    /// Writes bytes to a temporary file next to `path` and renames it.
    ///
    /// Throws `fileExists` if the file exists and may not be replaced, and `unwritableFile` if the system refuses. On failure nothing is
    /// left behind.
    package static func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws {
        try write(to: path, replacing: replacing) { _, descriptor in try write(bytes, to: descriptor, path) }
    }

    /// Gives a file that somebody else writes its name when it is complete.
    ///
    /// - Parameters:
    ///   - ending: What the name of the temporary file ends with, such as `.mp4`.
    ///   - body: Writes the file at the path that it is given, where there is an empty one.
    /// - Throws: What `write` without a body and the body throw.
    package static func write(
        to path: String,
        replacing: Bool,
        ending: String,
        _ body: (_ temporary: String) throws -> Void
    ) throws {
        try write(to: path, replacing: replacing, ending: ending) { temporary, _ in try body(temporary) }
    }

    private static func write(
        to path: String,
        replacing: Bool,
        ending: String = "",
        _ body: (_ temporary: String, _ descriptor: Int32) throws -> Void
    ) throws {
        // The system would write the file that the part before it names.
        guard !path.utf8.contains(0) else { throw BoundedCropError(.unwritableFile, "names of files have no zero bytes") }
        let (temporary, descriptor) = try makeTemporary(beside: path, ending: ending)
        var isDone = false
        defer {
            if !isDone { unlink(temporary) }
        }
        do {
            defer { close(descriptor) }
            try body(temporary, descriptor)
        }
        if replacing {
            guard rename(temporary, path) == 0 else { throw failure(path) }
            isDone = true
        } else {
            // Unlike rename, link never replaces a file, so there is no race between checking and creating.
            guard link(temporary, path) != 0 else { return }
            guard errno == EPERM || errno == EOPNOTSUPP || errno == EMLINK else { throw failureToCreate(path) }
            // The file system does not support links: create an empty file under the name, then replace it.
            let placeholder = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            guard placeholder >= 0 else { throw failureToCreate(path) }
            close(placeholder)
            guard rename(temporary, path) == 0 else {
                let error = failure(path)
                unlink(path)
                throw error
            }
            isDone = true
        }
    }

    /// Replaces a file with what a body makes of its content, which is empty if there is no file. Its mode stays as it is.
    ///
    /// Of several calls for one file at once, in this process, in others, or on another machine that has the file's folder from the network,
    /// one waits for the other. On failure, the file stays as it is.
    ///
    /// - Parameter followsLinks: Whether a link stays one, and the file that it names is replaced; otherwise it is an error.
    /// - Throws: What the body throws, `unreadableFile` and `unwritableFile`, also for something else than a plain file.
    package static func change(_ path: String, followsLinks: Bool = true, _ body: ([UInt8]) throws -> [UInt8]) throws {
        guard !path.utf8.contains(0) else { throw BoundedCropError(.unwritableFile, "names of files have no zero bytes") }
        let path = followsLinks ? realPath(path) ?? path : path
        let isThere = exists(path)
        let descriptor = try locked(path)
        defer { close(descriptor) }
        // What another call has written in the meantime is not removed.
        var isEmpty = false
        do {
            guard let old = Descriptor.bytes(of: descriptor) else {
                throw BoundedCropError(.unreadableFile, "\(path) cannot be read", underlying: SystemError(code: errno))
            }
            isEmpty = old.isEmpty
            let bytes = try body(old)
            try write(to: path, replacing: true) { _, file in
                var status = stat()
                if fstat(descriptor, &status) == 0 { fchmod(file, status.st_mode & 0o7777) }
                try write(bytes, to: file, path)
            }
        } catch {
            if !isThere, isEmpty { unlink(path) }
            throw error
        }
    }

    /// Opens and locks a file, which is made if it is not there. The lock of a file that was replaced in the meantime is worth nothing.
    private static func locked(_ path: String) throws -> Int32 {
        while true {
            let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666)
            guard descriptor >= 0 else { throw failure(path) }
            var (own, current) = (stat(), stat())
            guard fstat(descriptor, &own) == 0, own.st_mode & S_IFMT == S_IFREG else {
                close(descriptor)
                throw BoundedCropError(.unwritableFile, "\(path) is a pipe or a device, not a plain file")
            }
            while flock(descriptor, LOCK_EX) != 0 {
                guard errno == EINTR else {
                    defer { close(descriptor) }
                    throw failure(path)
                }
            }
            if stat(path, &current) == 0, own.st_ino == current.st_ino, own.st_dev == current.st_dev {
                return descriptor
            }
            close(descriptor)
        }
    }

    /// The path without links; nil if there is no such file.
    package static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// The folder of a file without links, with a slash at its end; nil if there is none.
    package static func realFolder(of path: String) -> String? { realPath(directory(of: path)).map { $0.hasSuffix("/") ? $0 : $0 + "/" } }

    /// Creates the folder for a file, including its parents. Throws `unwritableFile`.
    package static func makeDirectory(for path: String) throws {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in directory(of: path).split(separator: "/") {
            made += made.isEmpty || made.hasSuffix("/") ? String(part) : "/" + part
            if mkdir(made, 0o777) != 0, errno != EEXIST, errno != EISDIR { throw failure(made) }
        }
    }

    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// The number of bytes; nil if there is no file.
    package static func size(of path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Whether there is something else than a file, such as a folder, or a pipe, which could block forever when it is opened.
    package static func isNoFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }

    package static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Creates a new, empty file. mkstemp is not used because it makes the file readable by its owner only. Undoing that requires the
    /// umask, which can only be read by changing it for all threads.
    private static func makeTemporary(beside path: String, ending: String) throws -> (path: String, descriptor: Int32) {
        while true {
            let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
            let temporary = "\(directory(of: path))/\(temporaryPrefix)\(number)\(ending)"
            let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if descriptor >= 0 { return (temporary, descriptor) }
            guard errno == EEXIST || errno == EINTR else { throw failure(path) }
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws {
        guard Descriptor.write(bytes, to: descriptor) else { throw failure(path) }
    }

    private static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func failureToCreate(_ path: String) -> BoundedCropError {
        errno == EEXIST ? BoundedCropError(.fileExists, "\(path) already exists") : failure(path)
    }

    private static func failure(_ path: String) -> BoundedCropError {
        let code = errno
        return BoundedCropError(
            .unwritableFile,
            "\(path) cannot be written: \(SystemError.text(code))",
            underlying: SystemError(code: code)
        )
    }
}

/// Descriptors of open files, pipes and terminals.
package enum Descriptor {
    /// Opens the folder of a file without following links, whoever moves things about meanwhile.
    ///
    /// - Parameters:
    ///   - path: The path of the file from a folder on.
    ///   - folder: The folder, which may be named by a link.
    /// - Returns: The descriptor, which is negative if there is none, with `errno` set, and the name of the file in that folder.
    package static func folder(of path: String, in folder: String) -> (descriptor: Int32, name: String) {
        let parts = path.split(separator: "/").map(String.init)
        var descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        for part in parts.dropLast() where descriptor >= 0 {
            let next = part == ".." ? -1 : openat(descriptor, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            let code = part == ".." ? ELOOP : errno
            close(descriptor)
            descriptor = next
            errno = code
        }
        return (descriptor, parts.last ?? "")
    }

    /// All bytes of an open file; nil if reading it fails, and `errno` then says why.
    static func bytes(of descriptor: Int32) -> [UInt8]? {
        var (bytes, part) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while true {
            let count = read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return bytes }
            bytes += part[..<count]
        }
    }

    /// Writes all bytes, in as many calls as that takes. Returns false if it fails; `errno` then says why.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { CLibrary.write(descriptor, $0.baseAddress?.advanced(by: written), bytes.count - written) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }
}

/// The processes that have a file open for writing.
package enum FileWriters {
    /// Whether there are any; nil if the file cannot be opened or the system does not say, as about files of other users.
    package static func areThere(for path: String) -> Bool? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let answer = bc_is_open_for_writing(descriptor)
        return answer < 0 ? nil : answer == 1
    }
}
