internal import BoundedCrop
internal import Logging
internal import Synchronization

/// Whether the folder of pictures can be read, which `/readyz` tells. It may be on a disk that goes away and comes back.
final class RootCheck: Sendable {
    private let folder: FolderSource
    private let logger: Logger
    private let hasFailed = Atomic(false)

    init(_ folder: FolderSource, logger: Logger) {
        (self.folder, self.logger) = (folder, logger)
    }

    /// Throws `invalidSetting`, naming the folder, if it cannot be read.
    func run() async throws {
        do {
            try await folder.check()
        } catch let error as BoundedCropError where error.code == .unreadableFile {
            throw BoundedCropError(.invalidSetting, "root: \(folder.root): \(error.message)", underlying: error)
        }
    }

    /// Whether the folder can be read. Changes are logged.
    func passes() async throws -> Bool {
        do {
            try await run()
            if hasFailed.exchange(false, ordering: .relaxed) { logger.info("root: the picture folder can be read again") }
            return true
        } catch let error as BoundedCropError where error.code == .invalidSetting {
            if !hasFailed.exchange(true, ordering: .relaxed) { logger.warning("not ready: \(error.message)") }
            return false
        }
    }
}
