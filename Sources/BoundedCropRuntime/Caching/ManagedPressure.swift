internal import CLibrary
internal import FoundationEssentials

/// How the service manager, such as systemd, wants a process to watch memory (https://systemd.io/MEMORY_PRESSURE): in the file named by
/// `MEMORY_PRESSURE_WATCH`, which is that of the service's own control group, after `MEMORY_PRESSURE_WRITE`, in base64, was written to it.
struct ManagedPressure: Sendable {
    /// The path of the file; nil without a service manager that names one.
    var watch: String?
    /// What to write, in base64.
    var write: String?

    /// As the environment of this process says.
    static var current: Self {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        return Self(watch: variable("MEMORY_PRESSURE_WATCH"), write: variable("MEMORY_PRESSURE_WRITE"))
    }

    /// The sources to watch. None if that is turned off, which `/dev/null` means.
    var sources: [MemoryPressureMonitor.Opening] {
        if watch == "/dev/null" { return [] }
        return [{ trigger }, { StallTrigger(path: "/proc/pressure/memory") }, { MemoryPoll() }]
    }

    /// Nil if there is nothing to watch, or nothing that this process understands, such as a socket.
    var trigger: StallTrigger? {
        guard let watch, let write, let bytes = Data(base64Encoded: write) else { return nil }
        return StallTrigger(path: watch, trigger: Array(bytes))
    }
}
