package import BoundedCrop

extension RenderJob {
    /// - Parameters:
    ///   - isTrimmed: Whether this stage or one before it trims, so that the cost was computed with a bound for the output.
    ///   - isOverlay: Whether the whole picture is shown instead, as large as the limit allows.
    ///   - followed: An animation whose frames were looked at; nil looks for features in the picture.
    func plan(
        _ source: any Picture,
        _ stage: RenderRequest.Stage,
        isTrimmed: Bool,
        isOverlay: Bool = false,
        followed: FollowedAnimation? = nil
    ) throws -> RenderPlan {
        let sizes = try StageGeometry(stage, in: trimmed(source, stage), of: source.size)
        let (region, target) = (sizes.region, sizes.target)
        if !isOverlay {
            try renderer.settings.checkOutput(target.size)
            if isTrimmed, let most = stage.target.mostPixels(trimmedFrom: self.source.size) { try target.size.checkAsOutput(atMost: most) }
        }
        let crop = stage.crop
        let picture: any Picture = region.size == source.size ? source : PictureRegion(picture: source, rectangle: region)
        let given = crop.places(in: source.size).map { $0.moved(x: -Double(region.x), y: -Double(region.y)) }
        let detector = try crop.hasPlan ? detector(crop, giving: given) : nil
        let place = try stages.run(.plan) {
            let found = try sizes.exact ?? detector.map { try smartPlan(picture, target, stage, $0, followed?.tracks(in: region)) }
            return CropPlace(found, target, in: picture.size, crop, given: given, renderer.settings.smartCropping)
        }
        let turn = place.plan?.outputTurn ?? .zero
        let size =
            try place.plan.flatMap { try $0.aligned == nil ? nil : target.size(of: $0, stage) }
            ?? target.size(showing: turn.turned(place.crop.size), turn: turn, stage)
        if !isOverlay { try renderer.settings.checkOutput(size) }
        return RenderPlan(
            source: source.size,
            region: region,
            crop: place.crop.moved(x: region.x, y: region.y),
            size: size,
            box: target.isOpen ? size : target.box,
            density: target.density,
            turn: turn,
            flipsHorizontally: stage.target.dimensions.flipsHorizontally,
            flipsVertically: stage.target.dimensions.flipsVertically,
            detector: detector?.name,
            accuracy: crop.accuracy,
            cropPlan: place.plan?.moved(to: region, in: source.size),
            focalPoints: place.focalPoints,
            animation: followed.map(AnimationRecord.init),
            warnings: crop.warnings(in: source.size) + ((source as? ImageSource)?.notes ?? []),
            raw: self.source.options.raw
        )
    }

    /// The features that a crop finds in the whole picture, and what is said of them.
    ///
    /// - Parameter file: The picture's name.
    package func detection(_ crop: RenderRequest.Crop, file: String = "") throws -> (features: [Feature], record: DetectionRecord) {
        let detector = try renderer.detector(for: crop)
        let found = try stages.run(.detect) { try detector.detection(in: source, accuracy: crop.accuracy) }
        let record = DetectionRecord(
            file: file,
            size: source.size,
            orientation: source.header.orientation,
            detector: detector.name,
            accuracy: crop.accuracy,
            features: found.features,
            likely: found.likely
        )
        return (found.features, record)
    }

    /// The animation with its features followed; nil if no crop is planned, or places are given.
    func followed(_ source: ImageSource, _ crop: RenderRequest.Crop) throws -> FollowedAnimation? {
        guard crop.hasPlan, !crop.hasPlaces else { return nil }
        let cropper = BlockingCropper(detector: try renderer.detector(for: crop))
        func follow() throws -> FollowedAnimation {
            try cropper.follow(source, accuracy: crop.accuracy, detectsFeatures: crop.searches)
        }
        guard crop.searches else { return try stages.run(.plan, follow) }
        return try looking.followed { try stages.run(.plan) { try stages.run(.detect, follow) } }
    }

    /// Nothing needs to look for features that are known.
    private func detector(_ crop: RenderRequest.Crop, giving places: [Feature]) throws -> any FeatureDetector {
        if crop.rectangle != nil { return FixedFeatureDetector([], name: "given") }
        let detector = try renderer.detector(for: crop, giving: places)
        return crop.searches ? looking.detector(detector) : detector
    }

    /// What remains after trimming.
    private func trimmed(_ source: any Picture, _ stage: RenderRequest.Stage) throws -> PixelRect {
        let all = PixelRect(all: source.size)
        guard let trim = stage.trim else { return all }
        return try stages.run(.trim) { try BorderTrim.rectangle(of: try source.pixels(of: all, scaledTo: source.size), trim) }
    }

    private func smartPlan(
        _ picture: any Picture,
        _ target: TargetGeometry,
        _ stage: RenderRequest.Stage,
        _ detector: any FeatureDetector,
        _ tracks: [FeatureTrack]?
    ) throws -> CropPlan {
        let crop = stage.crop
        var request = stage.cropRequest(padding: renderer.settings.padding)
        request.allowsUpscaling = true
        if target.mode == .crop {
            let room = crop.room(in: picture.size)
            // Without a size, nothing says how many pixels a crop must have.
            let isFree = target.isOpen && (crop.cropZoom != nil || crop.alignment != nil)
            let free = isFree ? AspectRatio(room.size(in: picture.size)) : nil
            request.shape = (target.isOpen ? stage.target.aspect ?? free : nil).map { .aspect($0) } ?? .size(target.planned)
            request.room = room
        } else {
            (request.zoom, request.alignment, request.fill) = (nil, nil, nil)
        }
        if target.mode != .crop || renderer.settings.smartCropping != .bounded { request.rotatesToFaces = false }
        let aspect = request.aspect(for: crop.room(in: picture.size).size(in: picture.size))
        if let given = givenPlans.first(where: { $0.outputAspect == aspect }) {
            return try given.checked(for: picture.size, scaledTo: target.isOpen ? given.naturalSize : target.planned)
        }
        let cropper = BlockingCropper(detector: detector)
        if let tracks { return try cropper.plan(picture, tracks: tracks, for: request) }
        return try cropper.plans(picture, for: [request]) { try stages.run(.detect, $0) }[0]
    }
}

extension FollowedAnimation {
    /// The tracks that are seen in a region, in its coordinates.
    fileprivate func tracks(in region: PixelRect) -> [FeatureTrack] {
        tracks.compactMap { $0.seen(in: region.rect)?.moved(x: -Double(region.x), y: -Double(region.y)) }
    }
}
