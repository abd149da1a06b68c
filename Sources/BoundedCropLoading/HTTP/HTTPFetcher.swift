internal import AsyncHTTPClient
internal import BoundedCrop
internal import FoundationEssentials
internal import NIOCore
internal import NIOPosix

/// Fetches from servers, with redirects, timeouts and retries. Every address is checked before a connection is made.
final class HTTPFetcher: Sendable {
    /// Called for each chunk received, with its length, the total received so far, and the length of the whole file if known.
    typealias Progress = @Sendable (_ added: Int, _ received: Int, _ expected: Int?) -> Void

    let options: HTTPOptions
    let limits: ImageLimits
    private let clock: any LoadingClock
    private let addresses: CheckedAddresses
    private let clients: PinnedClients
    let resumable: ResumableDownloads

    init(
        options: HTTPOptions,
        policy: SourcePolicy,
        limits: ImageLimits,
        clock: any LoadingClock,
        resolver: AddressResolver,
        clients: PinnedClients,
        tracer: StageTracer,
        credentialsEndpoints: CredentialsEndpoints
    ) {
        self.options = options
        self.limits = limits
        self.clock = clock
        self.clients = clients
        addresses = CheckedAddresses(
            policy: policy,
            resolver: resolver,
            tracer: tracer,
            credentialsEndpoints: credentialsEndpoints
        )
        resumable = ResumableDownloads(byteLimit: options.resumableByteLimit)
    }

    /// Whether the connections were closed for good, so that retrying is pointless.
    var isShutDown: Bool { clients.isClosed }

    /// Makes one attempt, which fails if the server is silent for too long. An interrupted download is kept so that the next attempt can
    /// resume it.
    func attempt(
        _ load: PreparedRequest,
        known: HTTPValidators?,
        _ tracing: ExchangeTracing,
        progress: @escaping Progress
    ) async throws -> HTTPAnswer {
        try await tracing.tracer.run("boundedcrop.attempt") { _ in
            let silence = Silence(clock)
            let answer = try await TimeLimit.run {
                try await self.follow(load, known, tracing, silence, progress)
            } until: {
                try await silence.lasts(self.options.silenceTimeout)
            }
            guard let answer else {
                let server = load.url.host ?? "the server"
                throw BoundedCropError(.timeout, "\(server) sent nothing for \(options.silenceTimeout.seconds) s")
            }
            return answer
        }
    }

    private func follow(
        _ load: PreparedRequest,
        _ known: HTTPValidators?,
        _ tracing: ExchangeTracing,
        _ silence: Silence,
        _ progress: @escaping Progress
    ) async throws -> HTTPAnswer {
        var (url, tracing) = (load.url, tracing)
        var own = options.request(for: url)
        // The answer is kept under the key of what was asked first.
        (own.method, own.body) = (load.sent.method, load.sent.body)
        for _ in 0...max(0, options.redirectLimit) {
            let exchange = HTTPExchange(
                url: url,
                key: load.originalKey,
                own: own,
                known: known,
                limits: limits,
                resumable: resumable,
                silence: silence,
                tracing: tracing,
                place: url.host ?? "the server"
            )
            switch try await send(exchange, progress) {
            case .answer(let answer): return answer
            case .redirect(let target, let keepsMethod):
                if !keepsMethod { own.dropBody() }
                // Do not send to one server what was meant for another.
                if target.origin != url.origin {
                    own = HTTPOptions.Request(url: load.url.absoluteString)
                    tracing.isTold = false
                }
                url = target
            }
        }
        throw BoundedCropError(
            .invalidRedirect,
            "more than \(options.redirectLimit) redirects, the last to \(url.absoluteString.prefix(200))"
        )
    }

    private func send(_ exchange: HTTPExchange, _ progress: @escaping Progress) async throws -> HTTPExchange.Outcome {
        let host = try addresses.host(of: exchange.url)
        while true {
            let address = try await addresses.address(of: host, at: clock.now)
            try await addresses.refuseCredentials(host, address, port: exchange.url.usedPort)
            do {
                return try await send(exchange, to: .init(host: host, address: address), progress)
            } catch let error as BoundedCropError where error.code == .connectionFailed {
                let hasOther = addresses.avoid(address, of: host)
                // Names often have an address that cannot be reached from here: one of IPv6, or ::1 for localhost.
                let isSafe =
                    ConnectionWords.isUnconnected(error.underlying)
                    || ConnectionWords.isUnreachable(error.underlying) && exchange.own.isIdempotent
                guard hasOther, isSafe else { throw error }
            }
        }
    }

    private func send(
        _ exchange: HTTPExchange,
        to server: PinnedClients.Key,
        _ progress: @escaping Progress
    ) async throws -> HTTPExchange.Outcome {
        func ask() async throws -> HTTPExchange.Outcome {
            try await clients.withClient(for: server) { try await exchange.run($0, at: server.address, progress) }
        }
        do {
            return try await ask()
        } catch let error as BoundedCropError where error.underlying is SpentConnection && exchange.own.isIdempotent {
            // Not counted as an attempt: the server did not answer the request. The next try uses a new connection.
            return try await ask()
        }
    }
}

/// The layers below HTTP: name resolution and connections. Injectable, so that tests can use their own servers and certificates.
package struct Transport: Sendable {
    var resolver: AddressResolver
    var client: HTTPClient.Configuration

    init(resolver: AddressResolver, client: HTTPClient.Configuration = Self.clientConfiguration) {
        self.resolver = resolver
        self.client = client
    }

    /// The system's name resolution and certificates.
    package static let system = Transport(resolver: .system)

    /// Disables the client's own redirects, retries and timeout for silence: `HTTPFetcher` handles redirects and silence, and
    /// `OriginalLoader` counts attempts.
    static var clientConfiguration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.timeout.connect = .seconds(10)
        configuration.connectionPool.retryConnectionEstablishment = false
        // The parser of HTTP/2 keeps all that it receives while no read ends where a frame ends, so that a server could fill the memory.
        configuration.httpVersion = .http1Only
        return configuration
    }
}

/// An HTTP client that is closed with its owner.
final class OwnedClient: Sendable {
    let http: HTTPClient

    init(_ configuration: HTTPClient.Configuration) {
        var configuration = configuration
        // The client's own spans would show queries and secret paths, and its header fields would go to any origin: see ExchangeTracing.
        configuration.tracing.tracer = nil
        configuration.http1_1ConnectionDebugInitializer = ResponseStatusGuard.guardConnection
        http = HTTPClient(eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), configuration: configuration)
    }

    /// Nothing waits: closing a connection can be slow if the server delays it.
    deinit { http.shutdown { _ in } }

    /// Cancels all requests and waits until all connections are closed. Later requests fail.
    func shutDown() async { try? await http.shutdown() }
}
