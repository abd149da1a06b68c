internal import NIOCore
internal import NIOHTTP1

/// Passes on only requests with valid heads, and nothing after an invalid one or one that the client marked as its last.
final class RequestHeadCheck: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var isLastRequest = false
    private var isOver = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            do {
                let checked = try RequestHeadRules.checked(head)
                isLastRequest = checked.headers["connection"] == ["close"]
                context.fireChannelRead(wrapInboundOut(.head(checked)))
            } catch {
                isOver = true
                context.fireErrorCaught(error)
            }
        case .body:
            context.fireChannelRead(data)
        case .end:
            isOver = isLastRequest
            context.fireChannelRead(data)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error.isOfTransport || !isOver { context.fireErrorCaught(error) }
    }
}

extension Error {
    /// Whether the connection failed, rather than the data on it being invalid.
    var isOfTransport: Bool {
        self is IOError || self is ChannelError
    }
}
