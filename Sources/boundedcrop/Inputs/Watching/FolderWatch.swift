import BoundedCrop
import CLibrary

/// Learns from the kernel what happens in folders: inotify(7).
final class FolderWatch: Sendable {
    private let descriptor: Int32
    /// A pipe that ends a wait.
    private let wakeUps: (reader: Int32, writer: Int32)

    /// Throws `limitExceeded` if the system allows no more of them, and `unreadableFile` if it has none.
    init() throws {
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { throw Self.failure(errno) }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            let code = errno
            close(descriptor)
            throw Self.failure(code)
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        wakeUps = (ends[0], ends[1])
    }

    deinit { for descriptor in [descriptor, wakeUps.reader, wakeUps.writer] { close(descriptor) } }

    /// Begins to watch a folder, without those in it. A folder that is watched already keeps its number.
    ///
    /// Throws `limitExceeded` if the system allows no more, and `unreadableFile`.
    /// - Returns: The number of the watch.
    func add(_ folder: String) throws -> Int32 {
        let watch = inotify_add_watch(descriptor, folder, FolderEvent.wanted)
        guard watch >= 0 else { throw Self.failure(errno) }
        return watch
    }

    /// Ends a watch. The events that have already happened still come.
    func remove(_ watch: Int32) { _ = inotify_rm_watch(descriptor, watch) }

    /// What has happened and was not read yet, or a part of that if it is much. Does not wait.
    func events() -> [FolderEvent] {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = read(descriptor, &buffer, buffer.count)
        return count > 0 ? FolderEvent.events(in: buffer.prefix(count)) : []
    }

    /// Waits until something has happened, or until `wake` is called. Blocks.
    ///
    /// Throws an `ExitStatus` without a message if nobody can read standard output any more.
    func wait() throws {
        var states = [descriptor, wakeUps.reader].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        // Without events, it waits for the end of the reader.
        states.append(pollfd(fd: STDOUT_FILENO, events: 0, revents: 0))
        while poll(&states, nfds_t(states.count), -1) < 0, errno == EINTR {}
        if states[2].revents != 0 { throw ExitStatus.readerLeft }
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(wakeUps.reader, &bytes, bytes.count) > 0 {}
    }

    /// Ends the wait that there is, or else the next one. Safe to call from any thread.
    func wake() {
        var byte: UInt8 = 0
        // A full pipe wakes as well.
        _ = write(wakeUps.writer, &byte, 1)
    }

    private static func failure(_ code: Int32) -> BoundedCropError {
        let cause = SystemError(code: code)
        switch code {
        case ENOSPC: return limit("max_user_watches", "watched folders", "or watch fewer folders", cause)
        case EMFILE: return limit("max_user_instances", "programs that watch folders", "or end one", cause)
        default:
            return BoundedCropError(.unreadableFile, "the folder cannot be watched: \(SystemError.text(code))", underlying: cause)
        }
    }

    private static func limit(_ name: String, _ what: String, _ otherwise: String, _ cause: SystemError) -> BoundedCropError {
        let message =
            "the system allows this user no more \(what): raise the number in /proc/sys/fs/inotify/\(name) "
            + "(sysctl fs.inotify.\(name)), \(otherwise)"
        return BoundedCropError(.limitExceeded, message, underlying: cause)
    }
}
