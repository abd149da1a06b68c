import NIOCore
import NIOPosix
import Synchronization

/// A connection on which a test can send anything.
final class RawConnection: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var isOver = false
        var watchers: [(isEnough: @Sendable ([UInt8]) -> Bool, continuation: CheckedContinuation<[UInt8], Never>)] = []

        mutating func ready() -> [() -> Void] {
            let (bytes, isOver) = (self.bytes, self.isOver)
            let end = watchers.partition { isOver || $0.isEnough(bytes) }
            defer { watchers.removeSubrange(end...) }
            return watchers[end...].map { watcher in { watcher.continuation.resume(returning: bytes) } }
        }
    }

    private final class Handler: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer

        let state = Mutex(State())

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let buffer = unwrapInboundIn(data)
            change { $0.bytes += buffer.readableBytesView }
        }

        func channelInactive(context: ChannelHandlerContext) { change { $0.isOver = true } }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case .inputClosed? = event as? ChannelEvent { change { $0.isOver = true } }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

        func change(_ body: (inout State) -> Void) {
            let ready = state.withLock { state in
                body(&state)
                return state.ready()
            }
            for resume in ready { resume() }
        }
    }

    /// Kept alive: the connection ends with its last reference.
    private let service: RunningService
    private let handler: Handler
    private let channel: any Channel

    /// - Parameters:
    ///   - address: the client's address on the loopback interface.
    ///   - reads: whether it reads automatically; otherwise it reads only when `read` is called, and the system buffers little in advance.
    init(_ service: RunningService, from address: String = "127.0.0.1", reads: Bool = true) async throws {
        let handler = Handler()
        self.service = service
        self.handler = handler
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.hours(24))
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelOption(.autoRead, value: reads)
            .bind(to: SocketAddress(ipAddress: address, port: 0))
            .channelOption(.maxMessagesPerRead, value: UInt(reads ? 16 : 1))
            .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 64 << 10))
            .channelOption(.socketOption(.so_rcvbuf), value: 128 << 10)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(handler) }
            }
            .connect(host: "127.0.0.1", port: service.port).get()
    }

    deinit { channel.close(promise: nil) }

    /// Sends text with its line breaks converted to those of HTTP.
    func send(_ text: String) async throws { try await send(Array(text.replacing("\n", with: "\r\n").utf8)) }

    func send(_ bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get() }

    /// Reads, at most 64 KB at once, until so many bytes have arrived or the service has closed the connection.
    func read(to count: Int) async {
        while receivedCount < count, !isOver {
            let known = receivedCount
            channel.read()
            await received(count: known + 1)
        }
    }

    /// The number of bytes received so far.
    var receivedCount: Int { handler.state.withLock { $0.bytes.count } }

    var isOver: Bool { handler.state.withLock { $0.isOver } }

    /// Waits until the received text is sufficient or the server has closed the connection, and returns everything received so far.
    func received(until isEnough: @escaping @Sendable (String) -> Bool) async -> String {
        String(decoding: await bytes { isEnough(String(decoding: $0, as: UTF8.self)) }, as: UTF8.self)
    }

    /// Waits until so many bytes have arrived, or the server has closed the connection.
    func received(count: Int) async { _ = await bytes { $0.count >= count } }

    /// Waits until the server closes the connection.
    func receivedAll() async -> String { String(decoding: await bytes(), as: UTF8.self) }

    /// Waits as `received` does, by default until the server closes the connection.
    func bytes(until isEnough: @escaping @Sendable ([UInt8]) -> Bool = { _ in false }) async -> [UInt8] {
        await withCheckedContinuation { continuation in
            handler.change { $0.watchers.append((isEnough, continuation)) }
        }
    }

    func closeOutput() async throws { try await channel.close(mode: .output).get() }

    func close() async throws { try await channel.close().get() }
}
