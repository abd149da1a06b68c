internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP2
internal import NIOHTTPTypesHTTP2

extension ServiceChannel {
    /// Adds the handlers of an HTTP/2 connection.
    func http2(
        _ channel: any Channel,
        _ slowReaders: SlowReaderGuard,
        isEncrypted: Bool,
        firstRequestBy deadline: NIODeadline
    ) throws -> NIOHTTP2Handler.AsyncStreamMultiplexer<RequestChannel> {
        let connection = HTTP2Connection(
            connections: connections,
            slowReaders: slowReaders,
            clock: configuration.connectionClock,
            firstRequestBy: deadline,
            idleTimeout: TimeAmount(configuration.idleTimeout),
            writeTimeout: TimeAmount(configuration.writeTimeout)
        )
        let shared = NIOLoopBound(connection, eventLoop: channel.eventLoop)
        let pipeline = channel.pipeline.syncOperations
        let streams = try pipeline.configureAsyncHTTP2Pipeline(
            mode: .server,
            streamDelegate: nil,
            frameDelegate: connection,
            configuration: HTTP2Limits.configuration(streams: configuration.streams)
        ) { [configuration, log] stream in
            stream.eventLoop.makeCompletedFuture {
                let streamGuard = StreamGuard(
                    connection: shared.value,
                    clock: configuration.connectionClock,
                    isEncrypted: isEncrypted,
                    requestTimeout: TimeAmount(configuration.requestTimeout),
                    refused: { log.refused($0, $1, client: $2) }
                )
                let pipeline = stream.pipeline.syncOperations
                try pipeline.addHandler(HTTP2FramePayloadToHTTPServerCodec())
                try pipeline.addHandler(ClientPresence.Holder(streamGuard.presence))
                try pipeline.addHandler(streamGuard)
                return try SelfClosingChannel.wrapping(stream, closesOutput: false)
            }
        }
        try pipeline.addHandler(connection)
        return streams
    }

    /// Answers the requests of an HTTP/2 connection, several at once, until it ends.
    func handle(_ streams: NIOHTTP2Handler.AsyncStreamMultiplexer<RequestChannel>, _ logger: Logger) async {
        await withDiscardingTaskGroup { group in
            do {
                for try await stream in streams.inbound {
                    group.addTask { await handleHTTP(asyncChannel: stream, logger: logger) }
                }
            } catch {
                // The connection failed, and its streams with it.
            }
        }
    }
}
