import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization

@testable import BoundedCropService

/// An HTTP/2 connection on which a test can send valid and invalid requests, frame by frame.
final class HTTP2Client: Sendable {
    private final class Watcher: ChannelInboundHandler, Sendable {
        typealias InboundIn = HTTP2Frame

        let state = Mutex((goodbyes: [HTTP2ErrorCode](), settings: HTTP2Settings(), isOver: false))

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data).payload {
            case .goAway(_, let code, _): state.withLock { $0.goodbyes.append(code) }
            case .settings(.settings(let settings)): state.withLock { $0.settings = settings }
            default: break
            }
        }

        func channelInactive(context: ChannelHandlerContext) { state.withLock { $0.isOver = true } }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case .inputClosed? = event as? ChannelEvent { context.close(promise: nil) }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {}
    }

    private let service: RunningService
    private let watcher: Watcher
    private let channel: any Channel
    private let streams: NIOHTTP2Handler.AsyncStreamMultiplexer<Void>

    /// - Parameter certificate: The PEM file of the service's certificate, which alone is trusted; nil for no encryption.
    init(_ service: RunningService, trusting certificate: String? = nil) async throws {
        let watcher = Watcher()
        self.service = service
        self.watcher = watcher
        let encryption = try certificate.map { file in
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.trustRoots = .file(file)
            configuration.applicationProtocols = ["h2"]
            return try NIOSSLContext(configuration: configuration)
        }
        var configuration = NIOHTTP2Handler.Configuration()
        configuration.connection.headerBlockValidation = .disabled
        configuration.connection.contentLengthValidation = .disabled
        configuration.connection.initialSettings = []
        (channel, streams) = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.hours(24))
            .connect(host: "127.0.0.1", port: service.port) { [configuration] channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let encryption { try pipeline.addHandler(NIOSSLClientHandler(context: encryption, serverHostname: "localhost")) }
                    let streams = try pipeline.configureAsyncHTTP2Pipeline(
                        mode: .client,
                        streamDelegate: nil,
                        configuration: configuration
                    ) { $0.eventLoop.makeSucceededVoidFuture() }
                    try pipeline.addHandler(watcher)
                    return (channel, streams)
                }
            }
    }

    deinit { channel.close(promise: nil) }

    /// The reasons for which the service has announced the end of the connection.
    var goodbyes: [HTTP2ErrorCode] { watcher.state.withLock { $0.goodbyes } }
    /// What the service has said that it accepts.
    var settings: HTTP2Settings { watcher.state.withLock { $0.settings } }
    var isOver: Bool { watcher.state.withLock { $0.isOver } }

    /// Sends a frame for the whole connection.
    func send(_ payload: HTTP2Frame.FramePayload) {
        channel.writeAndFlush(HTTP2Frame(streamID: .rootStream, payload: payload), promise: nil)
    }

    func close() async throws { try await channel.close().get() }

    /// Begins a request with these header fields.
    ///
    /// - Parameter reads: False takes nothing of the answer.
    func open(_ fields: [(String, String)], isComplete: Bool = true, reads: Bool = true) async throws -> HTTP2Exchange {
        let exchange = HTTP2Exchange(self)
        let stream = try await streams.openStream { stream in
            stream.eventLoop.makeCompletedFuture {
                if !reads { try stream.syncOptions?.setOption(.autoRead, value: false) }
                try stream.pipeline.syncOperations.addHandler(exchange.handler)
                return stream
            }
        }
        exchange.stream.withLock { $0 = stream }
        exchange.send(.headers(.init(headers: HPACKHeaders(fields), endStream: isComplete)))
        return exchange
    }

    func open(_ method: String, _ path: String, isComplete: Bool = true) async throws -> HTTP2Exchange {
        try await open(Self.head(method, path), isComplete: isComplete)
    }

    func open(_ path: String, reads: Bool = true) async throws -> HTTP2Exchange { try await open(Self.head("GET", path), reads: reads) }

    func get(_ path: String) async throws -> HTTP2Exchange { try await open(path).finished() }

    static func head(_ method: String, _ path: String) -> [(String, String)] {
        [(":method", method), (":scheme", "http"), (":authority", "localhost"), (":path", path)]
    }
}
