import NIOCore
import NIOHPACK
import NIOHTTP2
import Synchronization
import TestSupport

/// A request on an HTTP/2 connection, and what has arrived of its answer.
final class HTTP2Exchange: Sendable {
    final class Handler: ChannelInboundHandler, Sendable {
        typealias InboundIn = HTTP2Frame.FramePayload

        struct State {
            var fields = HPACKHeaders()
            var body: [UInt8] = []
            var isEnded = false
            var isClosed = false
            var reset: HTTP2ErrorCode?
        }

        let state = Mutex(State())

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            state.withLock { state in
                switch unwrapInboundIn(data) {
                case .headers(let part):
                    if part.headers.first(name: ":status")?.hasPrefix("1") != true { state.fields = part.headers }
                    state.isEnded = part.endStream
                case .data(let part):
                    if case .byteBuffer(let buffer) = part.data { state.body += buffer.readableBytesView }
                    state.isEnded = part.endStream
                default: break
                }
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            state.withLock { $0.reset = (error as? NIOHTTP2Errors.StreamClosed)?.errorCode }
        }

        func channelInactive(context: ChannelHandlerContext) { state.withLock { $0.isClosed = true } }
    }

    let handler = Handler()
    let stream = Mutex<(any Channel)?>(nil)
    /// Kept alive: the connection ends with its last reference.
    private let client: HTTP2Client

    init(_ client: HTTP2Client) {
        self.client = client
    }

    var status: Int? { self[":status"].flatMap { Int($0) } }
    var body: [UInt8] { handler.state.withLock { $0.body } }
    var text: String { String(decoding: body, as: UTF8.self) }
    /// Whether the whole answer has arrived.
    var isEnded: Bool { handler.state.withLock { $0.isEnded } }
    /// Whether nothing more can be sent or received.
    var isClosed: Bool { handler.state.withLock { $0.isClosed } }
    /// Why the service has ended the stream before both sides had said everything.
    var reset: HTTP2ErrorCode? { handler.state.withLock { $0.reset } }
    var fields: HPACKHeaders { handler.state.withLock { $0.fields } }

    subscript(_ name: String) -> String? { fields.first(name: name) }

    func send(_ payload: HTTP2Frame.FramePayload) { stream.withLock { $0 }?.writeAndFlush(payload, promise: nil) }

    func send(_ bytes: [UInt8], isLast: Bool = true) { send(.data(.init(data: .byteBuffer(ByteBuffer(bytes: bytes)), endStream: isLast))) }

    func cancel() { send(.rstStream(.cancel)) }

    /// Waits until the whole answer has arrived, or the stream has ended otherwise.
    func finished() async -> Self {
        await until { isEnded || isClosed }
        return self
    }
}
