internal import BoundedCrop
internal import BoundedCropEffects
internal import BoundedCropLoading
internal import BoundedCropRendering
internal import FoundationEssentials
internal import HTTPTypes
internal import Synchronization
internal import Tracing

/// Answers image URLs: `/unsafe/300x200/smart/PICTURE`, or with a signature.
final class ImageRoute: Sendable {
    private let configuration: ServiceConfiguration
    private let finder: PictureFinder
    let renderer: ImageRenderer
    let results: ResultStore
    let detections: DetectionStore
    let workers: PictureWorkers
    let metrics: ServiceMetrics
    private let grammars: Grammars
    /// Nil without corrections.
    private let corrections: CorrectionLookup?
    private let offers: [ImageFormat]
    private let lookups = Coalescer<String, StoredResult?>()
    private let flights = Coalescer<String, MadeResult>()
    /// The JSON of requests, which takes longer to make than anything else of an answer from memory.
    private let texts = Mutex(LeastRecentlyUsed<RenderRequest, String>(countLimit: 10_000, costLimit: 10_000_000))

    /// An answer that several requests may have waited for, and how long it took to make.
    private struct MadeResult {
        let result: StoredResult
        let times: RequestTimes
    }

    /// Throws `invalidSetting` for an empty key.
    init(
        _ configuration: ServiceConfiguration,
        _ renderer: ImageRenderer,
        finder: PictureFinder,
        results: ResultStore,
        detections: DetectionStore,
        workers: PictureWorkers,
        metrics: ServiceMetrics,
        corrections: CorrectionLookup? = nil
    ) throws {
        self.configuration = configuration
        self.corrections = corrections
        self.finder = finder
        self.results = results
        self.detections = detections
        self.workers = workers
        self.metrics = metrics
        self.renderer = renderer
        offers = configuration.formats.filter(\.support.isWritable)
        grammars = try Grammars(configuration)
        metrics.registry.read("boundedcrop_results_awaited") { [flights] in Double(flights.waiterCount) }
    }

    /// Whether pages of all origins may read the answer to a request.
    func isShared(_ request: ServiceRequest) -> Bool { grammars.isShared(request) }

    func answer(_ request: ServiceRequest) async throws -> Answer { try await answer(grammars.read(request), to: request) }

    /// The answer to what is asked in whatever words.
    func answer(_ asked: DialectRequest, to request: ServiceRequest) async throws -> Answer {
        do {
            return try await answerOnce(asked, request)
        } catch let error as BoundedCropError where error.code == .pictureChanged {
            // What is there now is found under its own name.
            return try await answerOnce(asked, request)
        }
    }

    /// Makes what is asked of a picture that came with the request, and keeps nothing of it.
    func answer(
        _ asked: RenderRequest,
        of source: ImageSource,
        _ corrections: PictureCorrections,
        to request: ServiceRequest
    ) async throws -> Answer {
        let asked = DialectRequest("", asked.normalized)
        let others = try await asked.request.pictures { [finder] name in
            try await finder.picture(name, finder.fetch(finder.find(name, for: request.client), name, for: request.client))
        }
        let accept = AcceptHeader(asked.request.output.format == nil ? request.headers[.accept] : nil, offering: offers)
        return try answer(await make(source, nil, others, asked, corrections, accept, request.stages))
    }

    private func answer(_ result: StoredResult) throws -> Answer {
        var answer = Answer(type: result.type, body: result.bytes)
        answer.addPlan(result.plan)
        answer.addCovered(result.covered)
        try answer.add(result.placeholder)
        if result.isStopped { answer.headers[.ignoredFilters] = Self.stopped }
        return answer
    }

