internal import BoundedCrop
internal import BoundedCropLoading
internal import HTTPTypes
internal import Hummingbird
internal import Synchronization

/// Dispatches requests to their routes and turns errors into answers.
final class ServiceResponder: HTTPResponder {
    enum Route: String {
        case health, metrics, description, page, correction, crop, detect, plan, render, image

        /// The supported methods, as listed in `Allow`.
        var methods: String {
            switch self {
            case .crop, .detect, .plan, .render, .correction: "POST"
            case .health, .metrics, .description, .page, .image: "GET, HEAD"
            }
        }

        /// How the paths of requests look; nil for those that are answered without work on pictures.
        var template: String? {
            switch self {
            case .health, .metrics, .description, .page, .correction: nil
            case .crop, .detect, .plan, .render: "/\(rawValue)"
            case .image: "/{authorization}/{instructions}"
            }
        }
    }

    let configuration: ServiceConfiguration
    private let metrics: ServiceMetrics
    private let image: ImageRoute
    private let uploads: UploadRoutes
    /// Nil if the page saves no corrections.
    private let correction: CorrectionRoute?
    private let rootCheck: RootCheck?
    private let names: ServerNames
    private let crossOrigin: CrossOriginRules
    private let description: DescriptionRoute
    private let log: RequestLog
    let tracer: StageTracer
    private let isDraining = Atomic(false)

    typealias Waiting = (_ limit: Duration, _ body: @escaping @Sendable () async throws -> Answer) async throws -> Answer

    /// - Parameter rootCheck: Asked by `/readyz`; nil without a folder of pictures.
    init(
        _ configuration: ServiceConfiguration,
        image: ImageRoute,
        uploads: UploadRoutes,
        correction: CorrectionRoute?,
        rootCheck: RootCheck?,
        metrics: ServiceMetrics,
        log: RequestLog
    ) {
        self.configuration = configuration
        self.image = image
        self.uploads = uploads
        self.correction = correction
        self.rootCheck = rootCheck
        self.metrics = metrics
        self.log = log
        tracer = StageTracer(configuration.tracer)
        names = ServerNames(configuration)
        crossOrigin = CrossOriginRules(configuration)
        description = DescriptionRoute(configuration)
    }

    /// False while the service is shutting down, when no new requests should be sent to it.
    var isReady: Bool {
        get { !isDraining.load(ordering: .relaxed) }
        set { isDraining.store(!newValue, ordering: .relaxed) }
    }

    func respond(to request: Request, context: ServiceContext) async throws -> Response {
        let target = request.head.path ?? "/"
        let asked = ServiceRequest(request, target: target, client: context.client, channel: context.channel, tracer: tracer)
        return await respond(to: asked) { [clock = configuration.connectionClock] limit, body in
            try await context.whileClientWaits(within: limit, by: clock, body)
        }
    }

    /// - Parameter waiting: Runs work that is cancelled at the time limit, and when the client leaves.
    func respond(to asked: ServiceRequest, waiting: Waiting) async -> Response {
        let route = route(of: asked)
        let answer = await traced(asked, route) { await outcome(asked, route, waiting) }
        return answer.response(to: asked.method, on: asked.eventLoop)
    }

    /// The complete answer, which is logged, and the error if it reports one.
    private func outcome(_ asked: ServiceRequest, _ route: Route, _ waiting: Waiting) async -> Outcome {
        let start = ContinuousClock.now
        var answer: Answer
        var failure: (any Error)?
        do {
            answer = try await self.answer(asked, route, waiting)
        } catch {
            failure = error
            answer = Problem.answer(for: error, requestID: asked.id, retryAfter: image.workers.retrySeconds)
            if answer.status == .methodNotAllowed {
                answer.headers[.allow] = route.methods + (crossOrigin.concern(route) ? ", OPTIONS" : "")
            }
        }
        answer.headers[.requestID] = asked.id
        crossOrigin.add(to: &answer, route, origin: asked.headers[.origin])
        answer.addDigests(for: asked.headers, method: asked.method)
        if !configuration.sendsPlan { answer.headers[.plan] = nil }
        if configuration.sendsCacheStatus, failure == nil, route == .image {
            answer.headers[.cacheStatus] = CacheStatus.text(asked.stages.times)
        }
        answer.headers[.crossOriginResourcePolicy] = answer.isPicture && route == .image ? "cross-origin" : "same-origin"
        if route == .image, image.isShared(asked) { answer.share() }
        // The rest of a body is not read, so the next request could not be found. Other applications look after their connections.
        if failure != nil, route.methods == "POST", asked.channel != nil { answer.headers[.connection] = "close" }
        let duration = ContinuousClock.now - start
        if configuration.sendsServerTiming, route.template != nil {
            answer.headers[.serverTiming] = asked.stages.times.headerText(total: duration)
        }
        log.answered(asked, route.rawValue, isProbe: route == .health || route == .metrics, answer, failure, duration)
        return (answer, failure)
    }

