internal import NIOCore
internal import NIOTLS

/// Finds out which protocol a client speaks, and then makes way for the handlers of that protocol.
///
/// With encryption, the client and the service agree on it (ALPN). Without, HTTP/2 begins with a text that is no request of HTTP/1.1: the
/// client knows that the service understands HTTP/2 (RFC 9113, 3.3 and 3.4).
final class ProtocolChoice: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The text that HTTP/2 begins with.
    static let preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

    private enum Offer { case unknown, open, chosen }

    private let connections: OpenConnections
    private let clock: any ConnectionClock
    private let timeout: TimeAmount
    private let choice: EventLoopPromise<ServiceConnection>
    /// Adds the handlers of a protocol, whose first request must arrive by the deadline.
    private let begin: (ServiceConnection.Version, _ deadline: NIODeadline) throws -> ServiceConnection
    private var offer: Offer
    private var received = ByteBuffer()
    private var deadline = NIODeadline.distantFuture
    private var isAskedToEnd = false
    private var timer: Scheduled<Void>?
    /// Time for a request that is already on its way when the connection is asked to end.
    private let grace = TimeAmount.milliseconds(100)

    init(
        isEncrypted: Bool,
        connections: OpenConnections,
        clock: any ConnectionClock,
        timeout: TimeAmount,
        choice: EventLoopPromise<ServiceConnection>,
        begin: @escaping (ServiceConnection.Version, _ deadline: NIODeadline) throws -> ServiceConnection
    ) {
        (self.connections, self.clock, self.timeout) = (connections, clock, timeout)
        (self.choice, self.begin) = (choice, begin)
        offer = isEncrypted ? .unknown : .open
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { start(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop(context) }

    func channelActive(context: ChannelHandlerContext) {
        start(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop(context)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard offer != .chosen else { return context.fireChannelRead(data) }
        var bytes = unwrapInboundIn(data)
        received.writeBuffer(&bytes)
        guard offer == .open else { return }
        let known = received.readableBytesView.prefix(Self.preface.utf8.count)
        guard Self.preface.utf8.starts(with: known) else { return choose(.http1, context) }
        if known.count == Self.preface.utf8.count { choose(.http2, context) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard offer != .chosen else { return context.fireUserInboundEventTriggered(event) }
        switch event {
        case TLSUserEvent.handshakeCompleted(let name):
            choose(name == "h2" ? .http2 : .http1, context)
        case is ChannelShouldQuiesceEvent:
            isAskedToEnd = true
            close(context, at: clock.now + grace)
        case ChannelEvent.inputClosed:
            if offer == .unknown { return context.close(promise: nil) }
            choose(.http1, context, then: event)
        default:
            context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A connection that could not be encrypted.
        if offer == .unknown { return context.close(promise: nil) }
        context.fireErrorCaught(error)
    }

    /// - Parameter event: An event for the protocol's handlers.
    private func choose(_ version: ServiceConnection.Version, _ context: ChannelHandlerContext, then event: Any? = nil) {
        offer = .chosen
        timer?.cancel()
        do {
            choice.succeed(try begin(version, deadline))
        } catch {
            choice.fail(error)
            return context.close(promise: nil)
        }
        if isAskedToEnd { context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
        if received.readableBytes > 0 {
            context.fireChannelRead(wrapInboundOut(received))
            context.fireChannelReadComplete()
        }
        if let event { context.fireUserInboundEventTriggered(event) }
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }

    private func start(_ context: ChannelHandlerContext) {
        guard offer != .chosen else { return }
        connections.entered(context.channel)
        deadline = clock.now + timeout
        close(context, at: deadline)
    }

    private func stop(_ context: ChannelHandlerContext) {
        timer?.cancel()
        guard offer != .chosen else { return }
        offer = .chosen
        connections.left(context.channel)
        choice.fail(ChannelError.eof)
    }

    private func close(_ context: ChannelHandlerContext, at time: NIODeadline) {
        timer?.cancel()
        timer = clock.close(context.channel, at: time)
    }
}
