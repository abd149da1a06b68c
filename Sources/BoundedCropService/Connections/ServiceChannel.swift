internal import Glibc
internal import HTTPTypes
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1

/// A connection of a client: HTTP/1.1, and what keeps it in order.
struct ServiceChannel: HTTPChannelHandler {
    /// A connection that nobody reads from yet. Whether it was closed is for its event loop only.
    struct Value: ServerChildChannelValue {
        let channel: any Channel
        let isClosed: NIOLoopBoundBox<Bool>
    }

    /// How much waits in the system to be sent, beside what is under way: more would hide for a long time whether a slow client reads.
    private static let unsentBytes = 16 << 10

    let responder: HTTPChannelHandler.Responder
    let connections: OpenConnections
    let configuration: ServiceConfiguration

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.syncOptions?.setOption(.autoRead, value: false)
            try? channel.syncOptions?.setOption(.tcpOption(.init(rawValue: TCP_NOTSENT_LOWAT)), value: Self.unsentBytes)
            var limits = NIOHTTPDecoderLimitConfiguration()
            limits.maxHeaderFieldSize = 80 << 10
            limits.maxHeaderListSize = 80 << 10
            limits.maxHeaderFieldCount = 1000
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(SlowReaderGuard(timeout: TimeAmount(configuration.writeTimeout)))
            try pipeline.configureHTTPServerPipeline(
                withPipeliningAssistance: false,
                withErrorHandling: false,
                withOutboundHeaderValidation: false,
                withEncoderConfiguration: .init(),
                withDecoderLimitConfiguration: limits
            )
            try pipeline.addHandler(RequestHeadCheck())
            try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
            try pipeline.addHandler(
                ConnectionGuard(
                    connections: connections,
                    requestTimeout: TimeAmount(configuration.requestTimeout),
                    idleTimeout: TimeAmount(configuration.idleTimeout)
                )
            )
            let isClosed = NIOLoopBoundBox(false, eventLoop: channel.eventLoop)
            channel.closeFuture.assumeIsolated().whenComplete { _ in isClosed.value = true }
            return Value(channel: channel, isClosed: isClosed)
        }
    }

    /// Wraps the connection only here: what NIO wrapped and nobody took, as when the service ends while it is accepted, ends the process.
    func handle(value: Value, logger: Logger) async {
        let channel = value.channel
        let wrapping = channel.eventLoop.submit { () -> NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>? in
            guard !value.isClosed.value else { return nil }
            return try NIOAsyncChannel(wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
        guard let wrapped = try? await wrapping.get() else {
            channel.close(promise: nil)
            return
        }
        channel.setOption(.autoRead, value: true).whenFailure { _ in channel.close(promise: nil) }
        await handleHTTP(asyncChannel: wrapped, logger: logger)
    }
}
