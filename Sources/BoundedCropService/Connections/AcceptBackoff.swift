internal import BoundedCropLoading
internal import CLibrary
internal import Logging
internal import NIOCore

/// Pauses before accepting again when the system has no descriptor or memory for another connection.
///
/// Such a connection stays in the system's queue. Without a pause, accepting it would be retried in a busy loop.
final class AcceptBackoff: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias OutboundIn = Never

    private static let pause = TimeAmount.milliseconds(200)

    private let logger: Logger
    private var isPausing = false
    private var spares = SpareDescriptors()

    init(logger: Logger) {
        self.logger = logger
        _ = spares.hold()
    }

    deinit { spares.release() }

    func read(context: ChannelHandlerContext) {
        if !isPausing { context.read() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch (error as? IOError)?.errnoCode {
        case ECONNABORTED?:
            // The client left before it was accepted.
            break
        case EMFILE?, ENFILE?, ENOBUFS?, ENOMEM?:
            pause(context, error)
        default:
            context.fireErrorCaught(error)
        }
    }

    private func pause(_ context: ChannelHandlerContext, _ error: any Error) {
        guard !isPausing else { return }
        isPausing = true
        spares.release()
        logger.warning("cannot accept more connections for now", metadata: ["error": "\(ConnectionWords.text(error))"])
        // Not reading is not enough: after an error, NIO keeps being notified of every waiting connection. Only a change of the option
        // stops that.
        let options = context.channel.syncOptions
        try? options?.setOption(.autoRead, value: true)
        try? options?.setOption(.autoRead, value: false)
        tryAgain(context.eventLoop, options)
    }

    private func tryAgain(_ eventLoop: any EventLoop, _ options: (any NIOSynchronousChannelOptions)?) {
        eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { [self] in
            guard spares.hold() else { return tryAgain(eventLoop, options) }
            isPausing = false
            try? options?.setOption(.autoRead, value: true)
        }
    }
}
