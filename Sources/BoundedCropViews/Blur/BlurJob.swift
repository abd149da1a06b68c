internal import BoundedCrop
internal import BoundedCropEffects

/// One blurring: all that it needs, so that it can be done on any thread.
struct BlurJob: Sendable {
    let picture: any Picture
    let blur: Blur

    /// What share of the picture's size is enough: the further the blur reaches, the less can be seen of what is left out. 1 where
    /// nothing is blurred, otherwise one over a whole number (`snapshotOfUnderlyingView` of FXBlurView).
    static func snapshotScale(radius: Double, iterations: Int) -> Double {
        guard radius >= 2, iterations > 0 else { return 1 }
        let block = 12 / Double(iterations)
        return 1 / (max(block * 2, radius) / block).rounded(.down)
    }

    /// The blurred picture, at the scale of its snapshot.
    func run(_ cancellation: Cancellation) throws -> PixelBuffer {
        let scale = Self.snapshotScale(radius: blur.radius, iterations: blur.iterations)
        let longSide = max(1, Int((Double(picture.size.longSide) * scale).rounded()))
        let snapshot = try picture.pixels(longSide: longSide)
        try cancellation.check()
        return try snapshot.applying([blur], scale: Double(snapshot.size.longSide) / Double(picture.size.longSide))
    }
}
