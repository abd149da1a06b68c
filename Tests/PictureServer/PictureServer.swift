package import FoundationEssentials
internal import Hummingbird
internal import HummingbirdCore
package import HummingbirdHTTP2
internal import Logging
internal import NIOCore
internal import Synchronization

/// A real HTTP server on the loopback interface that answers each path with a script and records the requests it receives.
///
///     let server = try await PictureServer()
///     server.serve("/a.jpg", .picture(bytes, entityTag: "\"1\""))
///     … server.url("/a.jpg") …
///     #expect(server.requests("/a.jpg").count == 1)
///
/// It stops when the last reference to it goes away, or when `stop()` is called.
package final class PictureServer: Sendable {
    /// One request as received.
    package struct Request: Sendable {
        package let path: String
        package let method: String
        package let body: [UInt8]
        /// The query without its question mark.
        package let query: String
        /// The headers by lower-case name.
        package let headers: [String: String]
        /// How many earlier requests had this path.
        package let index: Int
        /// The client's port, which is the same for all requests on one connection.
        package let connection: Int
    }

    private struct Context: RequestContext {
        var coreContext: CoreRequestContextStorage
        let port: Int

        init(source: ApplicationRequestContextSource) {
            coreContext = .init(source: source)
            port = source.channel.remoteAddress?.port ?? 0
        }
    }

    /// Computes the answer to a request.
    package typealias Script = @Sendable (Request) async -> Answer

    private struct State {
        var scripts: [String: Script] = [:]
        var requests: [Request] = []
    }

    private final class Book: Sendable {
        let state = Mutex(State())

        func answer(_ make: (_ index: (String) -> Int) -> Request) async -> Answer {
            let (request, script) = state.withLock { state in
                let request = make { path in state.requests.count { $0.path == path } }
                state.requests.append(request)
                return (request, state.scripts[request.path])
            }
            guard let script else { return Answer(status: 404) }
            return await script(request).applying(request)
        }
    }

    /// The port it listens on.
    package let port: Int
    private let book: Book
    private let listener: any Channel
    private let running: Task<Void, any Error>

    /// Starts a server on a free port of a loopback address.
    package convenience init(address: String = "127.0.0.1", port: Int = 0) async throws {
        try await self.init(address: address, port: port, builder: .http1())
    }

    /// Starts a server that offers HTTP/2 and HTTP/1.1 over TLS.
    /// - Parameters:
    ///   - certificate: the path of a PEM file.
    ///   - key: the path of the PEM file of its private key.
    package convenience init(certificate: String, key: String) async throws {
        let configuration = try TLSConfiguration.makeServerConfiguration(
            certificateChain: NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) },
            privateKey: .privateKey(NIOSSLPrivateKey(file: key, format: .pem))
        )
        try await self.init(address: "127.0.0.1", port: 0, builder: .http2Upgrade(tlsConfiguration: configuration))
    }

    /// A client configuration that trusts a self-signed certificate.
    package static func clientConfiguration(trusting certificate: String) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .file(certificate)
        return configuration
    }

    init(address: String, port: Int, builder: HTTPServerBuilder) async throws {
        let (listeners, announcement) = AsyncThrowingStream.makeStream(of: (any Channel).self)
        let book = Book()
        var logger = Logger(label: "picture server")
        logger.logLevel = .critical
        let application = Application(
            responder: CallbackResponder<Context> { request, context in
                var headers: [String: String] = [:]
                for field in request.headers { headers[field.name.canonicalName] = field.value }
                if let host = request.head.authority { headers["host"] = host }
                let body = try await request.body.collect(upTo: 1_000_000)
                let (path, query) = (request.uri.path, request.uri.query ?? "")
                let answer = await book.answer { [headers] index in
                    Request(
                        path: path,
                        method: request.method.rawValue,
                        body: Array(body.readableBytesView),
                        query: query,
                        headers: headers,
                        index: index(path),
                        connection: context.port
                    )
                }
                return await answer.response
            },
            server: builder,
            configuration: ApplicationConfiguration(address: .hostname(address, port: port)),
            onServerRunning: { announcement.yield($0) },
            logger: logger
        )
        running = Task {
            do { try await application.run() } catch { announcement.finish(throwing: error) }
        }
        var iterator = listeners.makeAsyncIterator()
        guard let listener = try await iterator.next() else { throw CancellationError() }
        self.listener = listener
        self.port = listener.localAddress?.port ?? 0
        self.book = book
    }

    /// Its connections end with their clients.
    deinit { Task { [listener] in await Self.stopListening(listener) } }

    /// Closes all connections and waits until they are closed.
    package func stop() async {
        await Self.stopListening(listener)
        running.cancel()
        _ = await running.result
    }

    /// Accepts nothing more, and closes the listener when everything accepted has been set up: NIO would trap if the listener were closed,
    /// or the server cancelled, in the meantime.
    private static func stopListening(_ listener: any Channel) async {
        try? await listener.setOption(.autoRead, value: false).get()
        // A connection is set up on its own loop, and handed over on that of the listener.
        for loop in EventLoopGroupProvider.singleton.eventLoopGroup.makeIterator() { try? await loop.submit {}.get() }
        try? await listener.eventLoop.submit {}.get()
        try? await listener.close().get()
    }

    /// The URL of a path on this server.
    package func url(_ path: String, host: String = "127.0.0.1", scheme: String = "http") -> URL {
        guard let url = URL(string: "\(scheme)://\(host):\(port)\(path)") else { preconditionFailure("\(path) is no path") }
        return url
    }

    /// Sets the answers to successive requests for a path; the last one repeats.
    package func serve(_ path: String, _ answers: Answer...) {
        serve(path) { answers[min($0.index, answers.count - 1)] }
    }

    /// Sets a script that answers a path.
    package func serve(_ path: String, _ script: @escaping Script) {
        book.state.withLock { $0.scripts[path] = script }
    }

    /// All requests so far, or those for one path.
    package func requests(_ path: String? = nil) -> [Request] {
        book.state.withLock { $0.requests.filter { path == nil || $0.path == path } }
    }
}
