internal import AsyncHTTPClient
internal import BoundedCrop
internal import FoundationEssentials
package import Logging
internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// Reads, writes and lists the objects of an object storage with S3's protocol.
///
///     let client = try S3Client(.fromEnvironment(ProcessInfo.processInfo.environment))
///     let photo = try await client.object(at: S3Location("s3://photos/anna.jpg"))
///     for try await entry in client.entries(below: S3Location("s3://photos/2024/"), recursive: true) { … }
///     await client.shutDown()
///
/// Requests are signed (Signature V4), repeated after temporary failures, and limited in time. Safe to call from any number of tasks.
package final class S3Client: Sendable {
    /// The largest object that is read unless the caller allows more: 256 MB.
    package static let standardByteLimit = 256_000_000

    /// How the storage is reached.
    package let configuration: S3Configuration
    let connection: S3Connection
    let attempts: RepeatedAttempts
    let gate: AdmissionGate<WeightLimit>

    /// Creates a client. It connects, and looks for keys, when the first request is made.
    package convenience init(_ configuration: S3Configuration, logger: Logger? = nil) {
        self.init(configuration, logger: logger, client: S3Connection.client(Transport.clientConfiguration))
    }

    init(_ configuration: S3Configuration, logger: Logger?, client: OwnedClient) {
        let logger = logger ?? Logger(label: "boundedcrop.s3")
        self.configuration = configuration
        connection = S3Connection(configuration, client: client, logger: logger)
        attempts = RepeatedAttempts(
            limit: configuration.attempts,
            backoff: configuration.backoff,
            maximumBackoff: configuration.maximumBackoff,
            clock: configuration.clock,
            logger: logger
        )
        gate = AdmissionGate(WeightLimit(total: max(1, configuration.concurrentRequests)))
    }

    /// Reads an object, or a part of one.
    ///
    /// - Parameters:
    ///   - location: The object.
    ///   - ifNoneMatch: The tag of a version that is known already.
    ///   - range: The bytes to read; those past the end of the object are left out.
    ///   - byteLimit: The largest number of bytes to read.
    /// - Returns: Nil if the object still has the tag.
    /// - Throws: `fileNotFound` if there is no such object or bucket, `accessDenied`, `noCredentials`, `wrongRegion`, `wrongClock`,
    ///   `limitExceeded`, `connectionFailed`, `timeout`, `invalidStatusCode`, `invalidResponse`, `invalidContentLength`, `invalidURL` for a
    ///   location without a key, `invalidArgument` for a range outside the object, and `CancellationError`.
    package func object(
        at location: S3Location,
        ifNoneMatch: String? = nil,
        range: Range<Int>? = nil,
        byteLimit: Int = S3Client.standardByteLimit
    ) async throws -> S3Object? {
        var request = try S3Request(.read, .GET, location.ofObject())
        if let ifNoneMatch { try request.add("if-none-match", ifNoneMatch) }
        if let range {
            guard range.lowerBound >= 0, !range.isEmpty else {
                throw BoundedCropError(
                    .invalidArgument,
                    "a range of an object has at least one byte and begins at 0 or later, not \(range)"
                )
            }
            try request.add("range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)")
        }
        let response = try await response(to: request, byteLimit: byteLimit)
        return response.status == 304 && ifNoneMatch != nil ? nil : try S3Object(response, of: location, range)
    }

    /// Asks for an object without its content.
    ///
    /// - Throws: What ``object(at:ifNoneMatch:range:byteLimit:)`` throws.
    package func entry(at location: S3Location) async throws -> S3Entry {
        do {
            let response = try await response(to: S3Request(.read, .HEAD, location.ofObject()), byteLimit: 0)
            return try S3Entry(response, of: location)
        } catch let error as BoundedCropError where [400, 403].contains((error.underlying as? HTTPStatusError)?.status) {
            // An answer to HEAD has no text. That to the smallest GET says what is wrong.
            var request = S3Request(.read, .GET, location)
            try request.add("range", "bytes=0-0")
            return try S3Entry(await response(to: request, byteLimit: 65_536), of: location)
        }
    }

    /// Removes an object. That it is not there is no error.
    ///
    /// - Throws: What ``object(at:ifNoneMatch:range:byteLimit:)`` throws.
    package func remove(_ location: S3Location) async throws {
        _ = try await response(to: S3Request(.remove, .DELETE, location.ofObject()), byteLimit: 65_536)
    }

    /// Cancels all requests and closes all connections. Later requests fail.
    package func shutDown() async {
        await connection.client.shutDown()
    }
}

extension S3Client {
    /// Writes an object in one request: others see the old one, or none, until the new one is complete.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - location: The object.
    ///   - type: The content type, such as `image/jpeg`.
    ///   - metadata: What else to keep with it: names of letters, digits and hyphens, and values of printable ASCII.
    ///   - overwriting: Whether to replace an object that is there.
    /// - Throws: `fileExists` if there is an object and it is not to be overwritten; otherwise what
    ///   ``object(at:ifNoneMatch:range:byteLimit:)`` throws.
    package func put(
        _ bytes: [UInt8],
        at location: S3Location,
        type: String? = nil,
        metadata: [String: String] = [:],
        overwriting: Bool = false
    ) async throws {
        var request = try S3Request(.write, .PUT, location.ofObject())
        if let type { try request.add("content-type", type) }
        for (name, value) in metadata.sorted(by: { $0.key < $1.key }) { try request.add("x-amz-meta-" + name, value) }
        if !overwriting {
            try request.add("if-none-match", "*")
            if configuration.endpoint?.host?.lowercased().hasSuffix("storage.googleapis.com") == true {
                try await checkAbsence(of: location)
            }
        }
        request.set(body: bytes)
        _ = try await response(to: request, byteLimit: 65_536) { [self] attempt, result in
            do {
                return try result.get()
            } catch let error as BoundedCropError where error.code == .fileExists && attempt > 1 {
                // An earlier attempt, whose answer was lost, may have written it.
                guard let found = try await written(bytes, at: location) else { throw error }
                return found
            }
        }
    }

