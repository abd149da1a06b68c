internal import Glibc

/// File descriptors held back, to be given up when connections have taken all others.
///
/// A process without any does not only fail to open files: libdispatch, which looks at its threads through files once a second, ends it.
struct SpareDescriptors {
    private static let count = 8
    private var held: [Int32] = []

    /// Holds them again. False, and none held, where it would take the last: then no connection may be let in.
    mutating func hold() -> Bool {
        while held.count <= Self.count {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                release()
                return false
            }
            held.append(descriptor)
        }
        // One more than are kept: the connection's.
        close(held.removeLast())
        return true
    }

    /// Leaves them to whoever needs one.
    mutating func release() {
        for descriptor in held { close(descriptor) }
        held = []
    }
}
