package import BoundedCrop
internal import BoundedCropEffects

extension ImageRenderer {
    /// The cost of rendering a request.
    ///
    /// - Parameter animation: What the file says about its animation; nil if one picture is rendered.
    ///
    /// Throws `limitExceeded` for outputs beyond the settings' limit, `invalidURL` where the request does not fit the picture, and what the
    /// provider of named detectors throws.
    package func cost(
        _ source: ImageSource,
        _ request: RenderRequest,
        format: ImageFormat? = nil,
        pictures: [String: ImageSource] = [:],
        animation: AnimationInfo? = nil
    ) throws -> RequestCost {
        try picture(source, request, format, pictures, animation).total
    }

    /// The cost of rendering several requests of one picture, whose results are in memory together, and which share detections.
    ///
    /// Throws what the cost of each does, and what reading the frames of an animation does.
    package func cost(_ source: ImageSource, _ requests: [RenderRequest]) throws -> RequestCost {
        let animates = requests.map { self.animates(source, $0, nil) }
        let animation = try animates.contains(true) ? source.animationInfo() : nil
        var detections: Set<String> = []
        var made = try zip(requests, animates).map { request, animates in
            let key = requests.count > 1 ? try detectionKey(source, request, content: "", animates: animates) : nil
            let isDetected = key.map { !detections.insert($0).inserted } ?? false
            return try picture(source, request, nil, [:], animates ? animation : nil, isDetected: isDetected)
        }
        guard let largest = made.indices.max(by: { made[$0].total.byteCount < made[$1].total.byteCount }) else { return RequestCost() }
        var total = made.remove(at: largest).total
        for other in made {
            total.hold(other.size.pictureBytes)
            total.touch(other.total.work)
        }
        return total
    }

    /// The picture of a request at the end of its way.
    ///
    /// - Parameter isDetected: Whether another request detects what its first stage looks for.
    private func picture(
        _ source: ImageSource,
        _ request: RenderRequest,
        _ format: ImageFormat?,
        _ pictures: [String: ImageSource],
        _ animation: AnimationInfo?,
        isDetected: Bool = false
    ) throws -> PictureCost {
        let request = request.applied(to: source.header.format)
        // Sizes after trimming are not known in advance.
        let isExact = !request.trims
        var picture = PictureCost(source, maximumPixels: settings.maximumOutputPixels, isExact: isExact)
        for other in pictures.values { picture.hold(other) }
        if let animation { picture.play(animation) }
        if let frame = request.output.frame, frame > 1, source.header.isAnimated {
            picture.read(try source.animationInfo())
            picture.keepFrame()
        }
        picture.search(for: try redactions(request, isCorrected: false))
        for (index, stage) in request.earlier.enumerated() {
            let before = picture.total.work
            try plan(stage, &picture, isDetected: isDetected && index == 0)
            try make(stage, &picture, isExact: isExact, pictures)
            picture.keep()
            // Features are still found in what is covered, so it is made twice.
            if request.redacts {
                picture.keep()
                picture.touch(picture.total.work - before)
            }
        }
        try plan(request.last, &picture, isDetected: isDetected && request.earlier.isEmpty)
        guard request.answer != .plan || request.output.hasPlaceholder else { return picture }
        if request.answer == .overlay {
            let region = try geometry(request.last, picture, isExact: isExact).region
            try picture.decode(region, scaledTo: region.size.shrunk(toArea: settings.maximumOutputPixels))
        } else {
            try make(request.last, &picture, isExact: isExact, pictures)
        }
        if request.output.hasPlaceholder { picture.preview() }
        guard request.answer != .plan else { return picture }
        let encoding = encoding(request.output, format ?? source.header.outputFormat)
        picture.encode(encoding, animation: animation, isSearched: request.output.maximumBytes != nil)
        return picture
    }

    /// Adds the cost of planning one stage.
    private func plan(_ stage: RenderRequest.Stage, _ picture: inout PictureCost, isDetected: Bool) throws {
        if stage.trim != nil { picture.scan() }
        if stage.crop.searches { picture.look(try detector(for: stage.crop), stage.crop.accuracy, isDetected: isDetected) }
    }

    /// Adds the cost of making one stage.
    private func make(_ stage: RenderRequest.Stage, _ picture: inout PictureCost, isExact: Bool, _ pictures: [String: ImageSource]) throws {
        let sizes = try geometry(stage, picture, isExact: isExact)
        let size = sizes.largestSize(trimmedFrom: isExact ? nil : picture.file)
        if sizes.mayTurn { try picture.turn(sizes.region, scaledTo: size, isZoomed: sizes.isZoomed) }
        try picture.decode(sizes.region, scaledTo: size, isZoomed: sizes.isZoomed)
        if stage.crop.softensEdges { try picture.soften() }
        for step in stage.steps.map({ $0.multiplied(by: sizes.target.density) }) {
            picture.touch(step.decodedPixels(pictures))
            if picture.isAnimated { picture.hold(bytes: step.keptBytes(on: picture.size, pictures: pictures)) }
            try picture.take(step.footprint(on: picture.size, box: sizes.target.box, pictures: pictures), effort: step.effort)
        }
    }

    private func geometry(_ stage: RenderRequest.Stage, _ picture: PictureCost, isExact: Bool) throws -> StageGeometry {
        try isExact
            ? StageGeometry(stage, in: PixelRect(all: picture.size), of: picture.size)
            : StageGeometry(untrimmed: stage, of: picture.size)
    }
}
