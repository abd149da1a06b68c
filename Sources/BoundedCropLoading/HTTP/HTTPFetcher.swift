internal import AsyncHTTPClient
internal import BoundedCrop
internal import FoundationEssentials

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
        transport: Transport
    ) {
        self.options = options
        self.limits = limits
        self.clock = clock
        addresses = CheckedAddresses(policy: policy, resolver: transport.resolver)
        clients = PinnedClients(transport.client)
        resumable = ResumableDownloads(byteLimit: options.resumableByteLimit)
    }

    /// Whether the fetcher was shut down, so that retrying is pointless.
    var isShutDown: Bool { clients.isClosed }

    func shutDown() async {
        await clients.shutDown()
    }

    /// Makes one attempt within the timeout. An interrupted download is kept so that the next attempt can resume it.
    func attempt(_ url: URL, known: HTTPValidators?, progress: @escaping Progress) async throws -> HTTPAnswer {
        try await withThrowingTaskGroup(of: HTTPAnswer?.self) { group in
            group.addTask { try await self.follow(url, known, progress) }
            group.addTask {
                try await self.clock.sleep(for: self.options.timeout)
                return nil
            }
            defer { group.cancelAll() }
            guard let answer = try await group.next().flatMap({ $0 }) else {
                throw BoundedCropError(.timeout, "no complete answer within \(self.options.timeout.seconds) s")
            }
            return answer
        }
    }

    private func follow(_ start: URL, _ known: HTTPValidators?, _ progress: @escaping Progress) async throws -> HTTPAnswer {
        var url = start
        var own = HTTPOptions.Request(url: start.absoluteString)
        options.modifyRequest(&own)
        for _ in 0...max(0, options.redirectLimit) {
            let exchange = HTTPExchange(url: url, start: start, own: own, known: known, limits: limits, resumable: resumable)
            switch try await send(exchange, progress) {
            case .answer(let answer): return answer
            case .redirect(let target):
                // Do not send one server's header fields to another.
                if target.origin != url.origin { own.headers = [:] }
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
        let address = try await addresses.address(of: host, at: clock.now)
        func ask() async throws -> HTTPExchange.Outcome {
            try await clients.withClient(for: .init(host: host, address: address)) { try await exchange.run($0, progress) }
        }
        do {
            do {
                return try await ask()
            } catch let error as BoundedCropError where error.underlying is SpentConnection {
                // Not counted as an attempt: the server never processed the request. The next try uses a new connection.
                return try await ask()
            }
        } catch let error as BoundedCropError where error.code == .connectionFailed {
            addresses.avoid(address, of: host)
            throw error
        }
    }
}
