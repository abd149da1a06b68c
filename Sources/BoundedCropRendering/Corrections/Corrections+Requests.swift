package import BoundedCrop

/// What corrections mean for requests that may say themselves where they crop, such as image URLs.
extension Corrections {
    /// Those that concern a request, in the order in which they are applied. A place in the request wins over them, and what somebody asks
    /// for is made, so that `skip` has no meaning.
    ///
    /// - Parameters:
    ///   - pictures: The names of the picture.
    ///   - size: Its size; nil if that is not known. Then a request for the picture's own shape is concerned by those of all shapes.
    package func corrections(of pictures: [Picture], for request: RenderRequest, in size: PixelSize?) -> [Correction] {
        guard request.first.mayBeCorrected else { return [] }
        let aspect = request.first.knownAspect ?? size.map { AspectRatio($0) }
        let found = aspect.map { corrections(of: pictures, aspect: $0) } ?? corrections(of: pictures)
        let meant = found.filter { !$0.settings.isEmpty && $0.time == nil }
        // Around the center, nothing but a place makes a difference.
        return request.first.crop.detects || meant.contains(where: \.places) ? meant : []
    }

    /// Whether corrections may change a request.
    package static func mayConcern(_ request: RenderRequest) -> Bool { request.first.mayBeCorrected }

    /// Changes what a request makes of the picture itself.
    ///
    /// - Returns: The words of what was corrected.
    package static func correct(_ request: inout RenderRequest, with corrections: [Correction]) -> [String] {
        guard !corrections.isEmpty else { return [] }
        guard !request.earlier.isEmpty else { return apply(corrections, to: &request) }
        var first = RenderRequest(request.first)
        defer { request.earlier[0] = first.last }
        return apply(corrections, to: &first)
    }
}

extension RenderRequest.Stage {
    /// Whether the stage crops, and leaves open where.
    fileprivate var mayBeCorrected: Bool {
        guard target.fit == nil, !target.fitsOtherOrientations, !target.stretches, cuts.isEmpty else { return false }
        let isPlaced = crop.rectangle != nil || crop.hasPlaces || crop.focalPoint != nil
        guard !isPlaced, crop.offset == nil, crop.window == nil, crop.magnification == 1 else { return false }
        return crop.detects || crop.horizontalAlignment == nil && crop.verticalAlignment == nil && knownAspect != nil
    }

    /// The shape of the crop if it does not depend on the picture.
    fileprivate var knownAspect: AspectRatio? {
        if case .pixels(let width) = target.dimensions.width, case .pixels(let height) = target.dimensions.height {
            return AspectRatio(PixelSize(width: width, height: height))
        }
        if let aspect = target.aspect { return aspect }
        guard target.dimensions.width == .proportional, target.dimensions.height == .proportional, case .size(let size) = crop.ownShape
        else { return nil }
        return AspectRatio(size)
    }
}
