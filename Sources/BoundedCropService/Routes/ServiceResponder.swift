internal import BoundedCrop
internal import BoundedCropLoading
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import Synchronization

/// Brings each request to its route, and each failure to the client.
final class ServiceResponder: HTTPResponder {
    private enum Route: String {
        case health, metrics, page, crop, detect, plan, image, none
    }

    private let work: PictureWork
    private let image: ImageRoute
    private let uploads: UploadRoutes
    private let isDraining = Atomic(false)

    init(_ work: PictureWork) {
        self.work = work
        image = ImageRoute(work)
        uploads = UploadRoutes(work: work)
    }

    /// From now on the service says that it is not ready, so that no new requests are sent to it.
    func drain() { isDraining.store(true, ordering: .relaxed) }

    func respond(to request: Request, context: ServiceContext) async throws -> Response {
        let start = ContinuousClock.now
        let asked = ServiceRequest(request, client: context.client)
        let route = route(of: asked)
        var answer: Answer
        var failure: (any Error)?
        do {
            answer = try await self.answer(asked, route, context)
        } catch {
            failure = error
            answer = Problem.answer(for: error, requestID: asked.id)
        }
        answer.headers[.requestID] = asked.id
        // What is left of a body is not read: the next request could not be found behind it.
        if asked.method == .post, failure != nil { answer.headers[.connection] = "close" }
        let duration = ContinuousClock.now - start
        work.metrics.request(route.rawValue, status: answer.status.code, byteCount: answer.bytes.count, duration: duration)
        log(asked, route, answer, failure, duration)
        return answer.response(to: asked.method)
    }

    private func answer(_ request: ServiceRequest, _ route: Route, _ context: ServiceContext) async throws -> Answer {
        switch route {
        case .health: return health(request)
        case .metrics: return Answer(type: "text/plain; version=0.0.4; charset=utf-8", bytes: Array(work.metrics.registry.text().utf8))
        case .page: return try PlaygroundRoute.answer(request, work.configuration)
        case .none: throw BoundedCropError(.methodNotAllowed, "\(request.method.rawValue) is not answered at this path")
        case .crop, .detect, .plan, .image:
            let (image, uploads) = (image, uploads)
            return try await context.presence.run { [deadline = work.configuration.deadline] in
                try await Deadline.run(deadline) {
                    switch route {
                    case .crop: try await uploads.crop(request)
                    case .detect: try await uploads.detect(request)
                    case .plan: try await uploads.plan(request)
                    default: try await image.answer(request)
                    }
                }
            }
        }
    }

    private func route(of request: ServiceRequest) -> Route {
        let isReading = request.method == .get || request.method == .head
        switch request.path {
        case "/livez", "/readyz", "/healthcheck": return isReading ? .health : .none
        case "/metrics": return isReading ? .metrics : .none
        case "/crop": return request.method == .post ? .crop : .none
        case "/detect": return request.method == .post ? .detect : .none
        case "/plan": return request.method == .post ? .plan : .none
        default:
            guard isReading else { return .none }
            return work.configuration.hasPlayground && PlaygroundRoute.has(request.path) ? .page : .image
        }
    }

    private func health(_ request: ServiceRequest) -> Answer {
        let isReady = request.path != "/readyz" || !isDraining.load(ordering: .relaxed)
        return Answer(
            status: isReady ? .ok : .serviceUnavailable,
            type: "text/plain; charset=utf-8",
            bytes: Array((isReady ? "WORKING\n" : "DRAINING\n").utf8)
        )
    }

    private func log(_ request: ServiceRequest, _ route: Route, _ answer: Answer, _ failure: (any Error)?, _ duration: Duration) {
        guard route != .health, route != .metrics else { return }
        var metadata: Logger.Metadata = [
            "request-id": "\(request.id)", "method": "\(request.method.rawValue)", "status": "\(answer.status.code)",
            // Not the query, nor that of the picture's own URL: there may be tokens in them.
            "path": "\(request.path.prefix(500).prefix { $0 != "?" }.split(separator: "%3F", maxSplits: 1).first ?? "/")",
            "bytes": "\(answer.bytes.count)", "milliseconds": "\(Int(duration.seconds * 1000))", "client": "\(request.client)",
        ]
        if let failure { metadata["error"] = "\(failure)" }
        work.logger.log(level: answer.status.code >= 500 ? .error : .info, "\(route.rawValue)", metadata: metadata)
    }
}
