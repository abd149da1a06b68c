internal import BoundedCrop
internal import BoundedCropLoading
internal import FoundationEssentials
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import Synchronization

/// The service's certificate and key, read again when their files change.
///
/// The files are looked at when a client connects, at most once a second. While a changed file is invalid, which is logged once, or the two
/// do not belong together, the earlier ones stay in use.
final class ServerCertificate: Sendable {
    private struct State {
        var context: NIOSSLContext
        var versions: [FileVersion?]
        var checked: Date
    }

    /// How long files are taken to be unchanged, in seconds.
    private static let lifetime = 1.0

    private let files: CertificateFiles
    private let clock: any LoadingClock
    private let logger: Logger
    private let state: Mutex<State>

    /// Throws `invalidSetting`, naming the file, if the certificate or the key cannot be used.
    init(_ files: CertificateFiles, clock: any LoadingClock, logger: Logger) throws {
        (self.files, self.clock, self.logger) = (files, clock, logger)
        // Before reading: a file that changes meanwhile is read again.
        let versions = files.versions
        state = Mutex(State(context: try files.context(), versions: versions, checked: clock.now))
    }

    /// What a new connection is encrypted with.
    func context(on eventLoop: any EventLoop) -> EventLoopFuture<NIOSSLContext> {
        let now = clock.now
        let (known, isDue) = state.withLock { state in
            // Clocks may be set back.
            let isDue = !(0..<Self.lifetime).contains(now.timeIntervalSince(state.checked))
            if isDue { state.checked = now }
            return (state.context, isDue)
        }
        guard isDue else { return eventLoop.makeSucceededFuture(known) }
        // Files are not read on an event loop.
        return NIOThreadPool.singleton.runIfActive(eventLoop: eventLoop) { self.current() }.recover { _ in known }
    }

    private func current() -> NIOSSLContext {
        let versions = files.versions
        let (known, isChanged) = state.withLock { state in
            let isChanged = state.versions != versions
            state.versions = versions
            return (state.context, isChanged)
        }
        guard isChanged else { return known }
        do {
            let context = try files.context()
            state.withLock { $0.context = context }
            logger.info("the certificate has been read again", metadata: ["file": "\(files.certificate)"])
            return context
        } catch {
            logger.error("the certificate cannot be read again; the earlier one stays in use", metadata: ["error": "\(error)"])
            return known
        }
    }
}
