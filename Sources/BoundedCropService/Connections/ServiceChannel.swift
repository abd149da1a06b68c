internal import CLibrary
internal import HTTPTypes
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1
internal import NIOSSL

/// A client's connection and its handlers: HTTP/1.1 or HTTP/2, encrypted if the service has a certificate.
struct ServiceChannel: HTTPChannelHandler {
    /// A connection whose protocol is known once the client has sent something.
    struct Value: ServerChildChannelValue {
        let channel: any Channel
        let connection: EventLoopFuture<ServiceConnection>
    }

    /// The number of unsent bytes that the kernel may buffer. With a larger buffer, a slow client would be noticed much later.
    private static let unsentBytes = 16 << 10

    let responder: HTTPChannelHandler.Responder
    let connections: OpenConnections
    let configuration: ServiceConfiguration
    /// Nil if connections are not encrypted.
    let certificate: ServerCertificate?
    let log: RequestLog

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        guard let certificate else { return channel.eventLoop.makeCompletedFuture { try begin(channel, nil) } }
        return certificate.context(on: channel.eventLoop).flatMapThrowing { try begin(channel, $0) }
    }

    func handle(value: Value, logger: Logger) async {
        // Fails if the connection ends before its protocol is known.
        switch try? await value.connection.get() {
        case .http1(let channel)?: await handleHTTP(asyncChannel: channel, logger: logger)
        case .http2(let streams)?: await handle(streams, logger)
        case nil: break
        }
    }

    private func begin(_ channel: any Channel, _ encryption: NIOSSLContext?) throws -> Value {
        try? channel.syncOptions?.setOption(.tcpOption(.init(rawValue: TCP_NOTSENT_LOWAT)), value: Self.unsentBytes)
        let slowReaders = SlowReaderGuard(clock: configuration.connectionClock, timeout: TimeAmount(configuration.writeTimeout))
        let promise = channel.eventLoop.makePromise(of: ServiceConnection.self)
        let start = ProtocolChoice(
            isEncrypted: encryption != nil,
            connections: connections,
            clock: configuration.connectionClock,
            timeout: TimeAmount(configuration.requestTimeout),
            choice: promise
        ) { version, deadline in
            switch version {
            case .http1: .http1(try http1(channel, isEncrypted: encryption != nil, firstRequestBy: deadline))
            case .http2: .http2(try http2(channel, slowReaders, isEncrypted: encryption != nil, firstRequestBy: deadline))
            }
        }
        do {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(slowReaders)
            if let encryption { try pipeline.addHandler(NIOSSLServerHandler(context: encryption)) }
            try pipeline.addHandler(start)
        } catch {
            // The client left while the certificate was read.
            promise.fail(error)
            throw error
        }
        return Value(channel: channel, connection: promise.futureResult)
    }

    private func http1(_ channel: any Channel, isEncrypted: Bool, firstRequestBy deadline: NIODeadline) throws -> RequestChannel {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = RequestHeadRules.mostBytes
        limits.maxHeaderListSize = RequestHeadRules.mostBytes
        limits.maxHeaderFieldCount = RequestHeadRules.mostFields
        let pipeline = channel.pipeline.syncOperations
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false,
            withErrorHandling: false,
            withOutboundHeaderValidation: false,
            withEncoderConfiguration: .init(),
            withDecoderLimitConfiguration: limits
        )
        try pipeline.addHandler(RequestHeadCheck())
        try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: isEncrypted))
        let connectionGuard = ConnectionGuard(
            connections: connections,
            clock: configuration.connectionClock,
            firstRequestBy: deadline,
            requestTimeout: TimeAmount(configuration.requestTimeout),
            idleTimeout: TimeAmount(configuration.idleTimeout),
            refused: { log.refused($0, $1, client: $2) }
        )
        try pipeline.addHandler(ClientPresence.Holder(connectionGuard.presence))
        try pipeline.addHandler(connectionGuard)
        return try SelfClosingChannel.wrapping(channel, closesOutput: true)
    }
}
