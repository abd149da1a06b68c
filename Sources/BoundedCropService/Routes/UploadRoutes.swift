internal import BoundedCrop
internal import BoundedCropEffects
internal import FoundationEssentials
internal import HTTPTypes

/// `POST /crop`, `/detect` and `/plan`: pictures in the body, the command's options in the query.
struct UploadRoutes: Sendable {
    /// The input of `/plan`: a detection in place of a picture.
    private struct Known: Decodable {
        struct Found: Decodable {
            let x: Double
            let y: Double
            let width: Double
            let height: Double
            let confidence: Double?
            let kind: String?
        }

        let width: Int
        let height: Int
        let features: [Found]
    }

    private struct Plans: Encodable {
        let plans: [CropRecord]
    }

    /// More than any detector finds; the time for planning grows with the square of this number.
    private static let mostFeatures = 1000

    /// Beyond any picture, but small enough that sums can be written as JSON.
    private static let largestNumber = 1e9

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

    /// The crop as a picture, with its plan in a header; with `plan`, only the plans.
    func crop(_ request: ServiceRequest) async throws -> Answer {
        let parameters = try CropParameters(request.query)
        let requests = parameters.requests
        guard parameters.isPlanOnly || requests.count == 1 else {
            throw BoundedCropError(.invalidArgument, "only one picture can be returned: request one size or aspect, or only the plans")
        }
        let (cropper, rendering) = (try cropper(parameters), configuration.rendering)
        let cost = { @Sendable in try parameters.cost($0, detector: cropper.detector, rendering) }
        return try await onPicture(of: request, cost: cost) { source, cancellation in
            let plans = try cropper.plans(source, for: requests, cancellation: cancellation)
            let records = zip(plans, requests).map { record($0, $1, cropper, source, output: nil) }
            guard !parameters.isPlanOnly else { return try Answer(json: Plans(plans: records)) }
            try cancellation.check()
            try rendering.checkOutput(requests[0].outputSize(for: plans[0].crop))
            var pixels = try cropper.render(plans[0], of: source, for: requests[0]).pixels
            let performer = StepPerformer(
                box: pixels.size,
                detector: cropper.detector,
                pictures: [:],
                maximumPixels: rendering.maximumOutputPixels
            )
            for effect in parameters.effects {
                try cancellation.check()
                try performer.apply(.effect(effect), to: &pixels)
            }
            try cancellation.check()
            let options = parameters.options(for: source, rendering)
            let bytes = try pixels.blocking.encoded(as: options, from: source, keepingMetadata: rendering.keepsMetadata)
            var answer = Answer(type: options.format.mediaType, bytes: bytes)
            let file = OutputRecord(file: "", size: pixels.size, format: options.format, bytes: bytes.count)
            answer.addPlan(try JSONText.text(record(plans[0], requests[0], cropper, source, output: file)))
            return answer
        }
    }

    /// The detected features, as `detect --json` prints them.
    func detect(_ request: ServiceRequest) async throws -> Answer {
        let parameters = try CropParameters(request.query)
        let (cropper, metrics) = (try cropper(parameters), metrics)
        let cost = { @Sendable (source: ImageSource) in
            var picture = PictureCost(source, maximumPixels: .max)
            picture.look(cropper.detector, parameters.request.accuracy)
            return picture.total
        }
        return try await onPicture(of: request, cost: cost) { source, _ in
            let features = try cropper.features(in: source, accuracy: parameters.request.accuracy)
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
        let parameters = try CropParameters(request.query)
        return try await onBody(of: request, limit: 1_000_000) { bytes, cancellation in
            let (size, features) = try Self.known(bytes)
            let plans = try parameters.requests.map { request in
                try cancellation.check()
                let plan = try CropPlanner.plan(features: features, size: size, request: request)
                return CropRecord(file: "", orientation: .up, detector: "given", accuracy: request.accuracy, plan: plan, output: nil)
            }
            return try Answer(json: Plans(plans: plans))
        }
    }

    private static func known(_ bytes: [UInt8]) throws -> (PixelSize, [Feature]) {
        let known: Known
        do {
            known = try JSONDecoder().decode(Known.self, from: Data(bytes))
        } catch {
            throw BoundedCropError(
                .invalidArgument,
                "the body is not the JSON of a detection with width, height and features",
                underlying: error
            )
        }
        let size = PixelSize(width: known.width, height: known.height)
        guard size.width > 0, size.height > 0, size.width <= 65_535, size.height <= 65_535 else {
            throw BoundedCropError(.invalidArgument, "a picture size of \(size) is not possible")
        }
        guard known.features.count <= mostFeatures else {
            throw BoundedCropError(.invalidArgument, "\(known.features.count) features are more than the limit of \(mostFeatures)")
        }
        let features = try known.features.map { found in
            let numbers = [found.x, found.y, found.width, found.height, found.confidence ?? 1]
            guard numbers.allSatisfy({ abs($0) <= largestNumber }) else {
                throw BoundedCropError(.invalidArgument, "the numbers \(numbers) of a feature exceed \(largestNumber)")
            }
            return Feature(
                Rect(x: found.x, y: found.y, width: found.width, height: found.height),
                confidence: found.confidence ?? 1,
                kind: found.kind.map(Feature.Kind.init) ?? .face
            )
        }
        return (size, features)
    }

    // MARK: Gates

    private func onPicture(
        of request: ServiceRequest,
        cost: @escaping @Sendable (ImageSource) throws -> RequestCost,
        _ body: @escaping @Sendable (ImageSource, Cancellation) throws -> Answer
    ) async throws -> Answer {
        let decoding = configuration.decoding
        return try await received(request, limit: decoding.limits.maximumBytes) { [workers] bytes in
            let source = try await workers.threads.run { _ in try ImageSource(bytes: bytes, options: decoding) }
            return try await workers.run(cost(source)) { try body(source, $0) }
        }
    }

    private func onBody(
        of request: ServiceRequest,
        limit: Int,
        _ body: @escaping @Sendable ([UInt8], Cancellation) throws -> Answer
    ) async throws -> Answer {
        try await received(request, limit: limit) { [workers] bytes in
            try await workers.threads.run { try body(bytes, $0) }
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
                let bytes = try await request.bytes(limit: limit, memory: memory)
                // When a client leaves, stop waiting immediately, not at the end of a stage.
                return try await abandonable { [workers] in
                    try await workers.admission.run(for: request.client) { try await body(bytes) }
                }
            }
        }
    }

    private func cropper(_ parameters: CropParameters) throws -> BlockingCropper {
        BlockingCropper(detector: try parameters.detector.map(BuiltInDetectors.named) ?? configuration.detector)
    }
}

private func record(
    _ plan: CropPlan,
    _ request: CropRequest,
    _ cropper: BlockingCropper,
    _ source: ImageSource,
    output: OutputRecord?
) -> CropRecord {
    CropRecord(
        file: "",
        orientation: source.header.orientation,
        detector: cropper.detector.name,
        accuracy: request.accuracy,
        plan: plan,
        output: output
    )
}
