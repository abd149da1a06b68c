internal import AsyncHTTPClient
internal import BoundedCrop
internal import FoundationEssentials
internal import NIOCore
internal import NIOHTTP1
internal import Synchronization
internal import Tracing

/// One request to one server, and its answer.
struct HTTPExchange: Sendable {
    enum Outcome: Sendable {
        case answer(HTTPAnswer)
        case redirect(URL, keepsMethod: Bool)
    }

    let url: URL
    /// The key of the picture, under which partial downloads are kept.
    let key: String
    /// The method, header fields and body that the program chose.
    let own: HTTPOptions.Request
    /// The validators of the stored content, if any.
    let known: HTTPValidators?
    let limits: ImageLimits
    let resumable: ResumableDownloads
    /// Begins anew with the request, and ends with whatever the server sends.
    let silence: Silence
    let tracing: ExchangeTracing
    /// What messages call the server.
    let place: String
    /// Throws for an answer that is neither content nor that it has not changed, if the usual errors do not suit.
    var refuse: @Sendable (HTTPClientResponse) async throws -> Void = { _ in }

    /// - Parameter span: Told of the answer; nil without a tracer.
    func run(_ client: HTTPClient, _ span: (any Tracing.Span)?, _ progress: HTTPFetcher.Progress) async throws -> Outcome {
        let part = known == nil && own.isPlain ? resumable.part(of: key) : nil
        let response: HTTPClientResponse
        do {
            silence.interrupt()
            response = try await client.execute(request(resuming: part), deadline: .distantFuture)
            silence.interrupt()
        } catch {
            throw ConnectionWords.failure(error, of: place)
        }
        span?.attributes["http.response.status_code"] = Int(response.status.code)
        span?.addEvent("response head")
        if ![200, 206, 304, 416].contains(response.status.code) { try await refuse(response) }
        // The partial download is no longer needed if the server sends the content or says that there is no more.
        if [200, 206, 416].contains(response.status.code) { resumable.forget(key) }
        switch response.status.code {
        case 200:
            return .answer(.content(try await content(of: response, after: nil, progress), response.headers))
        case 206:
            return .answer(.content(try await content(of: response, after: part, progress), response.headers))
        case 416 where part != nil:
            throw BoundedCropError(.invalidContentLength, "\(place) has no more of the picture than was already received")
        case 304:
            guard known != nil, own.isPlain else {
                throw BoundedCropError(.invalidResponse, "\(place) answered 304 to an unconditional request")
            }
            return .answer(.notModified(response.headers))
        case 301, 302, 303, 307, 308:
            // RFC 9110, 15.4: only 307 and 308 repeat the request; browsers repeat it for 301 and 302 unless it is a POST.
            let repeats = [307, 308].contains(response.status.code) || response.status.code < 303 && own.method != "POST"
            return .redirect(try await target(of: response), keepsMethod: repeats)
        default:
            throw BoundedCropError(
                .invalidStatusCode,
                "\(place) answers with status \(response.status.code)",
                underlying: HTTPStatusError(status: Int(response.status.code), retryAfter: retryAfter(response.headers))
            )
        }
    }

