internal import CLibrary

/// The file descriptors of the process: each connection, file and download uses one.
package enum FileDescriptors {
    /// More than the service needs; the system's own limit may be unlimited.
    private static let most = 65_536

    /// Raises the limit of open files to what the system allows, at most 65,536. The initial limit is low for programs that use `select`.
    ///
    /// The limit belongs to the whole process, so it is for programs to call, not for libraries.
    package static func raiseLimit() {
        var limit = rlimit()
        guard getrlimit(openFiles, &limit) == 0 else { return }
        let wanted = min(limit.rlim_max, rlim_t(most))
        guard limit.rlim_cur < wanted else { return }
        limit.rlim_cur = wanted
        // If this fails, fewer connections are possible.
        _ = setrlimit(openFiles, &limit)
    }

    /// The number of connections that fit besides the descriptors already open and those that the service itself needs.
    ///
    /// - Parameters:
    ///   - workers: The number of pictures processed at once; nil is the number of cores.
    ///   - downloads: The number of pictures downloaded at once.
    static func roomForConnections(workers: Int?, downloads: Int) -> Int {
        // Files of caches, of the folder and of the system, and an event loop for each core.
        let reserve = 24 + 4 * coreCount + 4 * (workers ?? coreCount) + 2 * downloads
        return max(1, limit - openCount - reserve)
    }

    #if canImport(Glibc)
    private static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    private static let openFiles = RLIMIT_NOFILE
    #endif

    private static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    private static var limit: Int {
        var limit = rlimit()
        guard getrlimit(openFiles, &limit) == 0 else { return 1024 }
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
