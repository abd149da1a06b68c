internal import CLibrary

/// Linux's pressure stall information (kernel documentation, accounting/psi.rst): memory is short when tasks stalled on it for a tenth of a
/// two-second window.
final class StallTrigger: MemoryPressureSource {
    /// Without privileges the window must be a multiple of two seconds.
    static let tenth = Array("some 200000 2000000".utf8) + [0]

    private let descriptor: Int32

    /// Returns nil if the kernel does not provide this information or denies access to it, as most containers do.
    ///
    /// - Parameter trigger: What the kernel should tell, in its own words.
    init?(path: String, trigger: [UInt8] = tenth) {
        descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard write(descriptor, trigger, trigger.count) > 0 else { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    func wait() -> Bool {
        var event = pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0)
        while true {
            let ready = poll(&event, 1, -1)
            if ready < 0, errno == EINTR { continue }
            return ready > 0 && event.revents & Int16(POLLERR) == 0
        }
    }
}
