internal import BoundedCrop
internal import FoundationEssentials
internal import NIOHTTP1

/// Loads pictures from an object storage for the loader, as from any other server: with what is known of them, in parts, and with progress.
final class S3Source: Sendable {
    private static let place = "the object storage"
    private let client: S3Client
    private let options: HTTPOptions
    private let limits: ImageLimits
    private let clock: any LoadingClock
    private let resumable: ResumableDownloads

    init(_ client: S3Client, _ configuration: ImageLoader.Configuration) {
        self.client = client
        (options, limits, clock) = (configuration.http, configuration.decoding.limits, configuration.clock)
        resumable = ResumableDownloads(byteLimit: options.resumableByteLimit)
    }

    /// Makes one attempt, which fails if the server is silent for too long. An interrupted download is kept so that the next attempt can
    /// resume it.
    func attempt(
        _ load: PreparedRequest,
        known: HTTPValidators?,
        _ tracing: ExchangeTracing,
        progress: @escaping HTTPFetcher.Progress
    ) async throws -> HTTPAnswer {
        var tracing = tracing
        // A signed request is sent as it was signed.
        tracing.isTold = false
        return try await tracing.tracer.run("boundedcrop.attempt") { [tracing] _ in
            do {
                return try await ask(load, known, tracing, progress)
            } catch let error as BoundedCropError where error.underlying is SpentConnection {
                // Not counted as an attempt: the server did not answer the request. The next try uses a new connection.
                return try await ask(load, known, tracing, progress)
            }
        }
    }

    private func ask(
        _ load: PreparedRequest,
        _ known: HTTPValidators?,
        _ tracing: ExchangeTracing,
        _ progress: @escaping HTTPFetcher.Progress
    ) async throws -> HTTPAnswer {
        let request = try S3Request(.read, .GET, S3Location(load.url).ofObject())
        return try await client.connection.answer(to: request) { [self] signed in
            let silence = Silence(clock)
            let answer = try await TimeLimit.run { [self] in
                try await send(signed, load, known, tracing, silence, progress)
            } until: { [self] in
                try await silence.lasts(options.silenceTimeout)
            }
            guard let answer else {
                throw BoundedCropError(.timeout, "\(Self.place) sent nothing for \(options.silenceTimeout.seconds) s")
            }
            return answer
        }
    }

    private func send(
        _ signed: SignedS3Request,
        _ load: PreparedRequest,
        _ known: HTTPValidators?,
        _ tracing: ExchangeTracing,
        _ silence: Silence,
        _ progress: @escaping HTTPFetcher.Progress
    ) async throws -> HTTPAnswer {
        guard let url = URL(string: signed.url) else {
            throw BoundedCropError(.invalidURL, "“\(load.url.absoluteString.prefix(200))” makes no URL of the object storage")
        }
        var own = HTTPOptions.Request(url: signed.url)
        for (name, value) in signed.headers { own.headers[name] = value }
        let exchange = HTTPExchange(
            url: url,
            key: load.originalKey,
            own: own,
            known: known,
            limits: limits,
            resumable: resumable,
            silence: silence,
            tracing: tracing,
            place: Self.place,
            refuse: { throw await S3Fault($0) }
        )
        guard case .answer(let answer) = try await exchange.run(client.connection.client.http, at: nil, progress) else {
            throw BoundedCropError(.invalidRedirect, "\(Self.place) redirects")
        }
        return answer
    }
}
