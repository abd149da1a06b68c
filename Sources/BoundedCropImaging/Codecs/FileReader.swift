internal import BoundedCropRuntime
internal import CLibrary

/// Reads whole files, with a distinct error for each type of failure.
package enum FileReader {
    /// Reads a file. Throws `fileNotFound`, `isDirectory`, `unreadableFile`, or `limitExceeded` before reading a file that is too large.
    ///
    /// A pipe or a device is read until its end, or until this thread's work is cancelled.
    /// - Parameters:
    ///   - waits: False rejects pipes and devices, which might block forever.
    ///   - followsLinks: False rejects a link.
    package static func bytes(
        ofFile path: String,
        limits: ImageLimits,
        waits: Bool = true,
        followsLinks: Bool = true
    ) throws -> [UInt8] {
        // The system would read the file that the part before it names.
        guard !path.utf8.contains(0) else { throw BoundedCropError(.fileNotFound, "names of files have no zero bytes") }
        // Opening a pipe without a writer would block.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW))
        guard descriptor >= 0 else { throw errno == ELOOP && !followsLinks ? unfollowed : failure(errno, opening: true) }
        defer { close(descriptor) }
        return try bytes(ofOpenFile: descriptor, limits: limits, waits: waits)
    }

    /// Reads a file that lies in a folder, also if somebody replaces it or a folder on the way by a link that leads out of it. Links that stay
    /// in it are followed. Throws as `bytes(ofFile:)`.
    package static func bytes(ofFile path: String, in folder: String, limits: ImageLimits) throws -> [UInt8] {
        guard let real = AtomicFile.realPath(path), let root = AtomicFile.realPath(folder) else { throw failure(errno, opening: true) }
        guard real.hasPrefix(root == "/" ? root : root + "/") else {
            throw BoundedCropError(.unreadableFile, "this is a link that leads out of \(folder)")
        }
        let (own, name) = Descriptor.folder(of: String(real.dropFirst(root.count)), in: root)
        guard own >= 0 else { throw failure(errno, opening: true) }
        defer { close(own) }
        let descriptor = openat(own, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else { throw failure(errno, opening: true) }
        defer { close(descriptor) }
        return try bytes(ofOpenFile: descriptor, limits: limits)
    }

    /// Reads the rest of an open file, pipe or device. Throws as `bytes(ofFile:)`.
    package static func bytes(ofOpenFile descriptor: Int32, limits: ImageLimits, waits: Bool = true) throws -> [UInt8] {
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

    /// Advises the system that a file will be read soon, so that it can prefetch it. Has no effect if the file does not exist.
    package static func announce(_ path: String) {
        var status = stat()
        // Opening a pipe would signal a reader to its writer.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return }
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_WILLNEED)
        close(descriptor)
    }

    /// Reads the rest of a descriptor: a file, a pipe or a terminal. Throws `limitExceeded` at the limit of bytes. With a `cancellation`,
    /// reading stops soon after it is cancelled, even if no more data arrives.
    package static func bytes(
        fromDescriptor descriptor: Int32,
        expecting: Int = 0,
        limits: ImageLimits,
        cancellation: Cancellation? = nil
    ) throws -> [UInt8] {
        try bytes(fromDescriptor: descriptor, expecting: expecting, limits: limits, checking: cancellation.map { $0.check })
    }

    /// - Parameter check: Called while there is nothing to read; nil blocks.
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
            // One byte more than expected, so that the end is detected without growing the array. The memory for each read is limited,
            // because the length may be a sparse file's.
            let room = min(max(expecting - start, 65_535), 1 << 26) + 1
            var failed: Int32 = 0
            let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                let length = read(descriptor, buffer.baseAddress, room)
                if length < 0 { failed = errno }
                count = max(0, length)
            }
            // Another reader may have taken the data.
            if failed == EINTR || failed == EAGAIN && check != nil { continue }
            guard failed == 0 else { throw failure(failed, opening: false) }
            if part.isEmpty { return bytes }
            if start == 0 { bytes = part } else { bytes += part }
            try limits.check(byteCount: bytes.count)
        }
    }

    /// Returns when there is data to read, or at the end.
    private static func wait(for descriptor: Int32, _ check: () throws -> Void) throws {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        repeat { try check() } while poll(&state, 1, 100) <= 0
    }

    private static let unfollowed = BoundedCropError(.unreadableFile, "this is a link, which is not followed here: use a plain file")

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

/// The bytes of a file, held as they were given: an array, `Data`, NIO's `ByteBufferView` or another collection.
package struct FileBytes: Sendable {
    private let storage: any RandomAccessCollection<UInt8> & Sendable

    /// The bytes are copied only if the collection does not hold them in one piece.
    package init(_ bytes: some RandomAccessCollection<UInt8> & Sendable) {
        let isContiguous = bytes.withContiguousStorageIfAvailable { _ in true } ?? false
        storage = isContiguous ? bytes : Array(bytes)
    }

    package var count: Int { storage.count }
    package var isEmpty: Bool { storage.isEmpty }

    /// A copy, unless the bytes were given as an array.
    package var array: [UInt8] { storage as? [UInt8] ?? withUnsafeBytes { Array($0) } }

    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        // The collection has contiguous storage, as the initializer made sure.
        try storage.withContiguousStorageIfAvailable { try body(UnsafeRawBufferPointer($0)) }
            ?? Array(storage).withUnsafeBytes(body)
    }

    /// The SHA-256 in hexadecimal.
    var fingerprint: String {
        withUnsafeBytes { Fingerprint.text(of: $0) }
    }
}
