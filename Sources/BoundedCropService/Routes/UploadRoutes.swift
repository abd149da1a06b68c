internal import BoundedCrop
internal import BoundedCropEffects
internal import BoundedCropLoading
internal import BoundedCropRendering
internal import FoundationEssentials
internal import HTTPTypes

/// `POST /crop`, `/detect` and `/plan`: pictures in the body, alone or in a form, the command's options in the query; and `/render`, with requests
/// in JSON.
struct UploadRoutes: Sendable {
    private struct Plans: Encodable {
        let plans: [PlannedCrop]
    }

    private let configuration: ServiceConfiguration
    private let renderer: ImageRenderer
    private let workers: PictureWorkers
    private let metrics: ServiceMetrics
    /// Nil without corrections.
    private let corrections: CorrectionLookup?
    /// Requests whose bodies are arriving, before they are admitted to work.
    private let arrivals: Admission
    private let bodyMemory: BodyMemory

    init(
        _ configuration: ServiceConfiguration,
        _ renderer: ImageRenderer,
        workers: PictureWorkers,
        metrics: ServiceMetrics,
        corrections: CorrectionLookup? = nil
    ) {
        self.corrections = corrections
        self.configuration = configuration
        self.renderer = renderer
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
        try parameters.checkHiding()
        let requests = parameters.requests
        guard parameters.isPlanOnly && !parameters.output.hasPlaceholder || requests.count == 1 else {
            throw BoundedCropError(
                .invalidArgument,
                "only one picture can be made: request one size, preset or aspect, or only the plans, without placeholder"
            )
        }
        guard parameters.crop.eachFace == nil || parameters.isPlanOnly && requests.count == 1 && !parameters.output.hasPlaceholder else {
            throw BoundedCropError(
                .invalidArgument,
                "\(RequestOption.eachFace.name): an answer has one picture; only the plans of one shape, without placeholder, can be for each face"
            )
        }
        let stages = request.stages
        let prepared = { @Sendable [renderer] (source: ImageSource, corrections: PictureCorrections) in
            let corrected = requests.map { corrections.corrected(upload: $0, in: source.size) }
            return (corrected, try renderer.cost(source, corrected))
        }
        let found = { @Sendable in try await corrections(of: request, upload: $0) }
        return try await onPicture(of: request, found, prepared) { [renderer, metrics] source, requests, cancellation in
            let job = RenderJob(renderer, source, stages: stages.runner(cancellation, metrics))
            guard !parameters.isPlanOnly else {
                let plans = try job.facePlans(for: requests).joined().map {
                    PlannedCrop(record: $0.record(image: "", output: nil), placeholder: try job.placeholder(of: $0))
                }
                return try Answer(json: Plans(plans: plans))
            }
            let image = try job.render(requests[0])
            let record = image.record(image: "", header: source.header)
            var answer = Answer(type: image.format.mediaType, bytes: image.bytes)
            answer.addPlan(try record?.headerText() ?? "")
            answer.addCovered(image.covered)
            try answer.add(image.placeholder)
            return answer
        }
    }

    /// What a request in JSON asks for, of the picture that comes with it, or of one that the service finds by its name.
    func render(_ request: ServiceRequest, _ images: ImageRoute) async throws -> Answer {
        let decoding = configuration.decoding
        guard MultipartForm.isMeant(by: request.headers[.contentType] ?? "") else {
            return try await arrived(request, limit: 1_000_000) { [configuration] body in
                let named: NamedRequest = try Self.decoded(body.bytes)
                try named.request.checkForStrangers(configuration.urlLimits)
                var answer = try await images.answer(DialectRequest(named.source, named.request), to: request)
                // Only scripts ask in this way.
                answer.isPicture = false
                return answer
            }
        }
        return try await arrived(request, limit: decoding.limits.maximumBytes) { [configuration, workers] body in
            let parts = try await body.parts { try $0.contents(of: ["request", "picture"]) }
            let asked: RenderRequest = try Self.decoded(parts[0])
            try asked.checkForStrangers(configuration.urlLimits)
            let corrections = try await corrections(of: request, upload: parts[1])
            return try await workers.admission.run(for: request.client) {
                let source = try await request.stages.timed(.source) {
                    try await workers.threads.run { _ in try ImageSource(bytes: parts[1], options: decoding) }
                }
                return try await images.answer(asked, of: source, corrections, to: request)
            }
        }
    }

