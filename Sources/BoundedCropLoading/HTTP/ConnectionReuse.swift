internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1

/// A reused connection failed before the answer began: the server had closed it, or had sent extra data after an earlier answer. The
/// request is not at fault and may be sent again over a new connection (RFC 9112, 9.3.1).
struct SpentConnection: Error {
    let underlying: any Error

    /// Returns nil for errors that the request itself may have caused.
    init?(_ error: any Error) {
        switch error {
        case let error as SpentConnection: self = error
        // The client picked a connection that had just been closed.
        case ChannelError.ioOnClosedChannel: underlying = error
        default: return nil
        }
    }

    fileprivate init(after error: any Error) {
        underlying = error
    }
}

/// Runs before the client's handlers in each HTTP/1 connection and marks errors that occur between two answers.
final class ConnectionReuse: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private var isBetweenAnswers = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .end = unwrapInboundIn(data) { isBetweenAnswers = true } else { isBetweenAnswers = false }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.fireErrorCaught(isBetweenAnswers ? SpentConnection(after: error) : error)
    }

    func channelInactive(context: ChannelHandlerContext) {
        if isBetweenAnswers { context.fireErrorCaught(SpentConnection(after: HTTPClientError.remoteConnectionClosed)) }
        context.fireChannelInactive()
    }
}
