internal import BoundedCrop
internal import BoundedCropRendering

/// Steps of transformations in order, as few of them as give certainly the same picture.
struct TransformationChain: Sendable {
    private(set) var steps: [TransformationStep] = []
    /// How the result is written and delivered, whichever step says it.
    var file = TransformationFile()

    /// More than any chain needs.
    private static let mostSteps = 64

    /// Throws `limitExceeded` for more steps than any chain needs.
    static func check(count: Int) throws {
        guard count <= mostSteps else { throw BoundedCropError(.limitExceeded, "more than \(mostSteps) transformations") }
    }

    /// Adds a step.
    mutating func append(_ step: TransformationStep) {
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
        // A stage trims, then cuts out its parts, then does everything else.
        let cutsAgain = second.geometry.trim != nil || !second.geometry.cuts.isEmpty
        let isTrimThenCut = first.geometry.cuts.isEmpty && second.geometry.trim == nil
        guard first.isOnlyCut, !cutsAgain || isTrimThenCut else { return nil }
        var merged = second
        merged.geometry.trim = first.geometry.trim
        merged.geometry.cuts = first.geometry.cuts + second.geometry.cuts
        return merged
    }

    /// The request for a picture.
    func request(for image: String) -> DialectRequest {
        var stages = steps.map(\.stage)
        var request = RenderRequest(stages.popLast() ?? RenderRequest.Stage())
        (request.earlier, request.output) = (stages, file.output)
        return DialectRequest(image, request, file.delivery)
    }
}

/// How a result is written and delivered.
struct TransformationFile: Hashable, Sendable {
    var output = RenderRequest.Output()
    var delivery = Delivery()
}

/// One step of a chain of transformations.
struct TransformationStep: Hashable, Sendable {
    /// The trim, the cuts, the target and the crop, without any steps.
    var geometry = RenderRequest.Stage()
    /// The ground on which the picture is placed.
    var ground: BoxFill?
    /// What changes the pixels, in order.
    var pixels: [RenderStep] = []

    /// Whether the step cuts, sizes or places the picture.
    var hasGeometry: Bool { geometry != RenderRequest.Stage() || ground != nil }

    /// Whether the step only trims, or cuts out fixed parts.
    var isOnlyCut: Bool {
        var rest = geometry
        (rest.trim, rest.cuts) = (nil, [])
        return rest == RenderRequest.Stage() && ground == nil && pixels.isEmpty
    }

    var isEmpty: Bool { !hasGeometry && pixels.isEmpty }

    var stage: RenderRequest.Stage {
        var stage = geometry
        stage.steps = [ground.map(RenderStep.fill)].compactMap(\.self) + pixels
        return stage
    }
}
