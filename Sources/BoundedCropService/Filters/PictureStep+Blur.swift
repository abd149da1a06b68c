internal import BoundedCrop
internal import BoundedCropEffects
internal import CLibrary

extension PictureStep {
    /// `blur(RADIUS[,SIGMA])`: a Gaussian kernel cut off after RADIUS pixels; SIGMA defaults to the radius if missing or 0.
    ///
    /// It is replaced by the full Gaussian with the same variance. As in thumbor, radii above 150 count as 150.
    static func blur(_ call: FilterCall) throws -> any ImageEffect {
        let arguments = try FilterArguments(call, count: 1...2)
        let radius = min(try arguments.number(0, in: 0...1e6).rounded(), EffectBounds.largestBlur)
        let given = arguments.has(1) ? try arguments.number(1, in: 0...1e6) : 0
        return GaussianBlur(sigma: deviation(radius: Int(radius, within: 0...150), sigma: given == 0 ? radius : given))
    }

    /// The standard deviation of a Gaussian kernel cut off on both sides.
    private static func deviation(radius: Int, sigma: Double) -> Double {
        guard radius > 0 else { return 0 }
        var (sum, squares) = (0.0, 0.0)
        for x in -radius...radius {
            let distance = Double(x * x)
            let weight = exp(-distance / (2 * sigma * sigma))
            sum += weight
            squares += weight * distance
        }
        let deviation = (squares / sum).squareRoot()
        // If the square of sigma underflows to 0, no weights remain.
        return deviation.isFinite ? deviation : 0
    }
}
