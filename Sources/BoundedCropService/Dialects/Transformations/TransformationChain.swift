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

/// One step of a chain of transformations, sorted by what its filters change.
struct TransformationStep: Hashable, Sendable {
    /// The trim, the dimensions, the alignment and whether features are detected. It has no filters and no image.
    var url = ImageURL(image: "")
    /// The filters for the position and size of the crop.
    var crop: [FilterCall] = []
    /// The ground on which the picture is placed (`extend`).
    var ground: FilterCall?
    /// The filters that change pixels, in their order.
    var pixels: [FilterCall] = []
    /// The filters for the file.
    var file: [FilterCall] = []

    /// Whether the step cuts, sizes or places the picture.
    var hasGeometry: Bool { url != ImageURL(image: "") || !crop.isEmpty || ground != nil }

    /// Whether the step only cuts out a fixed rectangle, or trims.
    var isOnlyCut: Bool {
        var rest = url
        rest.trim = nil
        return rest == ImageURL(image: "") && crop.allSatisfy { $0.name == "region" } && ground == nil && pixels.isEmpty
    }

    var isEmpty: Bool { !hasGeometry && pixels.isEmpty }

    /// The step as a request without an image, without the filters for the file.
    var request: ImageURL {
        var request = url
        request.filters = crop + (ground.map { [$0] } ?? []) + pixels
        return request
    }

    mutating func addCrop(_ name: String, _ argument: String = "") { crop.append(FilterCall(name: name, argumentText: argument)) }

    mutating func addPixels(_ name: String, _ argument: String = "") { pixels.append(FilterCall(name: name, argumentText: argument)) }

    mutating func addFile(_ name: String, _ argument: String = "") { file.append(FilterCall(name: name, argumentText: argument)) }
}
