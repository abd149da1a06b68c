internal import NIOCore
internal import NIOHPACK
internal import NIOHTTP1
internal import NIOHTTP2

/// Closes connections whose server sends an impossible status. The HTTP client treats a status below 100 as informational and one below 0
/// as an impossible state; both crash the process.
enum ResponseStatusGuard {
    static let possible = 100...999

    /// Added before the client's handlers in each HTTP/1 connection.
    @Sendable static func guardConnection(_ channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.context(handlerType: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandlers([HTTP1Guard(), ConnectionReuse()], position: .after(decoder.handler))
        }
    }

    /// Added before the client's handlers in each HTTP/2 stream.
    @Sendable static func guardStream(_ channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(HTTP2Guard(), position: .first)
        }
    }

    /// Whether a text is a valid status: three digits, at least 100.
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
