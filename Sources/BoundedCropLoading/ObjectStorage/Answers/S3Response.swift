internal import AsyncHTTPClient
internal import BoundedCrop
internal import FoundationEssentials
internal import NIOCore
internal import NIOHTTP1

/// A storage's whole answer to a request that it did not refuse.
struct S3Response: Sendable {
    let status: Int
    let headers: HTTPHeaders
    let body: [UInt8]

    /// The announced number of bytes.
    static func length(_ headers: HTTPHeaders) -> Int? {
        headers.first(name: "content-length").flatMap { HTTPNumber.value($0.trimmed()) }
    }

    /// Reads an answer.
    ///
    /// - Throws: `limitExceeded` as soon as it has more bytes than the limit, `invalidContentLength` if it has others than announced.
    static func read(_ response: HTTPClientResponse, byteLimit: Int, hasBody: Bool, _ silence: Silence) async throws -> S3Response {
        let expected = hasBody ? length(response.headers) : nil
        let limits = ImageLimits(maximumBytes: byteLimit)
        if let expected { try limits.check(byteCount: expected) }
        var bytes: [UInt8] = []
        do {
            // The announced length alone reserves no more memory than this.
            if let expected { bytes.reserveCapacity(min(expected, 1 << 22)) }
            for try await buffer in response.body {
                silence.interrupt()
                bytes.append(contentsOf: buffer.readableBytesView)
                try limits.check(byteCount: bytes.count)
            }
            try Task.checkCancellation()
        } catch let error as BoundedCropError {
            throw error
        } catch {
            if Task.isCancelled { throw CancellationError() }
            let all = expected.map { " of \($0)" } ?? ""
            throw BoundedCropError(
                .invalidContentLength,
                "the object storage stopped sending after \(bytes.count) bytes\(all)",
                underlying: error
            )
        }
        if let expected, expected != bytes.count {
            throw BoundedCropError(.invalidContentLength, "the object storage sent \(bytes.count) bytes but announced \(expected)")
        }
        return S3Response(status: Int(response.status.code), headers: response.headers, body: bytes)
    }
}

/// Dates of the internet (RFC 3339), such as `2024-05-06T07:08:09.000Z`.
enum InternetDate {
    static func date(_ text: String) -> Date? {
        let whole = Date.ISO8601FormatStyle()
        let parts = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        return (try? whole.parse(text)) ?? (try? parts.parse(text))
    }
}
