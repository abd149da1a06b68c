internal import BoundedCrop

/// The sizes of one stage, which are known before anything is detected: its plan and its cost are both made of them.
struct StageGeometry {
    let stage: RenderRequest.Stage
    /// What trimming and cutting leave of the picture.
    let region: PixelRect
    /// The crop of a given rectangle, in coordinates of the region; nil if none is given.
    let exact: CropPlan?
    /// The output, and the shape of the crop.
    let target: TargetGeometry

    /// - Parameters:
    ///   - trimmed: What trimming leaves of the picture.
    ///   - size: The size of the picture.
    /// - Throws: What `TargetGeometry` does, and what is wrong with a given rectangle or a cut.
    init(_ stage: RenderRequest.Stage, in trimmed: PixelRect, of size: PixelSize) throws {
        self.stage = stage
        region = try stage.cuts.reduce(trimmed) { try $1.rectangle(inside: $0) }
        exact = try stage.givenPlan(in: region, of: size)
        target = try TargetGeometry(stage, region: region.size, exact: exact?.crop.size)
    }

    /// The sizes in the whole picture, where it is not known what trimming leaves.
    init(untrimmed stage: RenderRequest.Stage, of size: PixelSize) throws {
        var stage = stage
        stage.cuts = []
        try self.init(stage, in: PixelRect(all: size), of: size)
    }

    /// Whether a part of the region may be scaled to the output, instead of all of it.
    var isZoomed: Bool {
        exact != nil || stage.crop.room(in: region.size) != .whole || stage.crop.cropZoom != nil || stage.crop.alignment != nil
    }

    /// Whether the crop may be turned before it is scaled.
    var mayTurn: Bool { stage.crop.rotatesToFaces || stage.crop.alignment != nil }

    /// The largest possible size of the output.
    ///
    /// - Parameters:
    ///   - isExact: Whether the picture has the size that these sizes were computed for; otherwise it may be any part of it.
    ///   - limit: The most pixels that any output has.
    func largestSize(isExact: Bool, atMost limit: Int) -> PixelSize {
        if target.isOpen, stage.crop.rotatesToFaces, let aspect = stage.target.aspect {
            let lying = CropWindow.largest(AspectRatio(aspect.height, aspect.width), in: region.size)
            return lying.area > target.size.area ? PixelSize(width: lying.height, height: lying.width) : target.size
        }
        let dimensions = stage.target.dimensions
        guard !isExact, dimensions != RenderRequest.Dimensions() else { return target.size }
        let isBoxed = dimensions.width != .proportional && dimensions.height != .proportional && stage.target.fit?.isFull != true
        if isBoxed { return target.box }
        let side = Int(Double(limit).squareRoot())
        return PixelSize(width: side, height: side)
    }
}
