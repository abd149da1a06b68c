internal import BoundedCrop
internal import BoundedCropLoading
internal import FoundationEssentials
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1

/// Passes on only requests with valid heads, and nothing after an invalid one or one that the client marked as its last.
final class RequestHeadCheck: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// The event before each request of a client that speaks HTTP/1.0.
    struct OldVersion: Sendable {}

    private var isLastRequest = false
    private var isOver = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            do {
                let checked = try RequestHeadRules.checked(head)
                isLastRequest = checked.headers["connection"] == ["close"]
                if checked.version == .http1_0 { context.fireUserInboundEventTriggered(OldVersion()) }
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

/// The errors for bytes that are not a valid HTTP request, and the answers to them.
enum MalformedRequest {
    static func error(for error: any Error) -> BoundedCropError {
        if let error = error as? BoundedCropError { return error }
        return switch error as? HTTPParserError {
        case .headerOverflow?: BoundedCropError(.headersTooLarge, "the head of the request is too large", underlying: error)
        default: BoundedCropError(.malformedRequest, "this is not valid HTTP", underlying: error)
        }
    }

    /// The complete answer, with a new request ID.
    static func answer(to error: BoundedCropError) -> Answer {
        let id = ServiceRequest.makeID()
        var answer = Problem.answer(for: error, requestID: id)
        answer.headers[.requestID] = id
        answer.headers[.date] = HTTPDate.text(Date())
        answer.headers[.contentLength] = String(answer.body.count)
        return answer
    }
}
