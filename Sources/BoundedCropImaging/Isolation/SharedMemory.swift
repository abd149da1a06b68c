internal import CLibrary
internal import CSandbox

/// Memory of a fixed length that two processes share. Pages are allocated when they are first written.
///
/// Unchecked, because the compiler cannot see that these properties never change. The owner must synchronize access to the bytes.
final class SharedMemory: @unchecked Sendable {
    let descriptor: Int32
    let bytes: UnsafeMutableRawBufferPointer

    /// Throws the system's error code if the memory cannot be created.
    init(length: Int) throws(SystemFailure) {
        let descriptor = bc_shared_memory_create(length)
        guard descriptor >= 0 else { throw SystemFailure("shared memory", errno) }
        guard let bytes = Self.map(descriptor, length) else {
            let code = errno
            close(descriptor)
            throw SystemFailure("shared memory", code)
        }
        (self.descriptor, self.bytes) = (descriptor, bytes)
    }

    /// Maps the memory of a descriptor and takes ownership of the descriptor.
    init(descriptor: Int32) throws(SystemFailure) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, let bytes = Self.map(descriptor, Int(status.st_size)) else {
            throw SystemFailure("shared memory", errno)
        }
        (self.descriptor, self.bytes) = (descriptor, bytes)
    }

    deinit {
        munmap(bytes.baseAddress, bytes.count)
        close(descriptor)
    }

    /// The number of bytes that are actually allocated.
    var takenBytes: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_blocks) * 512 : 0
    }

    /// Returns the whole pages inside a range to the system.
    func forget(_ range: Range<Int>) {
        let start = (range.lowerBound + Self.pageSize - 1) / Self.pageSize * Self.pageSize
        let end = range.upperBound / Self.pageSize * Self.pageSize
        guard start < end, end <= bytes.count, let base = bytes.baseAddress else { return }
        #if os(Linux)
        madvise(base + start, end - start, MADV_REMOVE)
        #endif
    }

    static let pageSize = sysconf(Int32(_SC_PAGESIZE))

    private static func map(_ descriptor: Int32, _ length: Int) -> UnsafeMutableRawBufferPointer? {
        let start = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        return start == MAP_FAILED ? nil : UnsafeMutableRawBufferPointer(start: start, count: length)
    }
}

/// A failed system call.
struct SystemFailure: Error, CustomStringConvertible {
    let what: String
    let code: Int32

    init(_ what: String, _ code: Int32) {
        (self.what, self.code) = (what, code)
    }

    var description: String { "\(what): \(SystemError.text(code))" }
}
