internal import CLibrary
internal import HTTPTypes
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1

/// A client's HTTP/1.1 connection and its handlers.
struct ServiceChannel: HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    /// The number of unsent bytes that the kernel may buffer. With a larger buffer, a slow client would be noticed much later.
    private static let unsentBytes = 16 << 10

    let responder: HTTPChannelHandler.Responder
    let connections: OpenConnections
    let configuration: ServiceConfiguration
    let log: RequestLog

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
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
                    idleTimeout: TimeAmount(configuration.idleTimeout),
                    refused: { log.refused($0, $1, client: $2) }
                )
            )
            return try Self.wrapping.wrapped(channel)
        }
    }

    func handle(value: Value, logger: Logger) async {
        await handleHTTP(asyncChannel: value, logger: logger)
    }

    private static let wrapping: any ChannelWrapping = SelfClosingWrapping()
}

/// How a connection is wrapped for asynchronous code.
private protocol ChannelWrapping: Sendable {
    func wrapped(_ channel: any Channel) throws -> ServiceChannel.Value
}

/// Nobody takes a connection that is accepted while the service ends. If it is wrapped with NIO's newer initializer, the process would then
/// crash; with the older one, the connection is closed. It is called through a protocol because it is deprecated.
private struct SelfClosingWrapping: ChannelWrapping {
    @available(*, deprecated)
    func wrapped(_ channel: any Channel) throws -> ServiceChannel.Value {
        try NIOAsyncChannel(synchronouslyWrapping: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
    }
}
