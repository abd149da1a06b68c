internal import AsyncHTTPClient
internal import BoundedCrop
internal import NIOCore
internal import NIOHTTP1

/// Asks the servers that hand out keys.
struct CredentialsServer: Sendable {
    struct Answer: Sendable {
        let status: Int
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    let http: HTTPClient
    let clock: any LoadingClock

    /// Throws `connectionFailed` or `timeout` if there is no answer.
    func answer(
        to method: HTTPMethod = .GET,
        of url: String,
        _ headers: [(name: String, value: String)],
        body: String? = nil,
        within limit: Duration
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: url)
        request.method = method
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        let answer = try await TimeLimit.run { [http, request] in
            do {
                let response = try await http.execute(request, deadline: .distantFuture)
                // More than any keys; a longer answer is none.
                let body = try await response.body.collect(upTo: 65_536)
                return Answer(status: Int(response.status.code), body: Array(body.readableBytesView))
            } catch {
                if Task.isCancelled || error is CancellationError { throw CancellationError() }
                throw BoundedCropError(.connectionFailed, "it cannot be reached: \(ConnectionWords.text(error))", underlying: error)
            }
        } until: { [clock] in
            try await clock.sleep(for: limit)
        }
        guard let answer else { throw BoundedCropError(.timeout, "it sent no answer within \(limit.seconds) s") }
        return answer
    }
}
