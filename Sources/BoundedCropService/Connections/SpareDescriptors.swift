internal import CLibrary

/// File descriptors held in reserve, and released when connections have used all others.
///
/// Without free descriptors, a process cannot open files, and libdispatch, which reads thread information from files once a second, ends
/// it.
struct SpareDescriptors {
    private static let count = 8
    private var held: [Int32] = []

    /// Reserves the descriptors again. Returns false, with none reserved, if that would use the last one: no connection may be accepted
    /// then.
    mutating func hold() -> Bool {
        while held.count <= Self.count {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                release()
                return false
            }
            held.append(descriptor)
        }
        // One more than the reserve was opened; this one is for the connection.
        close(held.removeLast())
        return true
    }

    /// Releases the descriptors for other uses.
    mutating func release() {
        for descriptor in held { close(descriptor) }
        held = []
    }
}
