internal import Glibc

/// The file descriptors that the process may have: each connection, file and picture from the web takes one.
public enum FileDescriptors {
    /// More than anybody needs; what is given may be without end.
    private static let most = 65_536

    /// Lets the process have as many as the system would give it, at most 65,536: the limit that it begins with is for programs that
    /// count on few (`select`).
    ///
    /// It is the whole process's, so for a program to call, not for a library.
    public static func raiseLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        let wanted = min(limit.rlim_max, rlim_t(most))
        guard limit.rlim_cur < wanted else { return }
        limit.rlim_cur = wanted
        // Where it is refused, there are fewer connections.
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// How many connections there is room for beside what is open already and what the service itself needs.
    /// - Parameters:
    ///   - workers: how many pictures are worked on at once; nil is the number of cores.
    ///   - downloads: how many pictures are loaded from the web at once.
    static func roomForConnections(workers: Int?, downloads: Int) -> Int {
        // Files of storages, of the folder and of the system's own; an event loop for each core.
        let reserve = 24 + 4 * coreCount + 4 * (workers ?? coreCount) + 2 * downloads
        return max(1, limit - openCount - reserve)
    }

    private static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    private static var limit: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        return Int(min(limit.rlim_cur, rlim_t(most)))
    }

    private static var openCount: Int {
        guard let folder = opendir("/proc/self/fd") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        return count
    }
}
