internal import CLibrary

/// Dedicated threads for blocking work.
package enum Threads {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Starts a detached thread. Throws `queueFull` if the system cannot create one.
    /// - Parameter niceness: How much to lower the thread's priority relative to the process's other threads, 0...19.
    package static func start(niceness: Int = 0, _ run: @escaping @Sendable () -> Void) throws {
        let body = Unmanaged.passRetained(
            Body {
                if niceness > 0 { lowerPriority(by: Int32(clamping: niceness)) }
                run()
            }
        )
        var thread = pthread_t()
        let status = pthread_create(
            &thread,
            nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            },
            body.toOpaque()
        )
        guard status == 0 else {
            body.release()
            throw BoundedCropError(.queueFull, "the system cannot create another thread: \(SystemError.text(status))")
        }
        pthread_detach(thread)
    }

    /// Lowers the priority of the calling thread, where the system has priorities of threads.
    private static func lowerPriority(by niceness: Int32) {
        #if os(Linux)
        // On Linux, 0 means the calling thread; elsewhere it is its process, which must not slow down.
        #if canImport(Glibc)
        let process = __priority_which_t(PRIO_PROCESS.rawValue)
        #else
        let process = PRIO_PROCESS
        #endif
        setpriority(process, 0, getpriority(process, 0) + niceness)
        #endif
    }

    /// The number of threads that this machine can run at once.
    package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
