internal import NIOCore
internal import NIOHTTP1

/// Closes connections whose server sends an impossible status. The HTTP client treats a status below 100 as informational and one below 0
/// as an impossible state; both crash the process.
enum ResponseStatusGuard {
    private static let possible = 100...999

    /// Added before the client's handlers in each connection.
    @Sendable static func guardConnection(_ channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.context(handlerType: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandlers([Guard(), ConnectionReuse()], position: .after(decoder.handler))
        }
    }

    private final class Guard: ChannelInboundHandler {
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
}
