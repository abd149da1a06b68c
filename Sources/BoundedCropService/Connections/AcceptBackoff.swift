internal import Glibc
internal import Logging
internal import NIOCore

/// Waits before it accepts again, where the system has no descriptor or no memory for one more connection.
///
/// Such a connection stays in the system's queue: without a pause it would be tried again at once, and again, by a core that does nothing
/// else.
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
            // A client that has gone before it was let in.
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
        logger.warning("no more connections can be let in for a moment", metadata: ["error": "\(error)"])
        // Not reading is not enough: after an error, NIO goes on to be told of every connection that waits. Only a change of the option ends that.
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
