public import BoundedCrop

/// Crops around the faces.
package struct BoundedCropping: ImageEffect {
    /// What crop is wanted.
    package var request: CropRequest
    /// Finds what has to stay visible.
    package var detector: any FeatureDetector

    /// A crop around what the detector finds.
    package init(_ request: CropRequest, detector: any FeatureDetector = YuNetDetector()) {
        self.request = request
        self.detector = detector
    }

    /// Names all parts of the request, and the detector.
    package var cacheKey: String {
        let key = CropCacheKey(name: "", request: request, detector: detector)
        return "boundedCrop(\(key),\(request.shape),\(request.allowsUpscaling))"
    }

    /// A new picture of the requested size, or at most of the picture's own. The detector's memory is not included.
    package func footprint(on size: PixelSize) -> EffectFootprint {
        guard case .size(let target) = request.shape, request.allowsUpscaling else { return .scaling(size, to: size) }
        return .scaling(size, to: target)
    }

    /// The crop. Throws what the detector throws, `noFeatureFound` when the request needs one.
    package func applied(to picture: any Picture) throws -> PixelBuffer {
        let cropper = BlockingCropper(detector: detector)
        let plan = try cropper.plan(picture.uncovered, for: request)
        try Cancellation.checkCurrent()
        return try cropper.render(plan, of: picture, for: request).pixels
    }

    /// Crops. Throws what the detector throws, `noFeatureFound` when the request needs one.
    package func apply(to image: inout PixelBuffer) throws {
        image = try applied(to: image)
    }

    /// The size and the padding multiplied.
    package func scaled(by scale: Double) -> any ImageEffect {
        var scaled = self
        if case .size(let size) = request.shape { scaled.request.shape = .size(size.scaled(by: scale)) }
        for side in [\Padding.top, \.right, \.bottom, \.left] {
            if case .pixels(let length) = request.padding[keyPath: side] { scaled.request.padding[keyPath: side] = .pixels(length * scale) }
        }
        return scaled
    }
}

extension ImageEffect where Self == Effect {
    /// Crops around the faces.
    /// - Parameters:
    ///   - request: The crop to make.
    ///   - detector: Finds the faces; the built-in one by default.
    public static func crop(to request: CropRequest, detector: any FeatureDetector = YuNetDetector()) -> Effect {
        Effect(BoundedCropping(request, detector: detector))
    }
}
