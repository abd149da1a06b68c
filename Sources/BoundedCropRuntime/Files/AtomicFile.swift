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
