package import BoundedCrop
package import BoundedCropEffects

/// What was corrected by hand of what a request asks for.
package struct Corrected: Hashable, Sendable {
    /// The names of what was corrected, as in JSON.
    package var words: [String] = []
    /// What there is to say of corrections that do not fit the picture.
    package var notes: [String] = []
    /// What redactions hide and show besides; nil if nobody has looked at them.
    package var redaction: RedactionCorrection?
    /// Why something that somebody hid cannot be hidden: no picture is better than one that shows it.
    package var refusal: String?

    package init(words: [String] = [], notes: [String] = []) { (self.words, self.notes) = (words, notes) }

    /// Whether nothing is made of the picture.
    package var isLeftOut: Bool { words.contains(Corrections.skip) }
}

/// What corrections mean for requests that may say themselves where they crop, such as image URLs.
extension Corrections {
    /// Those that concern a request, in the order in which they are applied. A place in the request wins over those of crops, and what somebody
    /// asks for is made, so that `skip` has no meaning.
    ///
    /// - Parameters:
    ///   - pictures: The names of the picture.
    ///   - size: Its size; nil if that is not known. Then a request for the picture's own shape is concerned by those of all shapes.
    package func corrections(of pictures: [Picture], for request: RenderRequest, in size: PixelSize?) -> [Correction] {
        Self.corrections(for: request, in: size) { aspect in
            aspect.map { corrections(of: pictures, aspect: $0) } ?? corrections(of: pictures)
        }
    }

    /// The same, of a picture of which this finds the corrections for one shape, or for all.
    private static func corrections(
        for request: RenderRequest,
        in size: PixelSize?,
        _ found: (AspectRatio?) -> [Correction]
    ) -> [Correction] {
        guard mayConcern(request) else { return [] }
        let found = found(request.first.knownAspect ?? size.map { AspectRatio($0) })
        let hiding = request.redacts ? found.filter { $0.redaction != nil } : []
        guard request.first.mayBeCorrected else { return hiding }
        let meant = found.filter { !$0.settings.isEmpty && $0.time == nil }
        // Around the center, nothing but a place makes a difference.
        return (request.first.crop.detects || meant.contains(where: \.places) ? meant : []) + hiding
    }

    /// Whether corrections may change a request.
    package static func mayConcern(_ request: RenderRequest) -> Bool { request.first.mayBeCorrected || request.redacts }

    /// Changes what a request makes of the picture itself, whose size is given, by those that this finds for a shape.
    package static func correct(_ request: inout RenderRequest, in size: PixelSize, by found: (AspectRatio) -> [Correction]) {
        correct(&request, with: corrections(for: request, in: size) { found($0 ?? AspectRatio(size)) }, in: size)
    }

    /// Changes what a request makes of the picture itself, whose size is given.
    package static func correct(_ request: inout RenderRequest, with corrections: [Correction], in size: PixelSize) {
        guard !corrections.isEmpty else { return }
        guard !request.earlier.isEmpty else { return apply(corrections, to: &request, in: size) }
        var first = RenderRequest(request.first)
        applyToCrop(corrections, to: &first, in: size)
        (request.earlier[0], request.corrected) = (first.last, first.corrected)
        correctRedactions(&request, with: corrections, in: size)
    }
}

extension RenderRequest.Crop {
    /// Whether it is said where the crop is, which wins over what corrections say of that.
    package var isPlaced: Bool { rectangle != nil || hasPlaces || focalPoint != nil }
}

extension RenderRequest.Stage {
    /// Whether the stage crops, and leaves open where.
    var mayBeCorrected: Bool {
        guard target.fit == nil, !target.fitsOtherOrientations, !target.stretches, cuts.isEmpty else { return false }
        guard !crop.isPlaced, crop.offset == nil, crop.window == nil, crop.magnification == 1 else { return false }
        return crop.detects || crop.horizontalAlignment == nil && crop.verticalAlignment == nil && knownAspect != nil
    }

    /// The shape of the crop if it does not depend on the picture.
    fileprivate var knownAspect: AspectRatio? {
        if case .pixels(let width) = target.dimensions.width, case .pixels(let height) = target.dimensions.height {
            return AspectRatio(PixelSize(width: width, height: height))
        }
        if let aspect = target.aspect { return aspect }
        guard target.dimensions.width == .proportional, target.dimensions.height == .proportional, case .size(let size) = crop.ownPixels
        else { return nil }
        return AspectRatio(size)
    }
}

extension Corrections {
    /// The word for pictures that are left out.
    package static let skip = "skip"
    /// The word for pictures that somebody has looked at and found right, so that nothing is corrected.
    package static let good = "good"

    /// Changes a request for crops of a picture of a size. Corrections of crops that do not fit it are noted, and change nothing; for those of
    /// redactions, see `correctRedactions`.
    package static func apply(_ corrections: [Correction], to request: inout RenderRequest, in size: PixelSize) {
        applyToCrop(corrections, to: &request, in: size)
        correctRedactions(&request, with: corrections, in: size)
    }

