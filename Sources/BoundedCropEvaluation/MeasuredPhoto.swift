internal import BoundedCrop

/// What a detector found in a photo and what that means for crops: all that takes time, so that photos can be measured side by side.
struct MeasuredPhoto: Sendable {
    /// A crop of one aspect and scheme, beside others of its shape.
    struct FaceCrop: Sendable {
        let key: Evaluation.CropKey
        let crop: PixelRect
        let center: PixelRect
        let best: PixelRect
    }

    let photo: LabeledPhotos.Photo
    private(set) var size = PixelSize(width: 0, height: 0)
    /// Everything that was found; nil if the photo could not be read or the detector failed.
    private(set) var features: [Feature]?
    private(set) var milliseconds = 0.0
    /// Around faces, for each aspect and scheme; none for a photo without faces.
    private(set) var faceCrops: [FaceCrop] = []
    /// Around faces, for each placement and aspect.
    private(set) var framed: [(framing: Framing, crop: PixelRect)] = []
    /// What crops of all `Evaluation.aspects` keep of the marked subjects.
    private(set) var subjects = SubjectScore()
    /// Nil unless it is to be measured.
    private(set) var hidden: HiddenShare?
    /// Why the rest is missing; nil if nothing is.
    private(set) var reason: String?

    /// Throws `unreadableModel`, and what is no `BoundedCropError`.
    init(_ photo: LabeledPhotos.Photo, by subject: Evaluation.Subject, rules: EvaluationRules) throws {
        self.photo = photo
        do {
            let source = try ImageSource(contentsOfFile: photo.path)
            size = source.size
            var found = Detection([])
            let time = try ContinuousClock().measure {
                found = try subject.detector.detection(in: source, accuracy: subject.accuracy)
            }
            features = found.features
            milliseconds = time / .milliseconds(1)
            if rules.measuresHiding { hidden = HiddenShare(of: (features ?? []).map(\.rectangle), in: photo, size: size) }
            try plan(around: rules.detection(found), source)
        } catch let error as BoundedCropError where error.code != .unreadableModel {
            reason = error.message
        }
    }

    private mutating func plan(around found: Detection, _ source: ImageSource) throws {
        let cropper = BlockingCropper()
        var fallbacks: [AspectRatio: PixelRect] = [:]
        func crop(_ aspect: AspectRatio, _ change: (inout CropRequest) -> Void = { _ in }) throws -> PixelRect {
            // With nothing to place, neither scheme nor placement matters, and the search for another subject takes a while.
            if found.isEmpty, let crop = fallbacks[aspect] { return crop }
            var request = CropRequest(.aspect(aspect))
            change(&request)
            // Detection runs once per photo; its result is used for every shape.
            let crop = try cropper.plans(source, for: [request]) { _ in found }[0].crop
            fallbacks[aspect] = crop
            return crop
        }
        if !photo.subjects.isEmpty {
            for aspect in Evaluation.aspects { try subjects.add(crop(aspect), aspect, photo.subjects, in: size) }
        }
        if photo.faces.isEmpty { return }
        faceCrops = try BoundingScheme.allCases.flatMap { scheme in
            try Evaluation.aspects.map { aspect in
                FaceCrop(
                    key: Evaluation.CropKey(aspect: aspect, scheme: scheme),
                    crop: try crop(aspect) { $0.scheme = scheme },
                    center: try BestWindow.center(aspect, in: size),
                    best: try BestWindow.crop(aspect, scheme: scheme, faces: photo.faces, in: size)
                )
            }
        }
        framed = try Framing.allCases.flatMap { framing in
            guard let placement = framing.placement else { return [(framing, PixelRect(all: size))] }
            return try Evaluation.aspects.map { aspect in (framing, try crop(aspect) { $0.placement = placement }) }
        }
    }
}
