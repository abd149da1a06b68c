internal import BoundedCrop
internal import BoundedCropLoading

extension ImageRoute {
    /// Makes the answer on a worker, once the cost of it is known and there is room for it.
    func make(
        _ source: ImageSource,
        _ content: String,
        _ others: [String: ImageSource],
        _ url: ImageURL,
        _ filters: ImageFilters,
        _ accept: AcceptHeader,
        _ stages: RequestStages
    ) async throws -> StoredResult {
        let (renderer, metrics, answers) = (renderer, metrics, results.answers)
        if filters.output.isRaw {
            return StoredResult(type: source.header.format.mediaType, plan: "", bytes: AnswerBytes(source.bytes, countedBy: answers))
        }
        let isAnimated = source.header.isAnimated && !filters.output.isStill
        let format = accept.format(for: source.header.outputFormat, isAnimated: isAnimated)
        let animates = renderer.animates(source, url, filters, format)
        let animation = try animates ? await workers.threads.run { _ in try source.animationInfo() } : nil
        let cost = try renderer.cost(source, url, filters: filters, format: format, pictures: others, animation: animation)
        let key = try renderer.detectionKey(source, url.first, filters.first, content: content, animates: animates)
        return try await detections.looking(for: key, in: source.size) { looking in
            let renderer = renderer.knowing(looking)
            return try await workers.run(cost, stages) { cancellation in
                if url.isMeta {
                    let (plan, placeholder) = try renderer.description(
                        source,
                        url,
                        filters: filters,
                        pictures: others,
                        cancellation: cancellation,
                        tracer: stages.tracer,
                        onStage: stages.observe(metrics)
                    )
                    let frameCount = animation?.frameCount ?? (source.header.isAnimated ? nil : 1)
                    let text = try JSONText.text(
                        MetadataRecord(
                            image: url.image,
                            header: source.header,
                            frameCount: frameCount,
                            plan: plan,
                            placeholder: placeholder
                        )
                    )
                    let bytes = AnswerBytes(Array(text.utf8), countedBy: answers)
                    return StoredResult(type: "application/json", plan: "", geometry: PictureGeometry(plan), bytes: bytes)
                }
                let image = try renderer.render(
                    source,
                    url,
                    filters: filters,
                    format: format,
                    pictures: others,
                    cancellation: cancellation,
                    tracer: stages.tracer,
                    onStage: stages.observe(metrics)
                )
                metrics.facesFound(image.plan.cropPlan?.features.count ?? 0)
                let output = OutputRecord(file: "", size: image.size, format: image.format, bytes: image.bytes.count)
                let record = image.plan.record(image: url.image, header: source.header, output: output, covered: image.covered)
                return StoredResult(
                    type: image.format.mediaType,
                    plan: try record?.headerText() ?? "",
                    placeholder: image.placeholder,
                    geometry: PictureGeometry(image.plan),
                    covered: image.covered,
                    bytes: AnswerBytes(image.bytes, countedBy: answers)
                )
            }
        }
    }
}
