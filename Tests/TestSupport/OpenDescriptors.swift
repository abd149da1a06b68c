import Foundation

/// The open files, sockets and pipes of this process.
///
/// Left out is what the system opens when it first needs it, at a time of its own: libdispatch and the event loops their timers and queues,
/// and files in /proc.
package enum OpenDescriptors {
    package static func count() throws -> Int {
        let files = FileManager.default
        return try files.contentsOfDirectory(atPath: "/proc/self/fd").count { number in
            // The folder itself was open while it was read.
            guard let target = try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)") else { return false }
            return !target.hasPrefix("anon_inode:") && !target.hasPrefix("/proc/")
        }
    }
}
