internal import BoundedCrop
internal import BoundedCropEffects
internal import BoundedCropLoading
internal import BoundedCropRendering
internal import FoundationEssentials
internal import HTTPTypes

/// `POST /crop`, `/detect` and `/plan`: pictures in the body, the command's options in the query.
struct UploadRoutes: Sendable {
    private struct Plans: Encodable {
        let plans: [PlannedCrop]
    }

    private let configuration: ServiceConfiguration
    private let workers: PictureWorkers
    private let metrics: ServiceMetrics
    /// Requests whose bodies are arriving, before they are admitted to work.
    private let arrivals: Admission
    private let bodyMemory: BodyMemory

    init(_ configuration: ServiceConfiguration, workers: PictureWorkers, metrics: ServiceMetrics) {
        self.configuration = configuration
        self.workers = workers
        self.metrics = metrics
        arrivals = Admission(limit: workers.admission.limit, clientLimit: configuration.clientLimit)
        bodyMemory = BodyMemory(byteLimit: configuration.pixelMemoryBytes)
        metrics.registry.read("boundedcrop_bodies_arriving") { [arrivals] in Double(arrivals.insideCount) }
        metrics.registry.read("boundedcrop_body_memory_bytes") { [bodyMemory] in Double(bodyMemory.usedBytes) }
    }

    /// The crop as a picture, with its plan and its placeholder in headers; with `plan`, only the plans.
    func crop(_ request: ServiceRequest) async throws -> Answer {
        let parameters = try CropParameters(request.query, presets: configuration.presets)
        let requests = parameters.requests
        guard parameters.isPlanOnly && !parameters.hasPlaceholder || requests.count == 1 else {
            throw BoundedCropError(
                .invalidArgument,
                "only one picture can be made: request one size, preset or aspect, or only the plans, without placeholder"
            )
        }
        let (cropper, rendering, redactionDetector) = (try cropper(parameters), configuration.rendering, try redactionDetector(parameters))
        let cost = { @Sendable in
            try parameters.cost($0, detector: cropper.detector, redactionDetector: redactionDetector, rendering)
        }
        return try await onPicture(of: request, cost: cost) { [metrics] source, cancellation in
            try cancellation.perform {
                let stages = request.stages.runner(cancellation, metrics)
                let crop = try UploadedCrop(source, parameters, cropper, redactionDetector, rendering, stages)
                let plans = try crop.plans()
                guard !parameters.isPlanOnly else {
                    let placeholder = try parameters.hasPlaceholder ? crop.placeholder(plans[0].plan) : nil
                    return try Answer(json: Plans(plans: plans.map { PlannedCrop(record: $0, placeholder: placeholder) }))
                }
                return try crop.answer(plans[0].plan)
            }
        }
    }

    /// The detected features, as `detect --json` prints them.
    func detect(_ request: ServiceRequest) async throws -> Answer {
        let parameters = try parametersWithoutPicture(request)
        let (cropper, metrics) = (try cropper(parameters), metrics)
        let cost = { @Sendable (source: ImageSource) in
            var picture = PictureCost(source, maximumPixels: .max)
            picture.look(cropper.detector, parameters.request.accuracy)
            return picture.total
        }
        return try await onPicture(of: request, cost: cost) { source, cancellation in
            let features = try request.stages.runner(cancellation, metrics).run(.detect) {
                try cropper.features(in: source, accuracy: parameters.request.accuracy)
            }
            metrics.facesFound(features.count)
            return try Answer(
                json: DetectionRecord(
                    file: "",
                    size: source.size,
                    orientation: source.header.orientation,
                    detector: cropper.detector.name,
                    accuracy: parameters.request.accuracy,
                    features: features
                )
            )
        }
    }

    /// Where a picture would be cropped, from its size and an earlier detection, without access to the picture.
    func plan(_ request: ServiceRequest) async throws -> Answer {
        let parameters = try parametersWithoutPicture(request)
        return try await onBody(of: request, limit: 1_000_000) { bytes, cancellation in
            let known = try KnownPicture(bytes, places: parameters.settings.places, crops: parameters.requests.count)
            let plans = try parameters.requests.map { request in
                try cancellation.check()
                let record = CropRecord(
                    file: "",
                    orientation: .up,
                    detector: "given",
                    accuracy: request.accuracy,
                    plan: try known.plan(request),
                    animation: known.animation,
                    output: nil
                )
                return PlannedCrop(record: record, placeholder: nil)
            }
            return try Answer(json: Plans(plans: plans))
        }
    }

    // MARK: Gates

    private func onPicture(
        of request: ServiceRequest,
        cost: @escaping @Sendable (ImageSource) throws -> RequestCost,
        _ body: @escaping @Sendable (ImageSource, Cancellation) throws -> Answer
    ) async throws -> Answer {
        let decoding = configuration.decoding
        return try await received(request, limit: decoding.limits.maximumBytes) { [workers] bytes in
            let (source, needed) = try await request.stages.timed(.source) {
                try await request.stages.tracer.run("boundedcrop.header", on: workers.threads) { _ in
                    let source = try ImageSource(bytes: bytes, options: decoding)
                    return (source, try cost(source))
                }
            }
            return try await workers.run(needed, request.stages) { try workers.counting(body(source, $0)) }
        }
    }

    private func onBody(
        of request: ServiceRequest,
        limit: Int,
        _ body: @escaping @Sendable ([UInt8], Cancellation) throws -> Answer
    ) async throws -> Answer {
        try await received(request, limit: limit) { [workers] bytes in
            try workers.checkAnswers()
            return try await workers.threads.run { try workers.counting(body(bytes, $0)) }
        }
    }

    /// Bodies arrive at the clients' pace, so they hold no place for work while they arrive.
    private func received(
        _ request: ServiceRequest,
        limit: Int,
        _ body: @escaping @Sendable ([UInt8]) async throws -> Answer
    ) async throws -> Answer {
        guard configuration.isUnsafe else {
            throw BoundedCropError(.uploadsNotAllowed, "only signed URLs are answered here, and uploads cannot be signed")
        }
        try workers.admission.check(for: request.client)
        return try await arrivals.run(for: request.client) {
            try await bodyMemory.run { memory in
                let bytes = try await request.stages.run("boundedcrop.body", .source) {
                    try await request.bytes(limit: limit, memory: memory)
                }
                // When a client leaves, stop waiting immediately, not at the end of a stage.
                return try await abandonable { [workers] in
                    try await workers.admission.run(for: request.client) { try await body(bytes) }
                }
            }
        }
    }

    /// The parameters of a request that makes no picture.
    private func parametersWithoutPicture(_ request: ServiceRequest) throws -> CropParameters {
        let parameters = try CropParameters(request.query, presets: configuration.presets)
        guard !parameters.hasPlaceholder else {
            throw BoundedCropError(.invalidArgument, "placeholder: no picture is made here; /crop makes one, and its placeholder")
        }
        return parameters
    }

    private func cropper(_ parameters: CropParameters) throws -> BlockingCropper {
        BlockingCropper(detector: try parameters.detector(configuration.detector))
    }

    /// Finds what `redact` hides.
    private func redactionDetector(_ parameters: CropParameters) throws -> any FeatureDetector {
        try parameters.namedDetector(configuration.detector) ?? configuration.redactionDetector.map(BuiltInDetectors.named)
            ?? configuration.detector
    }
}
