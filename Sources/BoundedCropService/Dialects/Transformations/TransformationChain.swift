/// Steps of transformations in order, as few of them as give certainly the same picture.
struct TransformationChain: Sendable {
    private static let fileOrder = [
        "raw", "format", "quality", "still", "strip_exif", "strip_icc", "attachment", "filename", "expires",
    ]

    private var steps: [TransformationStep] = []
    private var file: [FilterCall] = []

    /// Adds a step. Its filters for the file are those of the result, wherever they stand.
    mutating func append(_ step: TransformationStep) {
        for call in step.file {
            file.removeAll { $0.name == call.name }
            file.append(call)
        }
        var step = step
        step.file = []
        if step.isEmpty { return }
        if let last = steps.last, let merged = Self.merged(last, step) {
            steps[steps.count - 1] = merged
        } else {
            steps.append(step)
        }
    }

    /// Two steps as one; nil unless the picture is certainly the same.
    private static func merged(_ first: TransformationStep, _ second: TransformationStep) -> TransformationStep? {
        if !second.hasGeometry {
            // Pixels are changed in order, after everything else.
            var merged = first
            merged.pixels += second.pixels
            return merged
        }
        // A request trims, then cuts out its region, then does everything else.
        let cutsAgain = second.url.trim != nil || second.url.manualCrop != nil || second.crop.contains { $0.name == "region" }
        let isTrimThenCut = first.crop.isEmpty && second.url.trim == nil && second.url.manualCrop == nil
        guard first.isOnlyCut, !cutsAgain || isTrimThenCut else { return nil }
        var merged = second
        (merged.url.trim, merged.url.manualCrop) = (first.url.trim, first.url.manualCrop)
        merged.crop = first.crop + second.crop
        return merged
    }

    /// The request for a picture.
    func request(for image: String) -> ImageURL {
        var requests = steps.map(\.request)
        var request = requests.popLast() ?? ImageURL(image: "")
        (request.image, request.earlier) = (image, requests)
        // Always in the same order, since their own does not matter.
        request.filters += Self.fileOrder.flatMap { name in file.filter { $0.name == name } }
        return request
    }
}
