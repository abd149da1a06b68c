internal import BoundedCrop
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes

/// Controls the lifetime of a connection: closes idle or stalled ones, marks the last answer, answers malformed requests, and notices when
/// a client leaves while its request is being answered.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    let presence = ClientPresence()
    private let connections: OpenConnections
    private let clock: any ConnectionClock
    /// Called with the error of a malformed request and the answer to it.
    private let refused: @Sendable (_ error: BoundedCropError, _ answer: Answer, _ client: String) -> Void
    /// The time limit for receiving the head of a request, and again for its body.
    private let requestTimeout: TimeAmount
    /// How long a connection is kept open without a request.
    private let idleTimeout: TimeAmount
    /// How long a client that is still sending may take to read the last answer.
    private let lingering = TimeAmount.seconds(2)
    /// Time for requests that are already on their way when the connection is asked to end.
    private let grace = TimeAmount.milliseconds(100)
    private var timer: Scheduled<Void>?
    private var drainTimer: Scheduled<Void>?

    private var unansweredCount = 0
    /// Answers not yet read by the client.
    private var unsentCount = 0
    private var isReadingRequest = false
    /// Whether the head of an answer was sent whose end was not.
    private var isAnswering = false
    /// Whether interim answers would be taken for the answer.
    private var isOfOldVersion = false
    /// The last request's `Connection` header: see `RequestHeadRules`.
    private var wish: String?
    /// The answer to malformed bytes that followed requests which are still being answered.
    private var problem: Answer?
    private var isAskedToEnd = false
    private var isLastAnswer = false
    /// Whether the end of the last answer has been passed on.
    private var isOver = false

    init(
        connections: OpenConnections,
        clock: any ConnectionClock,
        requestTimeout: TimeAmount,
        idleTimeout: TimeAmount,
        refused: @escaping @Sendable (_ error: BoundedCropError, _ answer: Answer, _ client: String) -> Void
    ) {
        self.connections = connections
        self.clock = clock
        self.refused = refused
        self.requestTimeout = requestTimeout
        self.idleTimeout = idleTimeout
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { begin(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { end(context) }

    func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(context)
        context.fireChannelInactive()
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The client has been told that no further requests are answered.
        guard !isOver, !isLastAnswer || isReadingRequest else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            unansweredCount += 1
            isReadingRequest = true
            wish = head.headerFields[.connection]
            connections.works(context.channel)
            close(context, after: requestTimeout)
        case .body: break
        case .end:
            isReadingRequest = false
            // Making the answer has its own deadline.
            timer?.cancel()
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        // After the last answer, no other handler reads.
        if isOver { context.read() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !error.isOfTransport else { return context.fireErrorCaught(error) }
        guard !isOver else { return }
        // A broken body is handled by its reader.
        guard !isReadingRequest else { return context.fireErrorCaught(error) }
        let error = MalformedRequest.error(for: error)
        let answer = MalformedRequest.answer(to: error)
        problem = answer
        refused(error, answer, context.channel.client)
        if unansweredCount == 0 { writeProblem(context) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { return endSoon(context) }
        if event is RequestHeadCheck.OldVersion { isOfOldVersion = true }
        if case .inputClosed? = event as? ChannelEvent { clientStoppedSending(context) }
        context.fireUserInboundEventTriggered(event)
    }

    /// A client may close its sending side after a request and still read the answer. One that is gone has closed it, too, but its system
    /// refuses what it is sent: an interim answer finds that out while the answer is made.
    private func clientStoppedSending(_ context: ChannelHandlerContext) {
        guard !isReadingRequest else { return presence.leave() }
        guard unansweredCount > 0, !isAnswering, !isOfOldVersion else { return }
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .init(code: 102, reasonPhrase: "Processing")))), promise: nil)
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isOver else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.kind != .informational:
            isAnswering = true
            isLastAnswer = isLast(head)
            head.headerFields[.connection] = isLastAnswer ? "close" : wish == "keep-alive" ? wish : nil
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .head, .body:
            context.write(data, promise: promise)
        case .end:
            isAnswering = false
            unansweredCount -= 1
            unsentCount += 1
            isOver = isLastAnswer
            let sent = promise ?? context.eventLoop.makePromise()
            sent.futureResult.assumeIsolated().whenComplete { [self] _ in answerWasSent(context) }
            context.write(data, promise: sent)
            if isOver {
                context.read()
            } else if unansweredCount == 0, problem != nil {
                writeProblem(context)
            }
        }
    }

    private func isLast(_ head: HTTPResponse) -> Bool {
        if head.headerFields[.connection] == "close" { return true }
        // If a malformed request follows, its answer is the last one.
        guard unansweredCount == 1, problem == nil else { return false }
        // If the body is not read to its end, the next request cannot be found.
        return isReadingRequest || wish == "close" || isAskedToEnd || connections.isDraining || connections.isFull
    }

    private func writeProblem(_ context: ChannelHandlerContext) {
        guard var answer = problem else { return }
        problem = nil
        unansweredCount += 1
        connections.works(context.channel)
        answer.headers[.connection] = "close"
        let parts: [HTTPResponsePart] = [
            .head(.init(status: answer.status, headerFields: answer.headers)), .body(answer.body.buffer), .end(nil),
        ]
        for part in parts { write(context: context, data: wrapOutboundOut(part), promise: nil) }
        context.flush()
    }

    private func answerWasSent(_ context: ChannelHandlerContext) {
        unsentCount -= 1
        guard unsentCount == 0, isOver || unansweredCount == 0, context.channel.isActive else { return }
        connections.rests(context.channel)
        if isOver {
            // Close the sending side, but keep reading for a while: a client that is still sending to a closed connection may never see the
            // answer.
            context.close(mode: .output, promise: nil)
            close(context, after: isAskedToEnd && !isReadingRequest ? .zero : lingering)
        } else {
            close(context, after: isAskedToEnd ? .zero : idleTimeout)
        }
    }

    // MARK: The connection

    private func begin(_ context: ChannelHandlerContext) {
        connections.entered(context.channel)
        close(context, after: requestTimeout)
    }

    private func end(_ context: ChannelHandlerContext) {
        timer?.cancel()
        drainTimer?.cancel()
        presence.leave()
        connections.left(context.channel)
    }

    private func endSoon(_ context: ChannelHandlerContext) {
        isAskedToEnd = true
        if let end = connections.drainEnd, drainTimer == nil {
            drainTimer = clock.close(context.channel, at: end)
        }
        guard unsentCount == 0 else { return }
        if isOver {
            if !isReadingRequest { close(context, after: .zero) }
        } else if unansweredCount == 0 {
            close(context, after: grace)
        }
    }

    private func close(_ context: ChannelHandlerContext, after time: TimeAmount) {
        close(context, at: clock.now + time)
    }

    private func close(_ context: ChannelHandlerContext, at time: NIODeadline) {
        timer?.cancel()
        timer = clock.close(context.channel, at: time)
    }
}
