internal import AsyncHTTPClient
internal import BoundedCrop
public import Logging
internal import NIOHTTP1

/// Reads, writes and lists the objects of an object storage with S3's protocol.
///
///     let client = try S3Client(.fromEnvironment(ProcessInfo.processInfo.environment))
///     let photo = try await client.object(at: S3Location("s3://photos/anna.jpg"))
///     for try await entry in client.entries(below: S3Location("s3://photos/2024/"), recursive: true) { … }
///     await client.shutDown()
///
/// Requests are signed (Signature V4), repeated after temporary failures, and limited in time. Safe to call from any number of tasks.
public final class S3Client: Sendable {
    /// The largest object that is read unless the caller allows more: 256 MB.
    public static let standardByteLimit = 256_000_000

    /// How the storage is reached.
    public let configuration: S3Configuration
    let connection: S3Connection
    let attempts: RepeatedAttempts
    let gate: AdmissionGate<WeightLimit>

    /// Creates a client. It connects, and looks for keys, when the first request is made.
    public convenience init(_ configuration: S3Configuration, logger: Logger? = nil) {
        self.init(configuration, logger: logger, client: Transport.clientConfiguration)
    }

    init(_ configuration: S3Configuration, logger: Logger?, client: HTTPClient.Configuration) {
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
    public func object(
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
    public func entry(at location: S3Location) async throws -> S3Entry {
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
    public func remove(_ location: S3Location) async throws {
        _ = try await response(to: S3Request(.remove, .DELETE, location.ofObject()), byteLimit: 65_536)
    }

    /// Cancels all requests and closes all connections. Later requests fail.
    public func shutDown() async {
        try? await connection.http.shutdown()
    }
}
