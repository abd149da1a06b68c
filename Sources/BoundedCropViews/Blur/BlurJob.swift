internal import BoundedCrop
internal import BoundedCropEffects

/// One blur operation with everything it needs to run on any thread.
struct BlurJob: Sendable {
    let picture: any Picture
    let blur: Blur

    /// Returns the share of the picture's size at which to blur: the larger the blur, the less detail is visible. 1 if nothing is blurred,
    /// otherwise one divided by a whole number (`snapshotOfUnderlyingView` of FXBlurView).
    static func snapshotScale(radius: Double, iterations: Int) -> Double {
        guard radius >= 2, iterations > 0 else { return 1 }
        let block = 12 / Double(iterations)
        return 1 / (max(block * 2, radius) / block).rounded(.down)
    }

    /// Returns the blurred picture at the scale of its snapshot.
    func run(_ cancellation: Cancellation) throws -> PixelBuffer {
        let scale = Self.snapshotScale(radius: blur.radius, iterations: blur.iterations)
        let longSide = max(1, Int((Double(picture.size.longSide) * scale).rounded()))
        let snapshot = try picture.pixels(longSide: longSide)
        try cancellation.check()
        return try snapshot.applying([blur], scale: Double(snapshot.size.longSide) / Double(picture.size.longSide))
    }
}