    private static func applyToCrop(_ corrections: [Correction], to request: inout RenderRequest, in size: PixelSize) {
        var words: [String] = []
        for correction in corrections where correction.redaction == nil {
            do {
                try correction.fitted(to: size).apply(to: &request)
            } catch {
                request.corrected.notes.append(error.message)
                continue
            }
            if correction.places { words.removeAll(where: placeWords.contains) }
            words += correction.words.filter { !words.contains($0) }
        }
        // A point has no size that could fill a share of the crop, whoever asks for that.
        let crop = request.last.crop
        if corrections.contains(where: \.places), crop.focalRegions.isEmpty, crop.rectangle == nil,
            crop.places.allSatisfy({ $0.kind == .focalPoint })
        {
            (request.last.crop.zoom, request.last.crop.tightness) = (nil, nil)
            words.removeAll { $0 == RequestOption.zoom.jsonName }
        }
        request.corrected.words = words
    }

    static let placeWords = Set([RequestOption.rectangle, .region, .focal].map(\.jsonName))
}

extension Corrections.Correction {
    /// What was asked for around faces gives way to a place that was corrected.
    fileprivate func apply(to request: inout RenderRequest) {
        if places {
            (request.last.crop.places, request.last.crop.focalRegions, request.last.crop.rectangle) = ([], [], nil)
            (request.last.crop.detects, request.last.crop.usesEmbeddedRegions) = (true, false)
            // A redaction still needs what it was to hide.
            if !request.redacts { request.last.crop.requiresFeature = false }
            (request.last.crop.alignment, request.last.crop.rotatesToFaces, request.last.crop.eachFace) = (nil, false, nil)
            (request.last.crop.rank, request.last.crop.padding) = (nil, nil)
        }
        if isExact {
            let standard = RenderRequest.Crop()
            (request.last.crop.zoom, request.last.crop.tightness, request.last.crop.placement) = (nil, nil, standard.placement)
        }
        set(&request.last)
    }

    func set(_ stage: inout RenderRequest.Stage) {
        for setting in settings { setting.apply(to: &stage) }
        guard scale != (1, 1) else { return }
        if words.contains(RequestOption.padding.jsonName) { stage.crop.padding = stage.crop.padding?.scaled(x: scale.x, y: scale.y) }
        guard places else { return }
        stage.crop.places = stage.crop.places.map { $0.scaled(x: scale.x, y: scale.y) }
        stage.crop.rectangle = stage.crop.rectangle?.scaled(x: scale.x, y: scale.y)
    }

    /// The same for a picture of a size, such as the same photo exported anew.
    ///
    /// - Throws: `invalidArgument` if the picture has another shape than the one that was corrected, or the place is outside of it, or if the one
    ///   that was corrected is another file now.
    package func fitted(to picture: PixelSize) throws(BoundedCropError) -> Self {
        // What was found right there needs no word.
        if let movedTo, !words.isEmpty { throw unfit("the picture that was corrected is \(movedTo) now") }
        let isInPixels = places || redaction != nil || words.contains(RequestOption.padding.jsonName) && crop.padding?.isInPixels == true
        guard isInPixels else { return self }
        var fitted = self
        if let size, size != picture {
            // Either of the two may be the original, of which the other's shorter side was rounded, or cut off, to whole pixels.
            let tolerance = max(size.longSide, picture.longSide)
            guard picture.hasShape(size.width, size.height, tolerance: tolerance) else {
                throw unfit("it was made for \(size), and a picture of \(picture) has another shape")
            }
            fitted.scale = (Double(picture.width) / Double(size.width), Double(picture.height) / Double(size.height))
        }
        if let redaction {
            fitted.redaction = try fitted.fittedRedaction(redaction, in: picture)
            return fitted
        }
        guard places else { return fitted }
        let crop = fitted.crop
        let rectangles = crop.rectangle.map { [$0.rect(in: picture)] } ?? crop.places.map(\.rectangle)
        guard rectangles.contains(where: { !$0.intersection(picture.bounds).isEmpty }) else {
            throw unfit("\(rectangles.map(\.text).listed(3)) lies outside the picture of \(picture)")
        }
        return fitted
    }

    func unfit(_ why: String) -> BoundedCropError {
        let shape = aspect.map { " in \($0)" } ?? ""
        return BoundedCropError(.invalidArgument, "the correction of \(name)\(shape) is not used: \(why)")
    }
}

extension Padding {
    fileprivate var isInPixels: Bool {
        [top, right, bottom, left].contains { if case .pixels = $0 { true } else { false } }
    }

    fileprivate func scaled(x: Double, y: Double) -> Self {
        Self(top: top.scaled(y), right: right.scaled(x), bottom: bottom.scaled(y), left: left.scaled(x))
    }
}

extension Padding.Length {
    fileprivate func scaled(_ scale: Double) -> Self {
        switch self {
        case .pixels(let pixels): .pixels(min(pixels * scale, 1_000_000))
        case .fraction: self
        }
    }
}

extension RenderRequest.Region {
    fileprivate func scaled(x: Double, y: Double) -> Self {
        Self(x: self.x.scaled(x), y: self.y.scaled(y), width: width.scaled(x), height: height.scaled(y))
    }
}

extension RenderRequest.Length {
    fileprivate func scaled(_ scale: Double) -> Self {
        switch self {
        case .pixels(let pixels): .pixels(pixels * scale)
        case .share: self
        }
    }
}
