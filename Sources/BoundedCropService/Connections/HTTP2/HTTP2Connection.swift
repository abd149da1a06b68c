internal import NIOCore
internal import NIOHTTP2

/// Controls the lifetime of an HTTP/2 connection: closes idle and stalled ones, and ends it after the requests that have arrived when it is
/// asked to. Each request has a `StreamGuard`, which reports here.
final class HTTP2Connection: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private let connections: OpenConnections
    private let slowReaders: SlowReaderGuard
    private let deadline: NIODeadline
    private let idleTimeout: TimeAmount
    private let writeTimeout: TimeAmount
    /// Time for requests that are already on their way when the client is told to send no more.
    private let grace = TimeAmount.milliseconds(100)
    private var context: ChannelHandlerContext?
    private var timer: Scheduled<Void>?
    private var graceTimer: Scheduled<Void>?
    private var drainTimer: Scheduled<Void>?
    private var stallTimer: Scheduled<Void>?

    private var openCount = 0
    /// Parts of answers that have not been sent, because the client or the network is slow.
    private var unsentCount = 0
    private var lastSent = NIODeadline.now()
    private var lastStream = HTTP2StreamID.rootStream
    private var isAskedToEnd = false
    /// Whether the client has been told which request is the last one that is answered.
    private var isLastKnown = false
    private var isOver = false

    /// - Parameters:
    ///   - deadline: When the first request must have arrived.
    ///   - idleTimeout: How long the connection is kept open without a request.
    ///   - writeTimeout: How long a client may take nothing of its answers.
    init(
        connections: OpenConnections,
        slowReaders: SlowReaderGuard,
        firstRequestBy deadline: NIODeadline,
        idleTimeout: TimeAmount,
        writeTimeout: TimeAmount
    ) {
        (self.connections, self.slowReaders, self.deadline) = (connections, slowReaders, deadline)
        (self.idleTimeout, self.writeTimeout) = (idleTimeout, writeTimeout)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        finish(at: deadline)
    }

    func handlerRemoved(context: ChannelHandlerContext) { end(context) }

    func channelInactive(context: ChannelHandlerContext) {
        end(context)
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { return endSoon() }
        // A client that sends nothing more is gone: it could not even say that it still takes answers.
        if case .inputClosed? = event as? ChannelEvent { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The reason has been sent to the client.
        if !HTTP2Limits.isOfStream(error) { context.close(promise: nil) }
    }

    // MARK: Requests

    func opened(_ stream: HTTP2StreamID) {
        lastStream = max(lastStream, stream)
        openCount += 1
        timer?.cancel()
        if let context { connections.works(context.channel) }
        // New connections are answered while the service ends, with one request each.
        if connections.isDraining { endSoon() }
    }

    func closed() {
        openCount -= 1
        settle()
    }

    /// A part of an answer is waiting for the client.
    func queued() {
        unsentCount += 1
        guard stallTimer == nil else { return }
        lastSent = .now()
        watch()
    }

    /// A part of an answer has been sent, or has been given up.
    func sent(_ isSuccess: Bool) {
        unsentCount -= 1
        if isSuccess { lastSent = .now() }
        settle()
    }

    private func settle() {
        guard openCount == 0, unsentCount == 0, let context, context.channel.isActive else { return }
        connections.rests(context.channel)
        if isAskedToEnd ? isLastKnown : connections.isFull {
            finish()
        } else if !isAskedToEnd {
            finish(at: .now() + idleTimeout)
        }
    }

    /// Checks several times within the timeout, so that it is not exceeded by much.
    private func watch() {
        stallTimer = context?.eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(max(1, writeTimeout.nanoseconds / 4))) { [self] in
            stallTimer = nil
            guard let context, context.channel.isActive, unsentCount > 0 else { return }
            if .now() - lastSent < writeTimeout { watch() } else { slowReaders.hangUp() }
        }
    }

    // MARK: The end

    private func endSoon() {
        guard !isAskedToEnd, let context else { return }
        isAskedToEnd = true
        if let end = connections.drainEnd {
            let channel = context.channel
            drainTimer = context.eventLoop.scheduleTask(deadline: end) { channel.close(promise: nil) }
        }
        timer?.cancel()
        // Requests that are on their way would be lost otherwise (RFC 9113, 6.8).
        sayGoodbye(after: .maxID, context)
        graceTimer = context.eventLoop.assumeIsolated().scheduleTask(in: grace) { [self] in
            guard let context = self.context, context.channel.isActive, !isOver else { return }
            isLastKnown = true
            sayGoodbye(after: lastStream, context)
            settle()
        }
    }

    private func finish(at time: NIODeadline) {
        timer?.cancel()
        timer = context?.eventLoop.assumeIsolated().scheduleTask(deadline: time) { [self] in finish() }
    }

    private func finish() {
        guard !isOver, let context, context.channel.isActive else { return }
        isOver = true
        let channel = context.channel
        // Closed only when everything before has been sent.
        let said = context.eventLoop.makePromise(of: Void.self)
        said.futureResult.whenComplete { _ in channel.close(promise: nil) }
        sayGoodbye(after: lastStream, context, said)
    }

    private func sayGoodbye(after stream: HTTP2StreamID, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>? = nil) {
        let frame = HTTP2Frame(
            streamID: .rootStream,
            payload: .goAway(lastStreamID: stream, errorCode: .noError, opaqueData: nil)
        )
        context.writeAndFlush(wrapOutboundOut(frame), promise: promise)
    }

    private func end(_ context: ChannelHandlerContext) {
        timer?.cancel()
        graceTimer?.cancel()
        drainTimer?.cancel()
        stallTimer?.cancel()
        self.context = nil
        connections.left(context.channel)
    }
}
