internal import Glibc

/// Reads whole files, with a distinct error for each way that can fail.
package enum FileReader {
    /// The bytes of a file. Throws `fileNotFound`, `isDirectory`, `unreadableFile`, or `limitExceeded` before reading too large a file.
    ///
    /// A pipe or a device is read as it comes, for as long as this thread's work is not cancelled.
    /// - Parameter waits: false refuses pipes and devices, which may have nothing to read for ever.
    package static func bytes(ofFile path: String, limits: ImageLimits, waits: Bool = true) throws -> [UInt8] {
        // A pipe that nobody writes to yet would hold up opening it.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(errno, opening: true) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(errno, opening: false) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw BoundedCropError(.isDirectory, "this is a folder, not a file") }
        if status.st_mode & S_IFMT == S_IFREG {
            try limits.check(byteCount: Int(status.st_size))
            return try bytes(fromDescriptor: descriptor, expecting: Int(status.st_size), limits: limits)
        }
        guard waits else { throw BoundedCropError(.unreadableFile, "this is a pipe or a device, not a plain file") }
        return try bytes(fromDescriptor: descriptor, limits: limits) { try Cancellation.checkCurrent() }
    }

    /// Tells the system that a file will be read soon, so that it can fetch it meanwhile. Where there is no such file nothing happens.
    package static func announce(_ path: String) {
        var status = stat()
        // To open a pipe would tell its writer that somebody reads.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return }
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_WILLNEED)
        close(descriptor)
    }

    /// What is left to read from a descriptor: a file, a pipe or a terminal. Stops with `limitExceeded` at the limit of bytes, and, with
    /// a `cancellation`, soon after that is cancelled even where nothing more comes.
    package static func bytes(
        fromDescriptor descriptor: Int32,
        expecting: Int = 0,
        limits: ImageLimits,
        cancellation: Cancellation? = nil
    ) throws -> [UInt8] {
        try bytes(fromDescriptor: descriptor, expecting: expecting, limits: limits, checking: cancellation.map { $0.check })
    }

    /// - Parameter check: asked while there is nothing to read; nil blocks.
    private static func bytes(
        fromDescriptor descriptor: Int32,
        expecting: Int = 0,
        limits: ImageLimits,
        checking check: (() throws -> Void)?
    ) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            if let check { try wait(for: descriptor, check) }
            let start = bytes.count
            // One byte more than expected, so that the end is seen without growing the array; but no more memory than this at once for a
            // length that may be a sparse file's.
            let room = min(max(expecting - start, 65_535), 1 << 26) + 1
            var failed: Int32 = 0
            let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                let length = read(descriptor, buffer.baseAddress, room)
                if length < 0 { failed = errno }
                count = max(0, length)
            }
            // Somebody else was quicker to read what there was.
            if failed == EINTR || failed == EAGAIN && check != nil { continue }
            guard failed == 0 else { throw failure(failed, opening: false) }
            if part.isEmpty { return bytes }
            if start == 0 { bytes = part } else { bytes += part }
            try limits.check(byteCount: bytes.count)
        }
    }

    /// Returns when there is something to read, or the end.
    private static func wait(for descriptor: Int32, _ check: () throws -> Void) throws {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        repeat { try check() } while poll(&state, 1, 100) <= 0
    }

    private static func failure(_ code: Int32, opening: Bool) -> BoundedCropError {
        switch code {
        case ENOENT where opening, ENOTDIR where opening:
            BoundedCropError(.fileNotFound, "there is no such file")
        case EISDIR:
            BoundedCropError(.isDirectory, "this is a folder, not a file")
        default:
            BoundedCropError(.unreadableFile, "the file cannot be read: \(SystemError.text(code))")
        }
    }
}
