internal import BoundedCrop
internal import BoundedCropRendering

extension ImageURL {
    /// A request in thumbor's words. Percent and effects have four decimals.
    ///
    /// - Throws: `invalidArgument` for what it has no words for.
    init(_ request: RenderRequest, _ delivery: Delivery, image: String) throws {
        self.init(image: image)
        earlier = try request.earlier.map { stage in
            var url = ImageURL(image: "")
            try url.write(FilterValues(stage: stage))
            return url
        }
        try write(FilterValues(stage: request.last, output: request.output, delivery: delivery))
        (isMeta, isDebug) = (request.answer == .plan, request.answer == .overlay)
    }

    private mutating func write(_ values: FilterValues) throws {
        let (target, crop) = (values.stage.target, values.stage.crop)
        trim = values.stage.trim
        var cuts = values.stage.cuts[...]
        manualCrop = cuts.first.flatMap(ManualCrop.init)
        if manualCrop != nil { cuts.removeFirst() }
        var values = values
        values.region = cuts.popFirst()
        guard cuts.isEmpty else { throw Filter.wordless("several cuts in one request") }
        guard crop.rectangle == nil else { throw Filter.wordless("a crop that is brought to a shape; cuts are exact") }
        guard crop.eachFace == nil else { throw Filter.wordless("a picture for each face") }
        fitIn = target.fit
        if target.dimensions != RenderRequest.Dimensions() { dimensions = target.dimensions }
        isSmart = crop.detects
        (horizontalAlignment, verticalAlignment) = (crop.horizontalAlignment, crop.verticalAlignment)
        filters = try values.calls()
    }
}

extension ImageURL.ManualCrop {
    /// A rectangle in whole pixels; nil for another one, and for an empty one.
    init?(_ region: RenderRequest.Region) {
        guard case (.pixels(let x), .pixels(let y)) = (region.x, region.y),
            case (.pixels(let width), .pixels(let height)) = (region.width, region.height)
        else { return nil }
        let edges = [x, y, x + width, y + height].map { Int(exactly: $0) ?? -1 }
        guard edges.allSatisfy({ (0...1_000_000_000).contains($0) }), edges[0] < edges[2], edges[1] < edges[3] else { return nil }
        self.init(left: edges[0], top: edges[1], right: edges[2], bottom: edges[3])
    }
}
