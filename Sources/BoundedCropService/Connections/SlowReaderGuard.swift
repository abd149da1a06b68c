internal import CLibrary
internal import NIOCore

/// Closes connections whose clients read nothing of a pending answer. A client that reads, however slowly, gets the whole answer.
final class SlowReaderGuard: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let clock: any ConnectionClock
    /// How long a client may read nothing.
    private let timeout: TimeAmount
    private var writtenCount = 0
    private var sentCount = 0
    private var lastProgress: NIODeadline
    private var timer: Scheduled<Void>?

    init(clock: any ConnectionClock, timeout: TimeAmount) {
        (self.clock, self.timeout) = (clock, timeout)
        lastProgress = clock.now
    }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        writtenCount += unwrapOutboundIn(data).readableBytes
        context.write(data, promise: promise)
        if timer == nil {
            lastProgress = clock.now
            watch(context)
        }
    }

    /// Checks several times within the timeout, so that it is not exceeded by much.
    private func watch(_ context: ChannelHandlerContext) {
        let next = clock.now + .nanoseconds(max(1, timeout.nanoseconds / 4))
        timer = clock.schedule(at: next, on: context.eventLoop.assumeIsolated()) { [self] in
            timer = nil
            guard context.channel.isActive else { return }
            let waitingCount = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
            guard waitingCount > 0 else { return }
            if writtenCount - waitingCount > sentCount {
                sentCount = writtenCount - waitingCount
                lastProgress = clock.now
            }
            if clock.now - lastProgress < timeout { watch(context) } else { hangUp(context) }
        }
    }

    /// Closes immediately, so that the system does not keep unread data.
    private func hangUp(_ context: ChannelHandlerContext) {
        let abort = linger(l_onoff: 1, l_linger: 0)
        guard let options = context.channel as? any SocketOptionProvider else { return context.close(promise: nil) }
        options.setSoLinger(abort).assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    }
}
