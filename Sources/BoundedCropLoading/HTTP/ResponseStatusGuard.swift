internal import NIOCore
internal import NIOHPACK
internal import NIOHTTP1
internal import NIOHTTP2

/// Ends connections whose server sends a status that none can have: the HTTP client takes one below 100 for the announcement of another
/// answer, and one below 0 for an impossible state, and both end the process.
enum ResponseStatusGuard {
    static let possible = 100...999

    /// Stands in front of the client in each connection of HTTP/1.
    @Sendable static func guardConnection(_ channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.context(handlerType: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandlers([HTTP1Guard(), ConnectionReuse()], position: .after(decoder.handler))
        }
    }

    /// Stands in front of the client in each exchange of HTTP/2.
    @Sendable static func guardStream(_ channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(HTTP2Guard(), position: .first)
        }
    }

    /// Whether a text is a status, three digits.
    static func isStatus(_ text: String) -> Bool {
        text.utf8.count == 3 && HTTPNumber.value(text).map { possible.contains($0) } ?? false
    }

    private final class HTTP1Guard: ChannelInboundHandler {
        typealias InboundIn = HTTPClientResponsePart

        private var isOver = false

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard !isOver else { return }
            if case .head(let head) = unwrapInboundIn(data), !possible.contains(Int(clamping: head.status.code)) {
                isOver = true
                context.fireErrorCaught(HTTPParserError.invalidStatus)
                context.close(promise: nil)
            } else {
                context.fireChannelRead(data)
            }
        }
    }

    private final class HTTP2Guard: ChannelInboundHandler {
        typealias InboundIn = HTTP2Frame.FramePayload

        private var isOver = false

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard !isOver else { return }
            if case .headers(let frame) = unwrapInboundIn(data), !frame.headers[":status"].allSatisfy(isStatus) {
                isOver = true
                context.fireErrorCaught(HTTPParserError.invalidStatus)
                context.close(promise: nil)
            } else {
                context.fireChannelRead(data)
            }
        }
    }
}
