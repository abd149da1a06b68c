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
        exact != nil || stage.crop.room(in: region.size) != .whole || stage.crop.cropZoom != nil || stage.crop.hasFrame
    }

    /// Whether the crop may be turned, or surrounded by a fill, before it is scaled.
    var mayTurn: Bool { stage.crop.rotatesToFaces || stage.crop.hasFrame }

    /// The largest possible size of the output.
    ///
    /// - Parameter trimmed: The picture's file, if the picture may be any part of what these sizes were computed for; nil if it is that.
    func largestSize(trimmedFrom file: PixelSize?) -> PixelSize {
        if target.isOpen, stage.crop.rotatesToFaces, let aspect = stage.target.aspect {
            let lying = CropWindow.largest(AspectRatio(aspect.height, aspect.width), in: region.size)
            return lying.area > target.size.area ? PixelSize(width: lying.height, height: lying.width) : target.size
        }
        guard let file else { return target.size }
        guard let most = stage.target.mostPixels(trimmedFrom: file) else { return target.isOpen ? target.size : target.box }
        let side = Int(Double(most).squareRoot())
        return PixelSize(width: side, height: side)
    }
}

extension RenderRequest.Target {
    /// The most pixels of an output of which a side depends on what trimming leaves: as many as the file has, or as a picture twice as long as
    /// the sides that are asked for, and 4 million in any case. Nil if trimming makes no output larger.
    func mostPixels(trimmedFrom file: PixelSize) -> Int? {
        let given = [dimensions.width, dimensions.height]
        let isBoxed = !given.contains(.proportional) && fit?.isFull != true
        guard least.longSide > 0 || !isBoxed && given != [.proportional, .proportional] else { return nil }
        let sides = given.map { side in
            switch side {
            case .pixels(let pixels): Double(pixels) * scale * density
            case .proportional: 0.0
            case .original: Double(file.longSide) * scale * density
            }
        }
        let longest = max(sides[0], sides[1], Double(least.longSide) * density)
        return max(file.area, Int(2 * longest * longest, within: 0...Int.max), 4_000_000)
    }
}