    /// A request of a picture that the service finds.
    private struct NamedRequest: Decodable {
        let source: String
        let request: RenderRequest

        init(from decoder: any Decoder) throws {
            var members = try JSONMembers(from: decoder)
            (source, request) = (try members.require("source"), try members.require("request"))
            try members.checkEnd(["source", "request"])
        }
    }

    /// As many as a thousand places with landmarks have, and a hundred times what other requests have: decoding takes a hundred thousand of them
    /// for each second.
    private static let mostValues = 20_000

    private static func decoded<Value: Decodable>(_ json: [UInt8]) throws -> Value {
        let values = json.count { $0 == UInt8(ascii: ",") } + 1
        guard values <= mostValues else {
            throw BoundedCropError(.limitExceeded, "a request of \(values) values exceeds the limit of \(mostValues)")
        }
        do {
            let value = try JSONDecoder().decode(Value.self, from: Data(json))
            try JSONText.check(json)
            return value
        } catch let error as DecodingError {
            throw BoundedCropError(error)
        }
    }

    /// What was corrected of a picture in a body. Its content names it, or a header field, which the page sends: the name of the picture in URLs,
    /// or nothing for one that is not corrected. Whatever the name, what is hidden in that content stays hidden.
    ///
    /// - Parameter upload: The picture; nil if only its size is known.
    private func corrections(of request: ServiceRequest, upload: [UInt8]?) async throws -> PictureCorrections {
        guard let corrections else { return .none }
        if let name = request.headers[.picture] {
            let image = String(decoding: PercentEncoding.decodedBytes(name), as: UTF8.self)
            let named =
                if image.isEmpty {
                    PictureCorrections.none
                } else {
                    try await corrections.corrections(of: image, nil, upload: upload, for: request.client)
                }
            guard let upload else { return named }
            return try await corrections.redacting(upload, named)
        }
        guard let upload else { return .none }
        return try await corrections.corrections(ofUpload: upload)
    }

    /// The detected features, as `detect --json` prints them.
    func detect(_ request: ServiceRequest) async throws -> Answer {
        let parameters = try parametersWithoutPicture(request)
        let crop = parameters.crop
        let detector = try renderer.detector(for: crop)
        let prepared = { @Sendable (source: ImageSource, _: PictureCorrections) in
            ((), RequestCost.looking(detector, crop.accuracy, at: source))
        }
        return try await onPicture(of: request, { _ in .none }, prepared) { [renderer, metrics] source, _, cancellation in
            let job = RenderJob(renderer, source, stages: request.stages.runner(cancellation, metrics))
            let (features, record) = try job.detection(crop)
            metrics.facesFound(features.count)
            return try Answer(json: record)
        }
    }

    /// Where a picture would be cropped, from its size and an earlier detection, without access to the picture.
    func plan(_ request: ServiceRequest) async throws -> Answer {
        let parameters = try parametersWithoutPicture(request)
        let prepared = { @Sendable (cancellation: Cancellation, bytes: [UInt8], corrections: PictureCorrections) in
            let picture = try KnownPicture(bytes, crops: parameters.shapes.count)
            let plans = try zip(parameters.requests, parameters.shapes).map { asked, shape in
                try cancellation.check()
                let asked = corrections.corrected(upload: asked, in: picture.size)
                let crop = asked.last.crop
                let known = try picture.replacing(places: crop.places(in: picture.size))
                let request = asked.last.cropRequest(shape.ofCrop, in: picture.size)
                let record = CropRecord(
                    file: "",
                    orientation: .up,
                    detector: "given",
                    accuracy: request.accuracy,
                    plan: try known.plan(request),
                    animation: known.animation,
                    output: nil,
                    warnings: asked.corrected.notes + crop.warnings(in: known.size),
                    corrected: asked.corrected.words
                )
                return PlannedCrop(record: record, placeholder: nil)
            }
            return try Answer(json: Plans(plans: plans))
        }
        return try await arrived(request, limit: 1_000_000) { [workers] body in
            let corrections = try await corrections(of: request, upload: nil)
            return try await workers.admission.run(for: request.client) {
                try workers.checkAnswers()
                return try await workers.threads.run { try workers.counting(prepared($0, body.bytes, corrections)) }
            }
        }
    }

    // MARK: Gates

    /// Finds out what was corrected of the picture in a body.
    private typealias Finding = @Sendable (_ body: [UInt8]) async throws -> PictureCorrections