    private func answerOnce(_ asked: DialectRequest, _ request: ServiceRequest) async throws -> Answer {
        var asked = asked
        try asked.delivery.checkExpiry()
        try HidingWords.refuse(in: asked.ignored)
        if configuration.isStrict { try asked.refuseIgnored() }
        if case .redirect(let target) = asked.answer { return Answer(redirectingTo: target) }
        let presenter = asked.answer.presenter
        let isRaw = asked.delivery.isRaw
        if isRaw, !configuration.answersOriginals {
            throw BoundedCropError(.invalidFilter, "raw() is not answered here: the setting originals allows it")
        }
        if isRaw, asked.request.redacts {
            throw BoundedCropError(
                .invalidFilter,
                "raw() answers the file as it is, so that redact() cannot hide anything: leave one of them out"
            )
        }
        let heedsHints = configuration.usesClientHints && asked.heedsHints && ClientHints.concern(asked.request)
        if heedsHints { asked.request = ClientHints(request.headers).applied(to: asked.request) }
        asked.request = asked.request.normalized
        let isPlan = asked.request.answer == .plan
        let offers = offers.filter(asked.negotiated.contains)
        let isNegotiated = !isRaw && !offers.isEmpty && asked.request.output.format == nil && !isPlan
        let accept = AcceptHeader(isNegotiated ? request.headers[.accept] : nil, offering: offers)
        let found = try await request.stages.run("boundedcrop.source", .source) { try await find(asked, request.client) }
        let corrections = try await corrections(of: asked, found, request.client)
        let key = try key(asked, accept, found) + corrections.key(of: asked.request)
        // A date in the future is not sent to clients (RFC 9110, 8.8.2.1).
        let lastModified = found.lastModified.flatMap { $0 <= Date() ? $0 : nil }
        let tag = "\"\(Fingerprint.text(of: (key + (presenter?.variant ?? "")).utf8).prefix(32))\""
        var answer: Answer
        if try Preconditions(headers: request.headers).isNotModified(tag: tag, lastModified: lastModified) {
            answer = Answer(status: .notModified)
        } else {
            let result = try await result(key, asked, corrections, accept, found, request.client, request.stages)
            answer = try self.answer(result)
            try presenter?.present(&answer, of: result.geometry)
            answer.headers[.contentDisposition] = ContentDisposition(asked.delivery, image: asked.image).text(type: result.type)
        }
        answer.isPicture = !isPlan
        answer.headers[.eTag] = tag
        answer.headers[.lastModified] = lastModified.map(HTTPDate.text)
        if isNegotiated { answer.vary(by: ["Accept"]) }
        if heedsHints {
            answer.vary(by: ClientHints.names)
            answer.headers[.acceptCH] = ClientHints.names.joined(separator: ", ")
        }
        answer.headers.append(contentsOf: presenter?.headers ?? HTTPFields())
        answer.addCaching(CachingTimes(configuration, asked.delivery))
        let ignored = asked.ignored + [answer.headers[.ignoredFilters]].compactMap(\.self)
        if !ignored.isEmpty { answer.headers[.ignoredFilters] = IgnoredWords.headerText(ignored) }
        return answer
    }

    // MARK: Answering

    private func find(_ asked: DialectRequest, _ client: String) async throws -> FoundPictures {
        var found: FoundPictures
        do {
            found = FoundPictures(picture: try await find(asked.image, client))
        } catch let error as BoundedCropError where error.code == .fileNotFound && !asked.ignored.isEmpty {
            // One of these may be the vendor's word for another picture.
            let ignored = asked.ignored.map { "“\($0.prefix(80))”" }.listed(5)
            throw BoundedCropError(.fileNotFound, "\(error.message); \(ignored) cannot be honored here", underlying: error)
        }
        for name in asked.request.pictureNames { found.others[name] = try await find(name, client) }
        return found
    }

    private func find(_ image: String, _ client: String) async throws -> FoundPicture {
        do {
            return try await finder.find(image, for: client)
        } catch let error as BoundedCropError where error.code == .fileNotFound {
            throw BoundedCropError(.fileNotFound, ImageURL.missingPicture(image), underlying: error)
        }
    }

    /// The same pictures with the web pictures loaded. Requests take a place for work only after that.
    private func fetch(_ found: FoundPictures, _ image: String, _ client: String) async throws -> FoundPictures {
        var fetched = FoundPictures(picture: try await finder.fetch(found.picture, image, for: client))
        for (name, other) in found.others { fetched.others[name] = try await finder.fetch(other, name, for: client) }
        return fetched
    }

    private func corrections(of asked: DialectRequest, _ found: FoundPictures, _ client: String) async throws -> PictureCorrections {
        guard let corrections, !asked.delivery.isRaw, Corrections.mayConcern(asked.request) else { return .none }
        return try await corrections.corrections(of: asked.image, found.picture, for: client)
    }

