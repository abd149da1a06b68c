internal import CLibrary
internal import HTTPTypes
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1
internal import ServiceLifecycle

/// A client's connection and its handlers. It speaks HTTP/1.1 without encryption: HTTP/2 and TLS are a proxy's.
struct ServiceChannel: HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    /// The number of unsent bytes that the kernel may buffer. With a larger buffer, a slow client would be noticed much later.
    private static let unsentBytes = 16 << 10

    let responder: HTTPChannelHandler.Responder
    let connections: OpenConnections
    let configuration: ServiceConfiguration
    let log: RequestLog

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture { try begin(channel) }
    }

    func handle(value: Value, logger: Logger) async {
        await handleHTTP(asyncChannel: value, logger: logger)
    }

    private func begin(_ channel: any Channel) throws -> Value {
        try? channel.syncOptions?.setOption(.tcpOption(.init(rawValue: TCP_NOTSENT_LOWAT)), value: Self.unsentBytes)
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = RequestHeadRules.mostBytes
        limits.maxHeaderListSize = RequestHeadRules.mostBytes
        limits.maxHeaderFieldCount = RequestHeadRules.mostFields
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(
            SlowReaderGuard(clock: configuration.connectionClock, timeout: TimeAmount(configuration.writeTimeout))
        )
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false,
            withErrorHandling: false,
            withOutboundHeaderValidation: false,
            withEncoderConfiguration: .init(),
            withDecoderLimitConfiguration: limits
        )
        try pipeline.addHandler(RequestHeadCheck())
        try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
        let connectionGuard = ConnectionGuard(
            connections: connections,
            clock: configuration.connectionClock,
            requestTimeout: TimeAmount(configuration.requestTimeout),
            idleTimeout: TimeAmount(configuration.idleTimeout),
            refused: { log.refused($0, $1, client: $2) }
        )
        try pipeline.addHandler(ClientPresence.Holder(connectionGuard.presence))
        try pipeline.addHandler(connectionGuard)
        return try SelfClosingChannel.wrapping(channel)
    }
}

/// How channels are wrapped for asynchronous code.
///
/// Nobody takes a connection that is accepted while the service ends. If it is wrapped with NIO's newer initializer, the process would then
/// crash; with the older one, the connection is closed. It is called through a protocol because it is deprecated.
private enum SelfClosingChannel {
    static func wrapping(_ channel: any Channel) throws -> ServiceChannel.Value { try wrapper.wrapped(channel) }

    private static let wrapper: any Wrapping = OlderInitializer()

    private protocol Wrapping: Sendable {
        func wrapped(_ channel: any Channel) throws -> ServiceChannel.Value
    }

    private struct OlderInitializer: Wrapping {
        @available(*, deprecated)
        func wrapped(_ channel: any Channel) throws -> ServiceChannel.Value {
            try NIOAsyncChannel(synchronouslyWrapping: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
    }
}

/// On shutdown, reports the service as not ready and lets it end once all earlier requests are answered.
///
/// Until then, new connections are still answered, with one request each, so that readiness probes see that the service is not ready.
struct Draining: Service {
    let responder: ServiceResponder
    let connections: OpenConnections
    /// The maximum waiting time.
    let limit: Duration

    func run() async throws {
        try await gracefulShutdown()
        responder.isReady = false
        await connections.drain(within: limit)
    }
}
