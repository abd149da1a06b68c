internal import BoundedCrop
internal import NIOCore
internal import NIOHTTP2

/// Controls the lifetime of an HTTP/2 connection: closes idle and stalled ones, and ends it after the requests that have arrived when it is
/// asked to. Each request has a `StreamGuard`, which reports here.
final class HTTP2Connection: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private let connections: OpenConnections
    private let slowReaders: SlowReaderGuard
    private let clock: any ConnectionClock
    private let deadline: NIODeadline
    private let idleTimeout: TimeAmount
    private let writeTimeout: TimeAmount
    /// Time for requests that are already on their way when the client is told to send no more.
    private let grace = TimeAmount.milliseconds(100)
    /// How long a client may take to read the last answers and to close its side.
    private let lingering = TimeAmount.seconds(2)
    private var context: ChannelHandlerContext?
    private var timer: Scheduled<Void>?
    private var graceTimer: Scheduled<Void>?
    private var drainTimer: Scheduled<Void>?
    private var stallTimer: Scheduled<Void>?

    private var openCount = 0
    /// Parts of answers that have not been sent, because the client or the network is slow.
    private var unsentCount = 0
    private var lastSent: NIODeadline
    private var lastStream = HTTP2StreamID.rootStream
    /// The bytes in the heads of requests that have not been answered.
    private var headByteCount = 0
    /// Whether the client has been told of an error of the whole connection.
    private var hasFailed = false
    private var isAskedToEnd = false
    /// Whether the client has been told which request is the last one that is answered.
    private var isLastKnown = false
    /// Whether nothing more is sent.
    private var isOver = false

    /// - Parameters:
    ///   - deadline: When the first request must have arrived.
    ///   - idleTimeout: How long the connection is kept open without a request.
    ///   - writeTimeout: How long a client may take nothing of its answers.
    init(
        connections: OpenConnections,
        slowReaders: SlowReaderGuard,
        clock: any ConnectionClock,
        firstRequestBy deadline: NIODeadline,
        idleTimeout: TimeAmount,
        writeTimeout: TimeAmount
    ) {
        (self.connections, self.slowReaders, self.clock) = (connections, slowReaders, clock)
        (self.deadline, self.idleTimeout, self.writeTimeout) = (deadline, idleTimeout, writeTimeout)
        lastSent = clock.now
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
        // The library reports errors of single streams here as well; it has ended those streams.
        let isOfLibrary = error is any NIOHTTP2Error || error is NIOHTTP2Errors.StreamError
        // After an answer that cannot be encoded, client and service would no longer decode heads in the same way.
        let isOfEncoding = error is NIOHTTP2Errors.UnableToSerializeFrame
        if isOver ? !isOfLibrary : hasFailed || isOfEncoding || !isOfLibrary { context.close(promise: nil) }
    }

    // MARK: Requests

    func opened(_ stream: HTTP2StreamID) {
        lastStream = max(lastStream, stream)
        openCount += 1
        if !isOver { timer?.cancel() }
        if let context { connections.works(context.channel) }
        // New connections are answered while the service ends, with one request each.
        if connections.isDraining { endSoon() }
    }

    /// - Parameter headByteCount: What `keeps` has been called with; 0 if it has not.
    func closed(headByteCount: Int) {
        openCount -= 1
        self.headByteCount -= headByteCount
        settle()
    }

    /// A head stays in memory until its stream is closed.
    ///
    /// Throws `headersTooLarge` if the heads of the connection exceed their limit. Few bytes can stand for a large head (RFC 7541, 7.3), so
    /// that all streams with the largest heads would be too much.
    func keeps(headByteCount: Int) throws {
        guard self.headByteCount + headByteCount <= HTTP2Limits.mostHeadBytes else {
            throw BoundedCropError(
                .headersTooLarge,
                "the heads of a connection's requests have at most \(HTTP2Limits.mostHeadBytes) bytes at once"
            )
        }
        self.headByteCount += headByteCount
    }

    /// A part of an answer is waiting for the client.
    func queued() {
        unsentCount += 1
        guard stallTimer == nil else { return }
        lastSent = clock.now
        watch()
    }

    /// A part of an answer has been sent, or has been given up.
    func sent(_ isSuccess: Bool) {
        unsentCount -= 1
        if isSuccess { lastSent = clock.now }
        settle()
    }

    private func settle() {
        guard !isOver, openCount == 0, unsentCount == 0, let context, context.channel.isActive else { return }
        connections.rests(context.channel)
        if isAskedToEnd ? isLastKnown : connections.isFull {
            finish()
        } else if !isAskedToEnd {
            finish(at: clock.now + idleTimeout)
        }
    }

    /// Checks several times within the timeout, so that it is not exceeded by much.
    private func watch() {
        guard let context else { return }
        let next = clock.now + .nanoseconds(max(1, writeTimeout.nanoseconds / 4))
        stallTimer = clock.schedule(at: next, on: context.eventLoop.assumeIsolated()) { [self] in
            stallTimer = nil
            guard let context = self.context, context.channel.isActive, unsentCount > 0 else { return }
            if clock.now - lastSent < writeTimeout { watch() } else { slowReaders.hangUp() }
        }
    }

    // MARK: The end

    private func endSoon() {
        guard !isAskedToEnd, let context else { return }
        isAskedToEnd = true
        if let end = connections.drainEnd {
            drainTimer = clock.close(context.channel, at: end)
        }
        timer?.cancel()
        // Requests that are on their way would be lost otherwise (RFC 9113, 6.8).
        sayGoodbye(after: .maxID, context)
        graceTimer = clock.schedule(at: clock.now + grace, on: context.eventLoop.assumeIsolated()) { [self] in
            guard let context = self.context, context.channel.isActive, !isOver else { return }
            isLastKnown = true
            sayGoodbye(after: lastStream, context)
            settle()
        }
    }

    private func finish(at time: NIODeadline) {
        timer?.cancel()
        guard let context else { return }
        timer = clock.schedule(at: time, on: context.eventLoop.assumeIsolated()) { [self] in finish() }
    }

    private func finish() {
        guard !isOver, let context, context.channel.isActive else { return }
        isOver = true
        timer?.cancel()
        // Closed only when everything before has been sent, and while reading goes on: a client that is still sending to a closed
        // connection may never see the last answers.
        let said = context.eventLoop.makePromise(of: Void.self)
        said.futureResult.assumeIsolated().whenComplete { [self] _ in
            guard let context = self.context else { return }
            context.close(mode: .output, promise: nil)
            timer = clock.close(context.channel, at: clock.now + lingering)
        }
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

extension HTTP2Connection: NIOHTTP2FrameDelegate {
    /// The library announces errors of the whole connection before it reports them.
    func wroteFrame(_ frame: HTTP2Frame) {
        if case .goAway(_, let code, _) = frame.payload, code != .noError { hasFailed = true }
    }
}
