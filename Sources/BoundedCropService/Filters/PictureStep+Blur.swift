internal import BoundedCrop
internal import BoundedCropEffects
internal import Glibc

extension PictureStep {
    /// `blur(RADIUS[,SIGMA])`: a gaussian kernel that ends after RADIUS pixels; SIGMA is the radius where it is missing or 0.
    ///
    /// The whole gaussian of the same variance takes its place. As thumbor does, radii above 150 count as 150.
    static func blur(_ call: FilterCall) throws -> any ImageEffect {
        let arguments = try FilterArguments(call, count: 1...2)
        let radius = min(try arguments.number(0, in: 0...1e6).rounded(), EffectBounds.largestBlur)
        let given = arguments.has(1) ? try arguments.number(1, in: 0...1e6) : 0
        return GaussianBlur(sigma: deviation(radius: Int(radius, within: 0...150), sigma: given == 0 ? radius : given))
    }

    /// The standard deviation of a gaussian that is cut off on both sides.
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
        // A sigma whose square is nothing leaves no weight at all.
        return deviation.isFinite ? deviation : 0
    }
}
