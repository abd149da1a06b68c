internal import BoundedCrop
internal import BoundedCropEffects
internal import FoundationEssentials
internal import HTTPTypes

/// `POST /crop`, `/detect` and `/plan`: pictures in the body, the options of the command as query.
struct UploadRoutes: Sendable {
    /// What `/plan` is told of a picture that it does not see.
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

    let work: PictureWork

    /// The crop as a picture, with its plan in a header; or only the plans, with `plan`.
    func crop(_ request: ServiceRequest) async throws -> Answer {
        let parameters = try CropParameters(request.query)
        let requests = parameters.requests
        guard parameters.isPlanOnly || requests.count == 1 else {
            throw BoundedCropError(.invalidArgument, "one picture is answered: ask for one size or aspect, or for the plans only")
        }
        let (cropper, rendering) = (try cropper(parameters), work.configuration.rendering)
        return try await onPicture(of: request) { source, cancellation in
            // One decode for looking and cutting, where one scale serves both.
            let picture = SharedDecode(source)
            let plans = try cropper.plans(picture, for: requests, cancellation: cancellation)
            let records = zip(plans, requests).map { record($0, $1, cropper, source, output: nil) }
            guard !parameters.isPlanOnly else { return try Answer(json: Plans(plans: records)) }
            let pixels = try cropper.render(picture, Array(zip(plans, requests)))[0].pixels
            let finished = try pixels.applying(parameters.effects)
            try cancellation.check()
            var options = EncodingOptions(format: parameters.format ?? source.header.format)
            options.quality = parameters.quality ?? rendering.quality
            let bytes = try finished.encoded(options, from: source, keepingMetadata: rendering.keepsMetadata)
            var answer = Answer(type: options.format.mediaType, bytes: bytes)
            let file = OutputRecord(file: "", size: finished.size, format: options.format, bytes: bytes.count)
            answer.headers[.plan] = try JSONText.text(record(plans[0], requests[0], cropper, source, output: file))
            return answer
        }
    }

    /// What is found in the picture, as `detect --json` says it.
    func detect(_ request: ServiceRequest) async throws -> Answer {
        let parameters = try CropParameters(request.query)
        let (cropper, metrics) = (try cropper(parameters), work.metrics)
        return try await onPicture(of: request) { source, _ in
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

    /// Where a picture would be cropped, from its size and what was found in it before: at once, since no picture is looked at.
    func plan(_ request: ServiceRequest) async throws -> Answer {
        let parameters = try CropParameters(request.query)
        let known: Known
        do {
            known = try JSONDecoder().decode(Known.self, from: Data(try await request.bytes(limit: 1_000_000)))
        } catch let error as DecodingError {
            throw BoundedCropError(
                .invalidArgument,
                "the body is not the JSON of a detection with width, height and features",
                underlying: error
            )
        }
        let size = PixelSize(width: known.width, height: known.height)
        guard size.width > 0, size.height > 0, size.width <= 65_535, size.height <= 65_535 else {
            throw BoundedCropError(.invalidArgument, "a picture of \(size) is not possible")
        }
        let features = known.features.map { found in
            Feature(
                Rect(x: found.x, y: found.y, width: found.width, height: found.height),
                confidence: found.confidence ?? 1,
                kind: found.kind.map(Feature.Kind.init) ?? .face
            )
        }
        let plans = try parameters.requests.map { request in
            let plan = try CropPlanner.plan(features: features, size: size, request: request)
            return CropRecord(file: "", orientation: .up, detector: "given", accuracy: request.accuracy, plan: plan, output: nil)
        }
        return try Answer(json: Plans(plans: plans))
    }

    private func onPicture(
        of request: ServiceRequest,
        _ body: @escaping @Sendable (ImageSource, Cancellation) throws -> Answer
    ) async throws -> Answer {
        guard work.configuration.isUnsafe else {
            throw BoundedCropError(.uploadsNotAllowed, "only signed URLs are answered here, and pictures cannot be signed")
        }
        let decoding = work.configuration.decoding
        return try await work.admission.run(for: request.client) {
            let bytes = try await request.bytes(limit: decoding.limits.maximumBytes)
            let source = try await work.workers.run { _ in try ImageSource(bytes: bytes, options: decoding) }
            return try await work.run(on: source) { try body(source, $0) }
        }
    }

    private func cropper(_ parameters: CropParameters) throws -> BoundedCropper {
        BoundedCropper(detector: try parameters.detector.map(BuiltInDetectors.named) ?? work.configuration.detector, cache: nil)
    }
}

private func record(
    _ plan: CropPlan,
    _ request: CropRequest,
    _ cropper: BoundedCropper,
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
