internal import AsyncHTTPClient
internal import BoundedCrop
internal import NIOCore
internal import NIOHTTP1

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
                try await Self.send(request, signed, byteLimit, connection.http, silence)
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
