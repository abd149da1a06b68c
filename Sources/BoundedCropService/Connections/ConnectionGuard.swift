internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes

/// Closes connections on which nothing useful happens: a request that comes too slowly, or none for too long. Answers what is no HTTP, and
/// knows when a client has left while it is being answered.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    let presence = ClientPresence()
    /// How long the head of a request, and then its body, may take.
    private let requestTimeout: TimeAmount
    /// How long a connection is kept without a request.
    private let idleTimeout: TimeAmount
    /// How long a client that is still talking has to read the last answer.
    private let lingering = TimeAmount.seconds(2)
    private var timer: Scheduled<Void>?
    private var unansweredCount = 0
    private var isReadingRequest = false
    private var isLastAnswer = false

    init(requestTimeout: TimeAmount, idleTimeout: TimeAmount) {
        self.requestTimeout = requestTimeout
        self.idleTimeout = idleTimeout
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { close(context, after: requestTimeout) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
    }

    func channelActive(context: ChannelHandlerContext) {
        close(context, after: requestTimeout)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        presence.leave()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            unansweredCount += 1
            isReadingRequest = true
            if !isLastAnswer { close(context, after: requestTimeout) }
        case .body: break
        case .end:
            isReadingRequest = false
            // The answer has a deadline of its own.
            if !isLastAnswer { timer?.cancel() }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            if head.headerFields[.connection] == "close" { isLastAnswer = true }
            context.write(data, promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            unansweredCount -= 1
            // Behind a body that nobody reads, the next request could not be found.
            if unansweredCount == 0, isReadingRequest { isLastAnswer = true }
            if isLastAnswer {
                writeEnd(context, data, promise)
            } else {
                if unansweredCount == 0 { close(context, after: idleTimeout) }
                context.write(data, promise: promise)
            }
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A client that closes its side after a request is taken to have gone, as nearly all that do have.
        if case .inputClosed? = event as? ChannelEvent { presence.leave() }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let isOfTransport = error is IOError || error is ChannelError
        guard unansweredCount == 0, !isLastAnswer, !isOfTransport else { return context.fireErrorCaught(error) }
        var answer = Problem.answer(for: MalformedRequest.error(for: error), requestID: ServiceRequest.makeID())
        answer.headers[.connection] = "close"
        answer.headers[.contentLength] = String(answer.body.count)
        unansweredCount += 1
        let parts: [HTTPResponsePart] = [
            .head(.init(status: answer.status, headerFields: answer.headers)), .body(answer.body.buffer), .end(nil),
        ]
        for part in parts { write(context: context, data: wrapOutboundOut(part), promise: nil) }
        context.flush()
    }

    /// Hangs up, but goes on listening for a while: a client whose words meet a closed connection may never see the answer.
    private func writeEnd(_ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?) {
        let channel = context.channel
        let written = promise ?? context.eventLoop.makePromise()
        written.futureResult.whenComplete { _ in channel.close(mode: .output, promise: nil) }
        close(context, after: lingering)
        context.write(data, promise: written)
    }

    private func close(_ context: ChannelHandlerContext, after time: TimeAmount) {
        timer?.cancel()
        let channel = context.channel
        timer = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }
}
