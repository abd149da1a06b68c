internal import CCalls
internal import CLibrary

/// The processes that have a file open for writing.
package enum FileWriters {
    /// Whether there are any; nil if the file cannot be opened or the system does not say, as about files of other users.
    package static func areThere(for path: String) -> Bool? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let answer = bc_is_open_for_writing(descriptor)
        return answer < 0 ? nil : answer == 1
    }
}
