internal import BoundedCrop
internal import BoundedCropLoading
internal import FoundationEssentials
internal import HTTPTypes

/// Answers image URLs: `/unsafe/300x200/smart/PICTURE`, or with a signature.
final class ImageRoute: Sendable {
    private let configuration: ServiceConfiguration
    private let finder: PictureFinder
    private let renderer: ImageRenderer
    private let results: ResultStore
    private let workers: PictureWorkers
    private let metrics: ServiceMetrics
    private let signer: URLSigner?
    private let offers: [ImageFormat]
    private let lookups = Coalescer<String, StoredResult?>()
    private let flights = Coalescer<String, StoredResult>()

    /// Throws `invalidSetting` for an empty key.
    init(
        _ configuration: ServiceConfiguration,
        finder: PictureFinder,
        results: ResultStore,
        workers: PictureWorkers,
        metrics: ServiceMetrics
    ) throws {
        self.configuration = configuration
        self.finder = finder
        self.results = results
        self.workers = workers
        self.metrics = metrics
        renderer = ImageRenderer(detector: configuration.detector, settings: configuration.rendering)
        offers = configuration.offeredFormats.filter(\.support.isWritable)
        signer = configuration.keys.isEmpty ? nil : try URLSigner(keys: configuration.keys, algorithm: configuration.algorithm)
        metrics.registry.read("boundedcrop_results_awaited") { [flights] in Double(flights.waiterCount) }
    }

    func answer(_ request: ServiceRequest) async throws -> Answer {
        let url = try ImageURL(instructions: instructions(of: request), limits: configuration.urlLimits)
        let filters = try ImageFilters(url.filters)
        if configuration.isStrict { try filters.refuseUnknown() }
        let isNegotiated = !offers.isEmpty && filters.output.format == nil && !url.isMeta
        let accept = AcceptHeader(isNegotiated ? request.headers[.accept] : nil, offering: offers)
        let found = try await find(url, filters, request.client)
        let key = try key(url, filters, accept, found)
        // A date in the future is not sent to clients (RFC 9110, 8.8.2.1).
        let lastModified = found.lastModified.flatMap { $0 <= Date() ? $0 : nil }
        let tag = "\"\(Fingerprint.text(of: key.utf8).prefix(32))\""
        var answer: Answer
        if try Preconditions(headers: request.headers).isNotModified(tag: tag, lastModified: lastModified) {
            answer = Answer(status: .notModified)
        } else {
            let result = try await result(key, url, filters, accept, found, request.client)
            answer = Answer(type: result.type, body: result.bytes)
            answer.addPlan(result.plan)
        }
        answer.headers[.eTag] = tag
        answer.headers[.lastModified] = lastModified.map(HTTPDate.text)
        if isNegotiated { answer.headers[.vary] = "Accept" }
        addCaching(to: &answer, filters)
        if !filters.unknown.isEmpty { answer.headers[.ignoredFilters] = filters.unknown.joined(separator: ", ") }
        return answer
    }

    // MARK: Authorization

    private func instructions(of request: ServiceRequest) throws -> String {
        // Checked before the signature, which takes several times as long as parsing the path.
        try configuration.urlLimits.check(request.target)
        let path = RequestPath(request.target)
        switch path.authorization {
        case .unsafe:
            guard configuration.isUnsafe else {
                throw BoundedCropError(.invalidSignature, "only signed URLs are answered here")
            }
            return path.instructions
        case .signature:
            guard let signer else { throw BoundedCropError(.invalidSignature, "this service has no key to verify signatures") }
            guard let instructions = signer.signedInstructions(of: path) else {
                throw BoundedCropError(.invalidSignature, "the signature is wrong")
            }
            return instructions
        case .missing:
            guard request.path.dropFirst().contains("/") else { throw BoundedCropError(.notFound, "there is nothing at this path") }
            throw BoundedCropError(.invalidSignature, "the URL must begin with a signature or with unsafe")
        }
    }

    // MARK: Answering

    private func find(_ url: ImageURL, _ filters: ImageFilters, _ client: String) async throws -> FoundPictures {
        var found = FoundPictures(picture: try await finder.find(url, for: client))
        for name in filters.pictureNames { found.others[name] = try await finder.find(ImageURL(image: name), for: client) }
        return found
    }