    /// Everything that the answer's bytes depend on, besides corrections.
    private func key(_ asked: DialectRequest, _ accept: AcceptHeader, _ found: FoundPictures) throws -> String {
        let content = try renderer.cacheKey(
            asked.request,
            text: text(of: asked.request),
            content: found.picture.identity,
            pictures: found.others.mapValues(\.identity),
            isRaw: asked.delivery.isRaw
        )
        // Plans name the picture.
        let image = EffectKey.lengthSafe([asked.image])
        // Of several formats, the first that fits is answered.
        let formats = accept.mayChoose ? "\(accept.cacheKey) \(configuration.pixelMemoryBytes)" : "own"
        return "\(ServiceVersion.current) \(formats) \(image)\(content)\(ImageSource.hashEnding(configuration.decoding))"
    }

    private func text(of request: RenderRequest) throws -> String {
        if let text = texts.withLock({ $0.use(request) }) { return text }
        let text = try JSONText.text(request)
        texts.withLock { $0.insert(text, for: request, cost: 1000 + text.utf8.count) }
        return text
    }

    private func result(
        _ key: String,
        _ asked: DialectRequest,
        _ corrections: PictureCorrections,
        _ accept: AcceptHeader,
        _ found: FoundPictures,
        _ client: String,
        _ stages: RequestStages
    ) async throws -> StoredResult {
        if let result = results.inMemory(key) {
            metrics.result(.memory)
            stages.times.origin = .memory
            return result
        }
        if let result = try await inStorage(key, stages) {
            metrics.result(.storage)
            stages.times.origin = .storage
            return result
        }
        let found = try await stages.timed(.source) { try await fetch(found, asked.image, client) }
        // Every request takes its own place, so none is refused because of another one.
        return try await workers.admission.run(for: client) {
            let own = stages.times
            let made = try await flights.value(for: key) { [results, finder, metrics] in
                own.startedWork = true
                let stages = RequestStages(tracer: stages.tracer)
                // An equal request may have been answered since the lookup above.
                if let result = results.inMemory(key) {
                    stages.times.origin = .memory
                    return MadeResult(result: result, times: stages.times)
                }
                let (source, others) = try await stages.run("boundedcrop.source", .source) {
                    let source = try await finder.picture(asked.image, found.picture)
                    return (source, try await asked.request.pictures { try await finder.picture($0, found.others[$0]) })
                }
                let result = try await self.make(source, found.picture.identity, others, asked, corrections, accept, stages)
                metrics.result(.made)
                stages.times.origin = .made
                stages.times.isStored = await self.store(result, key, stages)
                return MadeResult(result: result, times: stages.times)
            }
            stages.times.add(made.times)
            return made.result
        }
    }

    private func inStorage(_ key: String, _ stages: RequestStages) async throws -> StoredResult? {
        guard results.hasStorage else { return nil }
        return try await stages.timed(.storage) {
            try await lookups.value(for: key) { [results] in
                await stages.tracer.run("boundedcrop.result.get") { span in
                    let result = await results.inStorage(key)
                    span?.attributes["boundedcrop.found"] = result != nil
                    return result
                }
            }
        }
    }

    private func store(_ result: StoredResult, _ key: String, _ stages: RequestStages) async -> Bool {
        guard results.hasStorage else { return await results.store(result, key) }
        return await stages.run("boundedcrop.result.put", .storage) { await results.store(result, key) }
    }
}

extension ImageRoute {
    /// What is ignored where several steps leave one frame of an animation.
    private static let stopped = "animation"

