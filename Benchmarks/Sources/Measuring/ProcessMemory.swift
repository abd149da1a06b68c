internal import FoundationEssentials

/// The memory of this process in bytes, as the kernel counts it.
///
/// Not `getrusage`: its maximum is handed down through `exec`, so that under `swift run` it is the package manager's.
package enum ProcessMemory {
    package static func resident() throws -> Double { try read("VmRSS:") }
    package static func peak() throws -> Double { try read("VmHWM:") }

    private static func read(_ name: String) throws -> Double {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        guard let fields = line?.split(whereSeparator: \.isWhitespace), fields.count == 3, let kilobytes = Double(fields[1]) else {
            throw BenchmarkError("/proc/self/status has no \(name)")
        }
        return kilobytes * 1024
    }
}