    private func request(resuming part: ResumableDownloads.Part?) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: url.absoluteString)
        request.headers.add(name: "Accept", value: "image/jpeg, image/png, image/webp, image/*;q=0.8, */*;q=0.1")
        request.headers.add(name: "User-Agent", value: "BoundedCrop/\(BoundedCropVersion.current)")
        if tracing.isTold { tracing.tracer.inject(into: &request.headers) }
        for (name, value) in own.headers { request.headers.replaceOrAdd(name: name, value: value) }
        request.method = HTTPMethod(rawValue: own.method)
        if let body = own.body { request.body = .bytes(ByteBuffer(bytes: body)) }
        guard own.isPlain else { return request }
        if let tag = known?.entityTag { request.headers.replaceOrAdd(name: "If-None-Match", value: tag) }
        if let date = known?.lastModified { request.headers.replaceOrAdd(name: "If-Modified-Since", value: date) }
        if let part {
            request.headers.replaceOrAdd(name: "Range", value: "bytes=\(part.bytes.count)-")
            request.headers.replaceOrAdd(name: "If-Range", value: part.validator)
        }
        return request
    }

    private func content(
        of response: HTTPClientResponse,
        after part: ResumableDownloads.Part?,
        _ progress: HTTPFetcher.Progress
    ) async throws -> [UInt8] {
        let encoding = ContentEncoding(response.headers)
        try encoding.refuseCompression(by: place)
        var (bytes, expected) = ([UInt8](), length(response.headers))
        var validator = HTTPValidators(response.headers).forRange
        if response.status.code == 206 {
            guard let part, let whole = part.wholeLength(continuedBy: response.headers) else {
                throw BoundedCropError(.invalidContentLength, "\(place) sent a different part of the picture than the one requested")
            }
            (bytes, expected, validator) = (part.bytes, whole, part.validator)
        }
        if let expected { try limits.check(byteCount: expected) }
        if response.headers.first(name: "accept-ranges")?.trimmed() == "none" { validator = nil }
        func keep() {
            guard own.isPlain, let validator, bytes.count < expected ?? .max else { return }
            resumable.keep(.init(bytes: bytes, validator: validator, wholeLength: expected), of: key)
        }
        do {
            // The announced length alone reserves no more memory than this.
            if let expected { bytes.reserveCapacity(min(expected, 1 << 22)) }
            for try await buffer in response.body {
                silence.interrupt()
                bytes.append(contentsOf: buffer.readableBytesView)
                progress(buffer.readableBytes, bytes.count, expected)
                try limits.check(byteCount: bytes.count)
            }
            try Task.checkCancellation()
        } catch let error as BoundedCropError {
            throw error
        } catch {
            keep()
            if Task.isCancelled { throw CancellationError() }
            throw BoundedCropError(
                .invalidContentLength,
                "\(place) stopped sending after \(bytes.count) bytes\(expected.map { " of \($0)" } ?? "")",
                underlying: error
            )
        }
        if let expected, expected != bytes.count {
            keep()
            throw BoundedCropError(.invalidContentLength, "\(place) sent \(bytes.count) bytes but announced \(expected)")
        }
        try encoding.check(bytes, from: place)
        return bytes
    }

    private func length(_ headers: HTTPHeaders) -> Int? {
        headers.first(name: "content-length").flatMap { HTTPNumber.value($0.trimmed()) }
    }

    private func target(of response: HTTPClientResponse) async throws -> URL {
        // Read a short body so that the connection can be reused; a long one is not worth it.
        if let length = length(response.headers), length <= 65_536 {
            _ = try? await response.body.collect(upTo: 65_536)
        }
        guard let location = response.headers.first(name: "location")?.trimmed(),
            let target = URL(string: location, relativeTo: url)?.absoluteURL
        else {
            throw BoundedCropError(.invalidRedirect, "\(place) redirects without a valid location")
        }
        guard ["http", "https"].contains(target.scheme?.lowercased() ?? "") else {
            throw BoundedCropError(.invalidRedirect, "\(place) redirects to “\(location.prefix(200))”, which is not an http or https URL")
        }
        guard target.hasPossiblePort else {
            throw BoundedCropError(.invalidRedirect, "\(place) redirects to “\(location.prefix(200))”, whose port is not in 1...65535")
        }
        return target
    }

    private func retryAfter(_ headers: HTTPHeaders) -> Duration? {
        headers.first(name: "retry-after").flatMap { HTTPNumber.value($0.trimmed()) }.map { .seconds($0) }
    }
}

/// Ends work that takes too long.
enum TimeLimit {
    /// Returns what the body returns, or nil if the timer ends first. The slower of both is cancelled.
    static func run<Answer: Sendable>(
        _ body: @escaping @Sendable () async throws -> Answer,
        until timer: @escaping @Sendable () async throws -> Void
    ) async throws -> Answer? {
        try await withThrowingTaskGroup(of: Answer?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await timer()
                // A clock of the program's own may return instead of throwing.
                try Task.checkCancellation()
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next().flatMap { $0 }
        }
    }
}

/// Measures how long a server has sent nothing.
final class Silence: Sendable {
    /// The number of parts into which the time is divided. Silence is noticed at most one part late.
    static let parts = 4
    private let clock: any LoadingClock
    private let interruptions = Mutex(0)

    init(_ clock: any LoadingClock) {
        self.clock = clock
    }

    func interrupt() {
        interruptions.withLock { $0 += 1 }
    }

    /// Returns once nothing has interrupted the silence for a duration, at most a quarter of it late. Counts instead of comparing times,
    /// since the system's time may be set meanwhile. Throws `CancellationError` if the task is cancelled.
    func lasts(_ duration: Duration) async throws {
        var silentParts = 0
        while silentParts < Self.parts {
            let before = interruptions.withLock { $0 }
            try await clock.sleep(for: duration / Self.parts)
            // A clock of the program's own may return instead of throwing.
            try Task.checkCancellation()
            silentParts = interruptions.withLock { $0 } == before ? silentParts + 1 : 0
        }
    }
}
