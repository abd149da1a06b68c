internal import BoundedCrop
internal import BoundedCropLoading
internal import HTTPTypes
internal import Logging

/// Counts the requests and logs a line for each.
struct RequestLog: Sendable {
    let metrics: ServiceMetrics
    let logger: Logger

    /// Logs a request that reached its route. Probes and metrics requests are counted but not logged.
    func answered(
        _ request: ServiceRequest,
        _ route: String,
        isProbe: Bool,
        _ answer: Answer,
        _ failure: (any Error)?,
        _ duration: Duration
    ) {
        metrics.request(route, status: answer.status.code, byteCount: answer.body.count, duration: duration)
        if isProbe { return }
        var metadata: Logger.Metadata = [
            "request-id": "\(request.id)", "method": "\(request.method.rawValue)", "path": "\(LogText.path(request.target))",
            "milliseconds": .stringConvertible(Int(duration.seconds * 1000)), "client": "\(request.client)",
        ]
        // So that the line is found from the client's trace.
        if let trace = request.traceParent { metadata["trace-id"] = "\(trace.traceID)" }
        if let failure { metadata["error"] = "\(LogText.sentence("\(failure)"))" }
        write(route, answer, metadata)
    }

    /// Logs a malformed request.
    func refused(_ error: BoundedCropError, _ answer: Answer, client: String) {
        metrics.request("malformed", status: answer.status.code, byteCount: answer.body.count, duration: .zero)
        let id = answer.headers[.requestID] ?? ""
        write("malformed", answer, ["request-id": "\(id)", "client": "\(client)", "error": "\(LogText.sentence("\(error)"))"])
    }

    private func write(_ route: String, _ answer: Answer, _ metadata: Logger.Metadata) {
        var metadata = metadata
        metadata["status"] = .stringConvertible(answer.status.code)
        metadata["bytes"] = .stringConvertible(answer.body.count)
        logger.log(level: answer.status.code >= 500 ? .error : .info, "\(route)", metadata: metadata)
    }
}