    /// Makes the answer on a worker, once the cost of it is known and there is room for it, in the first format that it fits into.
    ///
    /// - Parameter content: The picture's identity, by which what is found in it is known; nil if nothing is kept of it.
    func make(
        _ source: ImageSource,
        _ content: String?,
        _ others: [String: ImageSource],
        _ asked: DialectRequest,
        _ corrections: PictureCorrections,
        _ accept: AcceptHeader,
        _ stages: RequestStages
    ) async throws -> StoredResult {
        let request = corrections.corrected(asked.request, in: source.size)
        if asked.delivery.isRaw {
            // A browser would run what is in it, as if it came from this service.
            guard !source.header.format.isDrawn else {
                throw BoundedCropError(.unsupportedFormat, "\(source.header.format.title) is drawn, and never answered as it is")
            }
            let bytes = AnswerBytes(source.bytes, countedBy: results.answers)
            return StoredResult(type: source.header.format.mediaType, plan: "", bytes: bytes)
        }
        let isAnimated = source.header.isAnimated && request.output.frame == nil
        var formats = accept.formats(for: source.header.outputFormat, hasAlpha: source.header.hasAlpha, isAnimated: isAnimated)
        while true {
            let format = formats.removeFirst()
            let animates = renderer.animates(source, request, format)
            let animation = try animates ? await workers.threads.run { _ in try source.animationInfo() } : nil
            let cost = try renderer.cost(source, request, format: format, pictures: others, animation: animation)
            if cost.byteCount > configuration.pixelMemoryBytes, !formats.isEmpty { continue }
            let isStopped = renderer.stopsAnimation(source, request, format)
            if isStopped, configuration.isStrict {
                throw BoundedCropError(
                    .unknownFilter,
                    "“\(Self.stopped)” cannot be honored here: after several steps, there is one frame; use one step, or ask for one frame"
                )
            }
            let key = try content.flatMap { try renderer.detectionKey(source, request, content: $0, animates: animates) }
            do {
                return try await detections.looking(for: key, in: source.size) { looking in
                    try await workers.run(cost, stages) { [self] cancellation in
                        let runner = stages.runner(cancellation, metrics)
                        let job = RenderJob(renderer, source, pictures: others, looking: looking, stages: runner)
                        var result =
                            try request.answer == .plan
                            ? planned(request, by: job, of: source, asked.image, animation)
                            : rendered(request, as: format, by: job, of: source, asked.image)
                        result.isStopped = isStopped
                        return result
                    }
                }
            } catch let error as BoundedCropError where error.code == .unsupportedFormat && !formats.isEmpty {
                // The sides may be longer than those of the format, which is not known before where the picture is trimmed.
            }
        }
    }

    private func planned(
        _ request: RenderRequest,
        by job: RenderJob,
        of source: ImageSource,
        _ image: String,
        _ animation: AnimationInfo?
    ) throws -> StoredResult {
        let planned = try job.plan(request)
        let record = MetadataRecord(
            image: image,
            header: source.header,
            frameCount: animation?.frameCount ?? (source.header.isAnimated ? nil : 1),
            plan: planned.plan,
            placeholder: try job.placeholder(of: planned)
        )
        let bytes = AnswerBytes(Array(try JSONText.text(record).utf8), countedBy: results.answers)
        return StoredResult(type: "application/json", plan: "", geometry: PictureGeometry(planned.plan), bytes: bytes)
    }

    private func rendered(
        _ request: RenderRequest,
        as format: ImageFormat,
        by job: RenderJob,
        of source: ImageSource,
        _ image: String
    ) throws -> StoredResult {
        let rendered = try job.render(request, format: format)
        metrics.facesFound(rendered.plan.cropPlan?.features.count ?? 0)
        return StoredResult(
            type: rendered.format.mediaType,
            plan: try rendered.record(image: image, header: source.header)?.headerText() ?? "",
            placeholder: rendered.placeholder,
            geometry: PictureGeometry(rendered.plan),
            covered: rendered.covered,
            bytes: AnswerBytes(rendered.bytes, countedBy: results.answers)
        )
    }
}

extension RenderRequest {
    /// Loads all pictures that the steps need, concurrently.
    ///
    /// - Parameter load: Loads the picture for a name or URL.
    /// - Throws: What `load` throws.
    func pictures(
        load: @escaping @Sendable (_ name: String) async throws -> ImageSource
    ) async throws -> [String: ImageSource] {
        try await withThrowingTaskGroup(of: (String, ImageSource).self) { group in
            for name in pictureNames { group.addTask { (name, try await load(name)) } }
            var pictures: [String: ImageSource] = [:]
            for try await (name, picture) in group { pictures[name] = picture }
            return pictures
        }
    }
}