    /// The same pictures with the web pictures loaded. Requests take a place for work only after that.
    private func fetch(_ found: FoundPictures, _ url: ImageURL, _ client: String) async throws -> FoundPictures {
        var fetched = FoundPictures(picture: try await finder.fetch(found.picture, url, for: client))
        for (name, other) in found.others { fetched.others[name] = try await finder.fetch(other, ImageURL(image: name), for: client) }
        return fetched
    }

    /// Everything that the answer's bytes depend on.
    private func key(_ url: ImageURL, _ filters: ImageFilters, _ accept: AcceptHeader, _ found: FoundPictures) throws -> String {
        let content = try renderer.cacheKey(
            url,
            filters: filters,
            content: found.picture.identity,
            pictures: found.others.mapValues(\.identity)
        )
        return "\(ServiceVersion.current) \(accept.cacheKey) \(content)"
    }

    private func result(
        _ key: String,
        _ url: ImageURL,
        _ filters: ImageFilters,
        _ accept: AcceptHeader,
        _ found: FoundPictures,
        _ client: String
    ) async throws -> StoredResult {
        if let result = results.inMemory(key) {
            metrics.result(.memory)
            return result
        }
        if let result = try await lookups.value(for: key, { [results] in await results.inStorage(key) }) {
            metrics.result(.storage)
            return result
        }
        let found = try await fetch(found, url, client)
        // Every request takes its own place, so none is refused because of another one.
        return try await workers.admission.run(for: client) {
            try await flights.value(for: key) { [results, finder, metrics] in
                // An equal request may have been answered since the lookup above.
                if let result = results.inMemory(key) { return result }
                let source = try await finder.picture(url, found.picture)
                let others = try await filters.pictures { try await finder.picture(ImageURL(image: $0), found.others[$0]) }
                let result = try await self.make(source, others, url, filters, accept)
                metrics.result(.made)
                await results.store(result, key)
                return result
            }
        }
    }

    private func make(
        _ source: ImageSource,
        _ others: [String: ImageSource],
        _ url: ImageURL,
        _ filters: ImageFilters,
        _ accept: AcceptHeader
    ) async throws -> StoredResult {
        let (renderer, metrics, answers) = (renderer, metrics, results.answers)
        let isAnimated = source.header.isAnimated && !filters.output.isStill
        let format = accept.format(for: source.header.outputFormat, isAnimated: isAnimated)
        let animates = renderer.animates(source, url, filters, format)
        let animation = try animates ? await workers.threads.run { _ in try source.animationInfo() } : nil
        let cost = try renderer.cost(source, url, filters: filters, format: format, pictures: others, animation: animation)
        return try await workers.run(cost) { cancellation in
            if url.isMeta {
                let plan = try renderer.plan(source, url, filters: filters, cancellation: cancellation) { metrics.stage($0.rawValue, $1) }
                let frameCount = animation?.frameCount ?? (source.header.isAnimated ? nil : 1)
                let text = try JSONText.text(
                    MetadataRecord(image: url.image, header: source.header, frameCount: frameCount, plan: plan)
                )
                return StoredResult(type: "application/json", plan: "", bytes: AnswerBytes(Array(text.utf8), countedBy: answers))
            }
            let image = try renderer.render(
                source,
                url,
                filters: filters,
                format: format,
                pictures: others,
                cancellation: cancellation
            ) { metrics.stage($0.rawValue, $1) }
            metrics.facesFound(image.plan.cropPlan?.features.count ?? 0)
            let output = OutputRecord(file: "", size: image.size, format: image.format, bytes: image.bytes.count)
            let record = image.plan.record(image: url.image, header: source.header, output: output)
            return StoredResult(
                type: image.format.mediaType,
                plan: try record?.headerText() ?? "",
                bytes: AnswerBytes(image.bytes, countedBy: answers)
            )
        }
    }

    // MARK: Caching

    private func addCaching(to answer: inout Answer, _ filters: ImageFilters) {
        let age = filters.output.maximumAge ?? configuration.maximumAge
        let stale = configuration.staleWhileRevalidate
        answer.headers[.cacheControl] =
            "public, max-age=\(age)" + (stale > 0 && filters.output.maximumAge != 0 ? ", stale-while-revalidate=\(stale)" : "")
        answer.headers[.expires] = HTTPDate.text(Date().addingTimeInterval(Double(age)))
    }
}
