import BoundedCrop
import Synchronization

/// Tracks which picture each output of a run belongs to, so that no two write the same file.
final class OutputNames: Sendable {
    private let sources = Mutex<[String: String]>([:])

    /// Throws `fileExists` if another picture has this path.
    func claim(_ path: String, for source: String) throws {
        let other = sources.withLock { sources in
            let other = sources[path]
            if other == nil { sources[path] = source }
            return other
        }
        if let other {
            throw BoundedCropError(
                .fileExists,
                "\(path) is already made of \(other): give the inputs different names, or run once for each"
            )
        }
    }
}