    private func answer(_ request: ServiceRequest, _ route: Route, _ waiting: Waiting) async throws -> Answer {
        if request.method == .options, route == .image, image.isShared(request) { return .preflight }
        if request.method == .options, let answer = crossOrigin.options(route) {
            try names.check(request.authority)
            return answer
        }
        let isReading = request.method == .get || request.method == .head
        guard route.methods == "POST" ? request.method == .post : isReading else {
            throw BoundedCropError(.methodNotAllowed, "only \(route.methods) is answered at this path")
        }
        // Health checks use the service's address instead of its name.
        if route == .health { return try await health(request, waiting) }
        try names.check(request.authority)
        switch route {
        case .metrics: return .now("text/plain; version=0.0.4; charset=utf-8", metrics.registry.text())
        case .description: return try description.answer(request)
        case .page: return try PlaygroundRoute.answer(request.path, query: request.query, request.headers, configuration)
        default:
            return try await waiting(configuration.deadline) { [image, uploads, correction] in
                switch route {
                case .correction:
                    guard let correction else { throw BoundedCropError(.notFound, "nothing is saved here: save-corrections is off") }
                    return try await correction.answer(request)
                case .crop: return try await uploads.crop(request)
                case .detect: return try await uploads.detect(request)
                case .plan: return try await uploads.plan(request)
                case .render: return try await uploads.render(request, image)
                default: return try await image.answer(request).ranged(for: request)
                }
            }
        }
    }

    private func route(of request: ServiceRequest) -> Route {
        switch request.path {
        case "/livez", "/readyz", "/healthcheck": .health
        case "/metrics": .metrics
        case "/openapi.json": .description
        case "/crop": .crop
        case "/detect": .detect
        case "/plan": .plan
        case "/render": .render
        case PlaygroundRoute.correctionPath[...] where configuration.offersPlayground: .correction
        default: configuration.offersPlayground && PlaygroundRoute.has(request.path) ? .page : .image
        }
    }

    /// Only `/readyz` looks at anything; the others say that the process answers.
    private func health(_ request: ServiceRequest, _ waiting: Waiting) async throws -> Answer {
        guard request.path == "/readyz" else { return .health("WORKING", .ok) }
        guard isReady else { return .health("DRAINING", .serviceUnavailable) }
        guard let rootCheck else { return .health("WORKING", .ok) }
        // A disk that does not answer must not hold requests forever.
        return try await waiting(configuration.deadline) {
            try await rootCheck.passes() ? .health("WORKING", .ok) : .health("FAILING: root", .serviceUnavailable)
        }
    }
}

extension Answer {
    /// One line for whoever asks whether the service is well.
    fileprivate static func health(_ text: String, _ status: HTTPResponse.Status) -> Self {
        var answer = now("text/plain; charset=utf-8", text + "\n")
        answer.status = status
        return answer
    }

    /// Text that must not be cached.
    fileprivate static func now(_ type: String, _ text: String) -> Self {
        var answer = Self(type: type, bytes: Array(text.utf8))
        answer.headers[.cacheControl] = "no-store"
        return answer
    }
}

/// Answers with the description of the service, which is made once for each path at which the service is.
final class DescriptionRoute: Sendable {
    private let configuration: ServiceConfiguration
    private let answers = Mutex<[String: Answer]>([:])

    init(_ configuration: ServiceConfiguration) {
        self.configuration = configuration
    }

    func answer(_ request: ServiceRequest) throws -> Answer {
        let path = request.application
        let known = answers.withLock { $0[path] }
        let answer = try known ?? Answer(json: ServiceDescription(configuration: configuration, path: path).document)
        answers.withLock { $0[path] = answer }
        return try answer.revalidated(for: request.headers)
    }
}

/// How the caches of answers handled a request: `Cache-Status` (RFC 9211).
enum CacheStatus {
    /// The value of the field; nil where no answer was looked for, as for a 304. Keys are not told.
    static func text(_ times: RequestTimes) -> String? {
        switch times.origin {
        case nil: nil
        case .memory: "BoundedCrop; hit; detail=memory"
        case .storage: "BoundedCrop; hit; detail=storage"
        case .made:
            "BoundedCrop; fwd=miss" + (times.isStored ? "; stored" : "") + (times.startedWork ? "" : "; collapsed")
        }
    }
}

extension HTTPField.Name {
    static let cacheStatus = named("Cache-Status")
}
