internal import BoundedCrop
internal import BoundedCropEffects

/// One blur operation with everything it needs to run on any thread.
struct BlurJob: Sendable {
    let picture: any Picture
    let pixelsPerPoint: Double
    /// The blur, in points.
    let blur: Blur
    /// The region in pixels, which may extend beyond the picture.
    let region: PixelRect

    /// Returns nil if there is nothing of the picture in the frame.
    /// - Parameter frame: The region to blur in points; nil for all of the picture.
    init?(picture: any Picture, pixelsPerPoint: Double, frame: Rect?, blur: Blur) {
        let whole = PixelRect(all: picture.size)
        let region = frame.map { $0.scaled(by: pixelsPerPoint).pixels } ?? whole
        guard !region.rect.intersection(whole.rect).pixels.rect.isEmpty else { return nil }
        self.picture = picture
        self.pixelsPerPoint = pixelsPerPoint
        self.blur = blur
        self.region = region
    }

    /// What is blurred, for comparison; nil if it is more than pixels in memory.
    var sight: BlurTurn.Sight? {
        (picture as? PixelBuffer).map { BlurTurn.Sight(picture: $0, region: region, pixelsPerPoint: pixelsPerPoint) }
    }

    /// Returns the share of the size in points at which to blur: the larger the blur, the less detail is visible. 1 if nothing is blurred,
    /// otherwise one divided by a whole number (`snapshotOfUnderlyingView` of FXBlurView).
    static func snapshotScale(radius: Double, iterations: Int) -> Double {
        guard radius >= 2, iterations > 0 else { return 1 }
        let block = 12 / Double(iterations)
        return 1 / (max(block * 2, radius) / block).rounded(.down)
    }

    /// Returns the blurred region at the scale of its snapshot.
    func run(_ cancellation: Cancellation) throws -> PixelBuffer {
        let snapshot = try snapshot()
        try cancellation.check()
        return try snapshot.applying([blur], scale: Double(snapshot.size.longSide) / Double(region.size.longSide) * pixelsPerPoint)
    }

    private func snapshot() throws -> PixelBuffer {
        let scale = Self.snapshotScale(radius: blur.radius, iterations: blur.iterations)
        // The ground of a picture of another shape than its view may be far larger than the picture.
        let detail = (picture as? PlacedPicture)?.picture.size ?? picture.size
        let share = scale < 1 || region.size.longSide > detail.longSide ? min(1, scale / pixelsPerPoint) : 1
        let longSide = Int(Double(region.size.longSide) * share, within: 1...max(1, region.size.longSide))
        if region == PixelRect(all: picture.size) { return try picture.pixels(longSide: longSide) }
        return try picture.pixels(around: region, scaledTo: region.size.fitted(longSide: longSide))
    }
}

extension Rect {
    /// From points to pixels.
    fileprivate func scaled(by scale: Double) -> Rect {
        Rect(x: x * scale, y: y * scale, width: width * scale, height: height * scale)
    }
}
