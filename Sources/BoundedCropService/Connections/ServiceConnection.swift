internal import NIOCore
internal import NIOHTTP2
internal import NIOHTTPTypes

/// Requests and their answers: an HTTP/1.1 connection, or a stream of an HTTP/2 connection.
typealias RequestChannel = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

/// A connection whose protocol is known.
enum ServiceConnection: Sendable {
    case http1(RequestChannel)
    case http2(NIOHTTP2Handler.AsyncStreamMultiplexer<RequestChannel>)

    /// The protocol of a connection.
    enum Version: Sendable { case http1, http2 }
}

/// How channels are wrapped for asynchronous code.
///
/// Nobody takes a connection that is accepted while the service ends. If it is wrapped with NIO's newer initializer, the process would then
/// crash; with the older one, the connection is closed. It is called through a protocol because it is deprecated.
enum SelfClosingChannel {
    /// - Parameter closesOutput: Whether the end of the answers closes the output, which streams do not have.
    static func wrapping(_ channel: any Channel, closesOutput: Bool) throws -> RequestChannel {
        try wrapper.wrapped(channel, closesOutput: closesOutput)
    }

    private static let wrapper: any Wrapping = OlderInitializer()

    private protocol Wrapping: Sendable {
        func wrapped(_ channel: any Channel, closesOutput: Bool) throws -> RequestChannel
    }

    private struct OlderInitializer: Wrapping {
        @available(*, deprecated)
        func wrapped(_ channel: any Channel, closesOutput: Bool) throws -> RequestChannel {
            try NIOAsyncChannel(synchronouslyWrapping: channel, configuration: .init(isOutboundHalfClosureEnabled: closesOutput))
        }
    }
}