    /// For servers that know conditions only for reading. Two that write at once may both see nothing.
    private func checkAbsence(of location: S3Location) async throws {
        do {
            _ = try await entry(at: location)
        } catch let error as BoundedCropError where error.code == .fileNotFound {
            return
        }
        throw BoundedCropError(.fileExists, S3Fault.thereIsOne, path: location.text)
    }

    /// The object that is there if it has these bytes.
    private func written(_ bytes: [UInt8], at location: S3Location) async throws -> S3Response? {
        do {
            // Without waiting for a turn: this belongs to one that has it.
            let there = try await once(S3Request(.read, .GET, location), byteLimit: bytes.count)
            return there.body == bytes ? there : nil
        } catch let error as BoundedCropError where [.limitExceeded, .accessDenied].contains(error.code) {
            return nil
        }
    }
}

extension S3Client {
    /// Sends a request until it is answered, refused, or out of attempts or time.
    ///
    /// - Parameter attempted: Gets the answer to each attempt, and its number.
    func response(
        to request: S3Request,
        byteLimit: Int,
        _ attempted: @escaping @Sendable (_ attempt: Int, _ result: Result<S3Response, any Error>) async throws -> S3Response = {
            try $1.get()
        }
    ) async throws -> S3Response {
        let (configuration, attempts) = (configuration, attempts)
        // Waiting for the turn takes none of the request's time.
        let answer = try await gate.run(1) {
            try await TimeLimit.run { [self] in
                try await attempts.run { attempt in
                    try await attempted(attempt, await Result { try await once(request, byteLimit: byteLimit) })
                }
            } until: {
                try await configuration.clock.sleep(for: configuration.timeout)
            }
        }
        guard let answer else {
            throw BoundedCropError(
                .timeout,
                "the object storage sent no whole answer within \(configuration.timeout.seconds) s",
                path: request.location.text
            )
        }
        return answer
    }

    /// Sends a request once, or again with what its answer says that was wrong with it put right.
    func once(_ request: S3Request, byteLimit: Int) async throws -> S3Response {
        try await connection.answer(to: request) { [connection, configuration] signed in
            let silence = Silence(configuration.clock)
            let answer = try await TimeLimit.run {
                try await Self.send(request, signed, byteLimit, connection.client.http, silence)
            } until: {
                try await silence.lasts(configuration.silenceTimeout)
            }
            guard let answer else {
                throw BoundedCropError(.timeout, "the object storage sent nothing for \(configuration.silenceTimeout.seconds) s")
            }
            return answer
        }
    }

    private static func send(
        _ request: S3Request,
        _ signed: SignedS3Request,
        _ byteLimit: Int,
        _ http: HTTPClient,
        _ silence: Silence
    ) async throws -> S3Response {
        var message = HTTPClientRequest(url: signed.url)
        message.method = request.method
        for (name, value) in signed.headers { message.headers.add(name: name, value: value) }
        message.headers.add(name: "user-agent", value: "BoundedCrop/\(BoundedCropVersion.current)")
        if request.method == .PUT {
            let parts = UploadParts(bytes: ByteBuffer(bytes: request.body), silence: silence)
            message.body = .stream(parts, length: .known(Int64(request.body.count)))
        }
        let response: HTTPClientResponse
        do {
            response = try await http.execute(message, deadline: .distantFuture)
            silence.interrupt()
        } catch {
            throw ConnectionWords.failure(error, of: "the object storage")
        }
        guard (200..<300).contains(response.status.code) || response.status == .notModified else { throw await S3Fault(response) }
        return try await S3Response.read(
            response,
            byteLimit: byteLimit,
            hasBody: request.method != .HEAD && response.status.code != 304,
            silence
        )
    }
}

/// The body of an upload in parts. Each one that is asked for is a sign that the one before it is on its way, however slow the network is.
struct UploadParts: AsyncSequence, Sendable {
    private static let partLength = 65_536
    let bytes: ByteBuffer
    let silence: Silence

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var rest: ByteBuffer
        fileprivate let silence: Silence

        mutating func next() async -> ByteBuffer? {
            silence.interrupt()
            guard rest.readableBytes > 0 else { return nil }
            return rest.readSlice(length: Swift.min(UploadParts.partLength, rest.readableBytes))
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: bytes, silence: silence) }
}

/// What the answers of an object storage taught: the regions of buckets, and by how much its clock is ahead of this machine's.
final class S3Knowledge: Sendable {
    private struct State {
        var regions = LeastRecentlyUsed<String, String>(countLimit: 1000, costLimit: 1000)
        var ahead = 0.0
    }

    private let state = Mutex(State())
    private let standardRegion: String

    init(standardRegion: String) {
        self.standardRegion = standardRegion
    }

    /// The seconds by which its clock is ahead.
    var ahead: Double {
        get { state.withLock { $0.ahead } }
        set { state.withLock { $0.ahead = newValue } }
    }

    func region(of bucket: String) -> String { state.withLock { $0.regions.use(bucket) } ?? standardRegion }

    func learn(region: String, of bucket: String) { state.withLock { $0.regions.insert(region, for: bucket) } }
}
