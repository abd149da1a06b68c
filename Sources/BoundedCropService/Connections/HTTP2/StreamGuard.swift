internal import BoundedCrop
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP2
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP2

/// Controls the lifetime of an HTTP/2 stream, which is one request and its answer: ends stalled requests, answers malformed ones, and
/// notices when the client cancels its request or leaves.
final class StreamGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The number of bytes in a frame. A client that takes as much within `writeTimeout` is not stalled.
    private static let partLength = 8192

    let presence = ClientPresence()
    private let connection: HTTP2Connection
    private let clock: any ConnectionClock
    private let isEncrypted: Bool
    private let requestTimeout: TimeAmount
    /// Called with the error of a malformed request and the answer to it.
    private let refused: @Sendable (_ error: BoundedCropError, _ answer: Answer, _ client: String) -> Void
    private var timer: Scheduled<Void>?
    private var isOpen = false
    private var isReadingRequest = true
    private var hasHead = false
    private var isRefused = false
    private var headByteCount = 0

    /// - Parameter requestTimeout: The time limit for receiving the body of the request.
    init(
        connection: HTTP2Connection,
        clock: any ConnectionClock,
        isEncrypted: Bool,
        requestTimeout: TimeAmount,
        refused: @escaping @Sendable (_ error: BoundedCropError, _ answer: Answer, _ client: String) -> Void
    ) {
        (self.connection, self.clock, self.isEncrypted) = (connection, clock, isEncrypted)
        (self.requestTimeout, self.refused) = (requestTimeout, refused)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        isOpen = true
        connection.opened((try? context.channel.syncOptions?.getOption(HTTP2StreamChannelOptions.streamID)) ?? .rootStream)
        timer = clock.close(context.channel, at: clock.now + requestTimeout)
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        guard isOpen else { return }
        isOpen = false
        timer?.cancel()
        presence.leave()
        connection.closed(headByteCount: headByteCount)
    }

    // MARK: The request

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            hasHead = true
            do {
                let checked = try StreamHeadRules.checked(head, isEncrypted: isEncrypted)
                let count = StreamHeadRules.byteCount(head)
                try connection.keeps(headByteCount: count)
                headByteCount = count
                context.fireChannelRead(wrapInboundOut(.head(checked)))
            } catch {
                refuse(error, context)
            }
        case .body:
            if !isRefused { context.fireChannelRead(data) }
        case .end:
            isReadingRequest = false
            // Making the answer has its own deadline.
            timer?.cancel()
            if !isRefused { context.fireChannelRead(data) }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A head that is valid HTTP/2, but not as a request.
        if !hasHead, !isRefused, !(error is any NIOHTTP2Error), !error.isOfTransport { return refuse(error, context) }
        // The stream has been canceled, by the client or for an error of the client.
        presence.leave()
        context.fireErrorCaught(error)
    }

    private func refuse(_ error: any Error, _ context: ChannelHandlerContext) {
        isRefused = true
        let error = MalformedRequest.error(for: error)
        let answer = MalformedRequest.answer(to: error)
        refused(error, answer, context.channel.client)
        let parts: [HTTPResponsePart] = [
            .head(.init(status: answer.status, headerFields: answer.headers)), .body(answer.body.buffer), .end(nil),
        ]
        for part in parts { write(context: context, data: wrapOutboundOut(part), promise: nil) }
        context.flush()
    }

    // MARK: The answer

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            // HTTP/2 has no such fields (RFC 9113, 8.2.2).
            head.headerFields[.connection] = nil
            head.headerFields[.transferEncoding] = nil
            send(.head(head), context, promise)
        case .body(var rest):
            while rest.readableBytes > Self.partLength, let part = rest.readSlice(length: Self.partLength) {
                send(.body(part), context, nil)
            }
            send(.body(rest), context, promise)
        case .end(let trailers):
            let sent = promise ?? context.eventLoop.makePromise()
            sent.futureResult.assumeIsolated().whenSuccess { [self] in
                // The rest of the request is of no use (RFC 9113, 8.1).
                guard isOpen, isReadingRequest else { return }
                context.triggerUserOutboundEvent(NIOHTTP2FramePayloadToHTTPEvent.reset(code: .noError), promise: nil)
            }
            send(.end(trailers), context, sent)
        }
    }

    private func send(_ part: HTTPResponsePart, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        let sent = promise ?? context.eventLoop.makePromise()
        connection.queued()
        sent.futureResult.assumeIsolated().whenComplete { [connection] result in
            if case .success = result { connection.sent(true) } else { connection.sent(false) }
        }
        context.write(wrapOutboundOut(part), promise: sent)
    }
}