    /// - Parameters:
    ///   - prepared: What is done to a picture, and its cost.
    ///   - body: Does it.
    private func onPicture<Work: Sendable>(
        of request: ServiceRequest,
        _ found: @escaping Finding,
        _ prepared: @escaping @Sendable (ImageSource, PictureCorrections) throws -> (Work, RequestCost),
        _ body: @escaping @Sendable (ImageSource, Work, Cancellation) throws -> Answer
    ) async throws -> Answer {
        let decoding = configuration.decoding
        return try await arrived(request, limit: decoding.limits.maximumBytes) { [workers] arrived in
            let bytes = try await arrived.picture()
            let corrections = try await found(bytes)
            return try await workers.admission.run(for: request.client) {
                let (source, (work, cost)) = try await request.stages.timed(.source) {
                    try await request.stages.tracer.run("boundedcrop.header", on: workers.threads) { _ in
                        let source = try ImageSource(bytes: bytes, options: decoding)
                        return (source, try prepared(source, corrections))
                    }
                }
                return try await workers.run(cost, request.stages) { try workers.counting(body(source, work, $0)) }
            }
        }
    }

    /// Bodies arrive at the clients' pace, so they hold no place for work while they arrive, and neither do pictures that are corrected by
    /// their names while their servers are asked.
    private func arrived(
        _ request: ServiceRequest,
        limit: Int,
        _ body: @escaping @Sendable (UploadedBody) async throws -> Answer
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
                let arrived = UploadedBody(bytes: bytes, type: request.headers[.contentType] ?? "", memory: memory)
                // When a client leaves, stop waiting immediately, not at the end of a stage.
                return try await abandonable { try await body(arrived) }
            }
        }
    }

    /// The parameters of a request that makes no picture.
    private func parametersWithoutPicture(_ request: ServiceRequest) throws -> CropParameters {
        let parameters = try CropParameters(request.query, presets: configuration.presets)
        try parameters.checkHiding()
        guard !parameters.output.hasPlaceholder else {
            throw BoundedCropError(.invalidArgument, "placeholder: no picture is made here; /crop makes one, and its placeholder")
        }
        guard parameters.crop.eachFace == nil else {
            throw BoundedCropError(.invalidArgument, "\(RequestOption.eachFace.name): only /crop with plan answers for each face")
        }
        return parameters
    }
}

/// A body that has arrived: bytes, or a form of several.
private struct UploadedBody: Sendable {
    let bytes: [UInt8]
    let type: String
    let memory: BodyMemory.Share

    /// The picture: the body itself, or the first file of a form.
    func picture() async throws -> [UInt8] {
        guard MultipartForm.isMeant(by: type) else { return bytes }
        return try await parts { [try $0.file()] }[0]
    }

    /// Parts of a form, which take memory besides the form.
    func parts(_ chosen: @escaping @Sendable (MultipartForm) throws -> [ArraySlice<UInt8>]) async throws -> [[UInt8]] {
        // Like hashing, not on the threads for pictures, whose places are for admitted requests.
        try await ImageLoader.standardWorkers.run { _ in
            let parts = try chosen(MultipartForm(bytes, type: type))
            try memory.grow(by: parts.reduce(0) { $0 + $1.count })
            return parts.map { Array($0) }
        }
    }
}

/// A crop that is only planned, and its placeholder if the request asks for it.
struct PlannedCrop: Encodable {
    let record: CropRecord?
    let placeholder: Placeholder?

    private enum CodingKeys: String, CodingKey {
        case placeholder
    }

    /// Encodes the record, with `placeholder` among its members.
    func encode(to encoder: any Encoder) throws {
        try record?.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(placeholder, forKey: .placeholder)
    }
}

extension RenderRequest {
    /// More than anybody names; each of them is weighed against the others.
    static let mostPlaces = 100

    /// Throws for what would take too much time, and for programs and files as detectors.
    fileprivate func checkForStrangers(_ limits: ImageURLLimits) throws {
        try limits.check(self)
        for crop in stages.map(\.crop) {
            let places = crop.places.count + crop.focalRegions.count
            guard places <= Self.mostPlaces else {
                throw BoundedCropError(.invalidArgument, "\(places) regions and points are more than the limit of \(Self.mostPlaces)")
            }
            if let detector = crop.detector { _ = try BuiltInDetectors.checked(detector) }
        }
    }
}
