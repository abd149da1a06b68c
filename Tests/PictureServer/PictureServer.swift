package import FoundationEssentials
internal import Hummingbird
internal import HummingbirdCore
package import HummingbirdHTTP2
internal import Logging
internal import NIOCore
internal import Synchronization

/// A real HTTP server on the loopback interface that answers by a script for each path, and remembers what it was asked.
///
///     let server = try await PictureServer()
///     server.serve("/a.jpg", .picture(bytes, entityTag: "\"1\""))
///     … server.url("/a.jpg") …
///     #expect(server.requests("/a.jpg").count == 1)
///
/// It stops when the last reference to it goes, or by `stop()`.
package final class PictureServer: Sendable {
    /// One request, as it came.
    package struct Request: Sendable {
        package let path: String
        /// The query, without its question mark.
        package let query: String
        /// By lower-case names.
        package let headers: [String: String]
        /// How many requests of this path came before it.
        package let index: Int
        /// The client's port: the same for all requests of one connection.
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

    /// What a path answers to a request.
    package typealias Script = @Sendable (Request) async -> Answer

    private struct State {
        var scripts: [String: Script] = [:]
        var requests: [Request] = []
    }

    private final class Book: Sendable {
        let state = Mutex(State())

        func answer(_ path: String, _ query: String, _ headers: [String: String], _ connection: Int) async -> Answer {
            let (request, script) = state.withLock { state in
                let index = state.requests.count { $0.path == path }
                let request = Request(path: path, query: query, headers: headers, index: index, connection: connection)
                state.requests.append(request)
                return (request, state.scripts[path])
            }
            guard let script else { return Answer(status: 404) }
            return await script(request).applying(request)
        }
    }

    /// Where it listens.
    package let port: Int
    private let book: Book
    private let listener: any Channel
    private let running: Task<Void, any Error>

    /// Starts a server on a free port of an address of the loopback interface.
    package convenience init(address: String = "127.0.0.1", port: Int = 0) async throws {
        try await self.init(address: address, port: port, builder: .http1())
    }

    /// Starts one that speaks HTTP/2 and HTTP/1.1 over TLS, as clients like.
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

    /// What a client is told so that it trusts a certificate that nobody signed.
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
                return await book.answer(request.uri.path, request.uri.query ?? "", headers, context.port).response
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

    deinit { Task { [listener, running] in await Self.end(listener, running) } }

    /// Closes all connections and waits until they are.
    package func stop() async {
        await Self.end(listener, running)
        _ = await running.result
    }

    /// Listens no more first: a connection that is accepted while the server is cancelled would make NIO trap.
    private static func end(_ listener: any Channel, _ running: Task<Void, any Error>) async {
        try? await listener.close().get()
        running.cancel()
    }

    /// The URL of a path here.
    package func url(_ path: String, host: String = "127.0.0.1", scheme: String = "http") -> URL {
        guard let url = URL(string: "\(scheme)://\(host):\(port)\(path)") else { preconditionFailure("\(path) is no path") }
        return url
    }

    /// What a path answers, to each request in turn; the last answer stays.
    package func serve(_ path: String, _ answers: Answer...) {
        serve(path) { answers[min($0.index, answers.count - 1)] }
    }

    /// What a path answers, by a script.
    package func serve(_ path: String, _ script: @escaping Script) {
        book.state.withLock { $0.scripts[path] = script }
    }

    /// All requests so far, or those of one path.
    package func requests(_ path: String? = nil) -> [Request] {
        book.state.withLock { $0.requests.filter { path == nil || $0.path == path } }
    }
}
