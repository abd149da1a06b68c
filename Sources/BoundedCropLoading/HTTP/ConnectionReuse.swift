internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1

/// A connection was of no use any more before the answer began: its server had closed it, or said more than an earlier answer was to have.
/// Says nothing of the request, which may be sent again over a new connection (RFC 9112, 9.3.1).
struct SpentConnection: Error {
    let underlying: any Error

    /// Nil for errors that may have to do with the request.
    init?(_ error: any Error) {
        switch error {
        case let error as SpentConnection: self = error
        // The client chose a connection that was closed a moment ago.
        case ChannelError.ioOnClosedChannel: underlying = error
        default: return nil
        }
    }

    fileprivate init(after error: any Error) {
        underlying = error
    }
}

/// Stands in front of the client in each connection of HTTP/1, and says when what fails there does so between two answers.
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
