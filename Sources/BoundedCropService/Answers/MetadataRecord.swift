package import BoundedCrop
package import BoundedCropRendering

/// The answer to `meta`: thumbor's JSON, plus what `boundedcrop crop --json` prints and the placeholder.
package struct MetadataRecord: Encodable, Sendable {
    private let thumbor: ThumborRecord
    private let boundedcrop: CropRecord?
    private let placeholder: Placeholder?

    /// Creates the description of what would be done with a picture.
    ///
    /// - Parameters:
    ///   - image: The picture's text in the URL.
    ///   - header: The picture's header.
    ///   - frameCount: The number of the picture's frames; nil if it is unknown, because only the first is used.
    ///   - plan: What would be done with the picture.
    ///   - placeholder: The placeholder of the finished picture; nil if nobody asked for it.
    package init(
        image: String,
        header: ImageHeader,
        frameCount: Int?,
        plan: RenderPlan,
        placeholder: Placeholder? = nil
    ) {
        thumbor = ThumborRecord(image: image, frameCount: frameCount, plan: plan)
        boundedcrop = plan.record(image: image, header: header)
        self.placeholder = placeholder
    }
}

/// thumbor's answer to `meta`, with thumbor's names.
private struct ThumborRecord: Encodable, Sendable {
    struct Source: Encodable, Sendable {
        let url: String
        let width: Int
        let height: Int
        let frameCount: Int?
    }
    struct Operation: Encodable, Sendable {
        let type: String
        var left: Int?
        var top: Int?
        var right: Int?
        var bottom: Int?
        var width: Int?
        var height: Int?
    }
    struct Point: Encodable, Sendable {
        let x: Double
        let y: Double
        let z: Double
        let width: Double
        let height: Double
        let origin: String
    }
    struct Target: Encodable, Sendable {
        let width: Int
        let height: Int
    }
    private enum CodingKeys: String, CodingKey {
        case source, operations, target
        case focalPoints = "focal_points"
    }

    let source: Source
    let operations: [Operation]
    let focalPoints: [Point]
    let target: Target

    init(image: String, frameCount: Int?, plan: RenderPlan) {
        source = Source(url: image, width: plan.source.width, height: plan.source.height, frameCount: frameCount)
        target = Target(width: plan.size.width, height: plan.size.height)
        focalPoints = plan.focalPoints.map {
            Point(x: $0.x, y: $0.y, z: $0.weight, width: $0.width, height: $0.height, origin: $0.origin)
        }
        // Each is relative to what the one before left.
        let crops = [plan.region, plan.crop.moved(x: -plan.region.x, y: -plan.region.y)]
        let before = [plan.source, plan.region.size]
        var operations = zip(crops, before).filter { $0.size != $1 }.map { crop, _ in
            Operation(type: "crop", left: crop.x, top: crop.y, right: crop.x + crop.width, bottom: crop.y + crop.height)
        }
        if plan.turn.turned(plan.size) != plan.crop.size {
            operations.append(Operation(type: "resize", width: plan.size.width, height: plan.size.height))
        }
        if plan.flipsHorizontally { operations.append(Operation(type: "flip_horizontally")) }
        if plan.flipsVertically { operations.append(Operation(type: "flip_vertically")) }
        self.operations = operations
    }
}
